/** Runs that reach beyond the library: one's own go through, others are refused by what they would do. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultConfig } from "./config/config.ts";
import type { ExperimentConfig } from "./config/config.ts";
import { createRun } from "./create-run.ts";
import type { Run } from "./layout.ts";
import { requireTrust } from "./trust.ts";
import { inLibrary, inWords } from "../wording.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-trust-"));
  vi.stubEnv("WINDAGE_DATA", join(folder, "data"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const asking: ExperimentConfig = { ...defaultConfig, task: "mine", oracleCommand: ["python3", "score.py"] };

function makeRun(config: ExperimentConfig): Promise<Run> {
  return createRun({ root: join(folder, "runs"), task: config.task, seed: 0, config: { ...config } });
}

/** A run that came from somewhere else. */
async function foreignRun(config: ExperimentConfig): Promise<Run> {
  const run = await makeRun(config);
  await rm(join(run.folder, "signature"), { force: true });
  return run;
}

async function ask(run: Run, trust = false): Promise<string | undefined> {
  const said = await requireTrust(run, { trust });
  return said === undefined ? undefined : inWords(said, inLibrary);
}

test("a run that stays inside needs no signature, nor a place for a key", async () => {
  await writeFile(join(folder, "data"), "a file where the data folder should be");
  const run = await makeRun(defaultConfig);
  await expect(ask(run)).resolves.toBeUndefined();
  await expect(makeRun(asking)).rejects.toMatchObject({ code: "run/not-writable" });
});

test("a run made here is signed from its first moment and may start its program again", async () => {
  await expect(ask(await makeRun(asking))).resolves.toBeUndefined();
});

test("trust that is not needed is told", async () => {
  await expect(ask(await makeRun(defaultConfig), true)).resolves.toBe(
    "trust: has no effect, because the run opens nothing outside its folder.",
  );
  const said = "trust: has no effect, because the run was made or trusted by you before.";
  await expect(ask(await makeRun(asking), true)).resolves.toBe(said);
  const foreign = await foreignRun(asking);
  await expect(ask(foreign, true)).resolves.toMatch(/^trust: from now on the run may start the program/);
  await expect(ask(foreign, true)).resolves.toBe(said);
});

test.each([
  [{ oracleCommand: ["python3", "score.py"] }, 'start the program ["python3","score.py"]'],
  [{ oracleUrl: "http://example.org" }, 'send sequences to "http://example.org"'],
  [{ task: "/tmp/evil.mjs" }, 'load, with what it imports, the module "/tmp/evil.mjs"'],
  [{ oracleCsv: "/etc/passwd" }, 'read the file "/etc/passwd"'],
  [{ table: "/dev/zero" }, 'read the file "/dev/zero"'],
  [{ dataset: "/dev/tty" }, 'read the file "/dev/tty"'],
])("a run from elsewhere is refused by what it would do: %o", async (changes, message) => {
  const run = await foreignRun({ ...defaultConfig, ...changes });
  await expect(ask(run)).rejects.toThrow(message);
});

test("another user's signature is none, and trusting a run once is enough", async () => {
  const run = await makeRun(asking);
  vi.stubEnv("WINDAGE_DATA", join(folder, "other"));
  await expect(ask(run)).rejects.toMatchObject({ code: "run/untrusted" });
  await ask(run, true);
  await expect(ask(run)).resolves.toBeUndefined();
});

test("a signature does not carry over to a changed configuration", async () => {
  const run = await makeRun(asking);
  const changed = { ...asking, oracleCommand: ["rm", "-rf", "x"] };
  await expect(ask({ ...run, record: { ...run.record, config: { ...changed } } })).rejects.toThrow("rm");
});

test("a pipe in place of the signature is no signature and nothing to wait for", async () => {
  const run = await foreignRun(asking);
  execFileSync("mkfifo", [join(run.folder, "signature")]);
  await expect(ask(run)).rejects.toMatchObject({ code: "run/untrusted" });
});

test.each([0, 5, 31])("a key of %i bytes is refused, not used", async (length) => {
  const run = await makeRun(asking);
  await writeFile(join(folder, "data", "run-key"), Buffer.alloc(length));
  await expect(ask(run)).rejects.toMatchObject({ code: "run/bad-key" });
});

test("a key is complete, its owner's alone, and made once", async () => {
  await mkdir(join(folder, "data"));
  const runs = await Promise.all(Array.from({ length: 5 }, () => makeRun(asking)));
  for (const run of runs) await expect(ask(run)).resolves.toBeUndefined();
  expect((await readFile(join(folder, "data", "run-key"))).length).toBe(32);
});
