import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const repository = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-reporter-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs vitest, with this repository's settings, over a folder of small test files; returns the last line. */
function lastLine(name: string, files: Readonly<Record<string, string>>): Promise<string | undefined> {
  const root = join(folder, name);
  mkdirSync(join(root, "src"), { recursive: true });
  for (const [file, source] of Object.entries(files)) writeFileSync(join(root, "src", file), source);
  const program = join(repository, "node_modules/vitest/vitest.mjs");
  const words = [
    program,
    "run",
    "--globals",
    "--root",
    root,
    "--config",
    join(repository, "vitest.config.ts"),
  ];
  return new Promise((done) => {
    execFile(process.execPath, words, (_, out) => done(out.trimEnd().split("\n").at(-1)));
  });
}

const passing = 'test("a", () => {}); test("b", () => {});';

test("a run ends with a plain count", async () => {
  expect(await lastLine("good", { "a.test.ts": passing })).toBe("Tests: 2 passed, 0 failed");
});

test("failed tests, files that do not load and errors outside tests all count as failures", async () => {
  const line = await lastLine("bad", {
    "a.test.ts": passing,
    "b.test.ts": 'test("c", () => expect(1).toBe(2));',
    "c.test.ts": 'throw new Error("not a test file");',
    "d.test.ts": 'test("d", () => { void Promise.reject(new Error("late")); });',
  });
  expect(line).toBe("Tests: 3 passed, 3 failed");
});
