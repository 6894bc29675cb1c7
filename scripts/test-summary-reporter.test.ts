import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const repository = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-reporter-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs vitest, with this repository's settings, over a folder of small test files; returns what it printed. */
function output(
  name: string,
  files: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
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
    execFile(process.execPath, words, { env: { ...process.env, ...env } }, (_, out) => done(out.trimEnd()));
  });
}

/** The last line of a run. */
async function lastLine(...run: Parameters<typeof output>): Promise<string | undefined> {
  return (await output(...run)).split("\n").at(-1);
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

test("a test that does not run is named with its reason, and counted as nothing", async () => {
  const printed = await output("lacking", {
    "a.test.ts": passing,
    "b.test.ts": 'test("c", ({ skip }) => skip("needs the Debian package strace"));',
  });
  expect(printed).toContain("Not run: src/b.test.ts: c: needs the Debian package strace.");
  expect(printed.split("\n").at(-1)).toBe("Tests: 2 passed, 0 failed");
});

test("a test that passes only at its second try is named", async () => {
  const moody = 'let tries = 0; test("moody", () => expect(++tries).toBe(2));';
  const printed = await output("moody", { "a.test.ts": moody }, { CI: "true" });
  // Without the native engine a line about tests that were not run stands in between.
  expect(printed).toMatch(
    /Needed a second try: .*a\.test\.ts: moody\n(Not run: .*\n)?Tests: 1 passed, 0 failed$/,
  );
});
