import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readUserFile } from "./read-user-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-user-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("reads a file, also through the user's own link", async () => {
  await writeFile(join(folder, "plain"), "abc");
  await symlink(join(folder, "plain"), join(folder, "link"));
  for (const name of ["plain", "link"]) {
    expect(Buffer.from(await readUserFile(join(folder, name))).toString()).toBe("abc");
  }
});

test.runIf(process.platform !== "win32")("a device, a pipe and a folder are refused at once", async () => {
  execFileSync("mkfifo", [join(folder, "pipe")]);
  await symlink("/dev/zero", join(folder, "zero"));
  for (const path of ["/dev/zero", join(folder, "zero"), join(folder, "pipe"), folder]) {
    await expect(readUserFile(path)).rejects.toMatchObject({ code: "data/not-readable" });
  }
});

test("of a file that is not there it says so, with names like it in its folder, and nothing of the system", async () => {
  await writeFile(join(folder, "note.csv"), "");
  await writeFile(join(folder, "quite-different.csv"), "");
  const messageOf = (name: string): Promise<string> =>
    readUserFile(join(folder, name)).then(
      () => "",
      (error: Error) => error.message,
    );
  const near = await messageOf("nope.csv");
  expect(near).toBe(`there is no file ${join(folder, "nope.csv")}; did you mean note.csv?`);
  expect(await messageOf("sales-2025-01.csv")).toMatch(/its folder has note\.csv, quite-different\.csv$/);
  expect(await messageOf("nowhere/nope.csv")).toMatch(/nor a folder .*nowhere; check the path$/);
  expect(await messageOf("plain/nope.csv")).toMatch(/nor a folder/);
});
