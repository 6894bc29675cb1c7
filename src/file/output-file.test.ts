import { execFileSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkOutput, writeOutput } from "./output-file.ts";

const root = await mkdtemp(join(tmpdir(), "windage-output-"));
afterAll(() => rm(root, { recursive: true, force: true }));

const refused = { code: "run/not-writable" };

test("what is no file is not replaced, and what is read is not written over", async () => {
  const [pipe, file] = [join(root, "pipe"), join(root, "input.csv")];
  execFileSync("mkfifo", [pipe]);
  await writeFile(file, "precious");
  await symlink(file, join(root, "link.csv"));
  await expect(checkOutput(pipe)).rejects.toMatchObject(refused);
  await expect(checkOutput(root)).rejects.toMatchObject(refused);
  await expect(checkOutput(file, file)).rejects.toMatchObject(refused);
  await expect(checkOutput(join(root, "link.csv"), file)).rejects.toMatchObject(refused);
  await expect(checkOutput(join(root, "none", "x.csv"))).rejects.toMatchObject(refused);
  await expect(checkOutput(root)).rejects.toThrow("the name of a file). Nothing was begun. Check");
  await checkOutput(join(root, "new.csv"), file);
});

test("a link is followed and stays a link, also where nothing is at its end yet", async () => {
  await mkdir(join(root, "drive"));
  await writeFile(join(root, "drive", "old.csv"), "old");
  for (const name of ["old.csv", "new.csv"]) {
    const link = join(root, `to-${name}`);
    await symlink(join("drive", name), link);
    await writeOutput(link, ["a", "b"]);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(join(root, "drive", name), "utf8")).toBe("ab");
  }
  await symlink("circle", join(root, "circle"));
  await expect(writeOutput(join(root, "circle"), ["x"])).rejects.toMatchObject(refused);
});

test.each([
  ["config.json", '{"format":"windage-run"}', "config.json"],
  ["config.json", '{"format":"windage-run"}', "checkpoint/00000001.safetensors"],
  ["comparison.json", '{"format":"windage-comparison"}', "jobs/a.json"],
  ["project.json", '{"format":1,"settings":{},"told":[]}', "measured/001.csv"],
])("files of folders with our %s %s are not replaced: %s", async (record, text, target) => {
  const folder = await mkdtemp(join(root, "ours-"));
  await mkdir(join(folder, target, ".."), { recursive: true });
  await writeFile(join(folder, target), text);
  await writeFile(join(folder, record), text);
  await expect(writeOutput(join(folder, target), ["x"])).rejects.toMatchObject(refused);
  expect(await readFile(join(folder, target), "utf8")).toBe(text);
  // A new name costs nothing, nor do the files of a folder that is anything else.
  await writeOutput(join(folder, "samples.csv"), ["x"]);
  await writeFile(join(folder, record), "{}");
  await writeOutput(join(folder, target), ["x"]);
});
