import { execFileSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder, removeTemporaries, writeDurably } from "./durable-write.ts";

const root = await mkdtemp(join(tmpdir(), "windage-durable-"));
afterAll(() => rm(root, { recursive: true, force: true }));

test("folders are made with those above them, by several at once too", async () => {
  const path = join(root, "a", "b", "c");
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(root, "a", "x"))]);
  expect((await readdir(join(root, "a"))).sort()).toEqual(["b", "x"]);
});

test("a place that takes no folder is an error and not a wait without end", async () => {
  await writeFile(join(root, "file"), "");
  const refused = { code: "run/not-writable" };
  await expect(makeFolder(join(root, "file"))).rejects.toMatchObject(refused);
  await expect(makeFolder(join(root, "file", "below"))).rejects.toMatchObject(refused);
  if (process.platform === "linux") await expect(makeFolder("/proc/nope/x")).rejects.toMatchObject(refused);
});

test("what is no file is not replaced", async () => {
  const pipe = join(root, "pipe");
  execFileSync("mkfifo", [pipe]);
  await expect(writeDurably(pipe, ["x"])).rejects.toMatchObject({ code: "run/not-writable" });
  expect((await lstat(pipe)).isFIFO()).toBe(true);
});

test("only files of processes that are gone are cleared away", async () => {
  const folder = join(root, "left");
  const gone = ".a.json.999999999.0.tmp";
  const others = [`.a.json.${process.ppid}.1.tmp`, "a.json", ".b.999999999.0.tmp"];
  await mkdir(join(folder, others[2]!), { recursive: true });
  for (const name of [gone, others[0]!, others[1]!]) await writeFile(join(folder, name), "");
  await removeTemporaries(folder);
  expect((await readdir(folder)).sort()).toEqual([...others].sort());
});
