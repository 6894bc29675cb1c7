/** What a run depends on: recorded when it begins, said or refused when it has changed. */
import { parseObject } from "../../file/json-document.ts";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import type { Run } from "../layout.ts";
import { evaluateTrained } from "./trained-run.ts";
import { trainRun } from "./train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-inputs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scores = join(folder, "scores.mjs");
const task = join(folder, "task.mjs");
let run: Run;
let warnings: string[] = [];
const onWarning = (text: string): number => warnings.push(text);

function inputs(): Record<string, unknown> {
  return { ...parseObject(readFileSync(join(run.folder, "inputs.json"), "utf8"), "inputs.json") };
}

/** Trains to the end, or is refused. */
function resume(changedInputs = false): Promise<unknown> {
  warnings = [];
  return trainRun(run, { onProgress: () => undefined, onWarning, resume: true, changedInputs });
}

beforeAll(async () => {
  writeFileSync(scores, "export const worth = (object) => 1 + object.length;\n");
  writeFileSync(
    task,
    `import { worth } from "./scores.mjs";
/** One step, to A or to B. */
const environment = {
  name: "coin",
  actionCount: 2,
  outcomeCount: 2,
  maxSteps: 1,
  featureCount: 3,
  initial: 0,
  isTerminal: (state) => state > 0,
  isLegal: (state) => state === 0,
  outcomeProbabilities: (_, action, out) => out.fill(0.1).fill(0.9, action, action + 1),
  next: (_, outcome) => outcome + 1,
  encode: (state, out, offset) => out.fill(0, offset, offset + 3).fill(1, offset + state, offset + state + 1),
  key: String,
  objectOf: (state) => "-AB"[state],
  backward: { count: 4, indexOf: (action, outcome) => 2 * outcome + action, isLegal: (state, index) => index >> 1 === state - 1 },
};
const landscape = { name: "mine", enumerable: false, score: async (all) => Float64Array.from(all, worth) };
export default { environment, landscape };
`,
  );
  const config = smallConfig({
    task,
    alphabet: null,
    alpha: null,
    iterations: 4,
    checkpointEvery: 2,
    evaluateEvery: 100,
    samples: 8,
  });
  run = await smallRun(join(folder, "runs"), config);
  const stop = new AbortController();
  await trainRun(run, { onProgress: () => stop.abort(), signal: stop.signal });
});

test("the record has the module, what it imports, the engine and all versions", () => {
  expect(inputs()).toMatchObject({
    version: 2,
    engine: expect.stringMatching(/^(?:onnx|wasm)$/) as string,
    windage: expect.any(String) as string,
    node: process.version,
    libraries: { "@jax-js/jax": expect.stringMatching(/^\d/) as string },
    files: {
      module: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      "module import scores.mjs": expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  });
});

test("another engine and other versions are said, and change nothing else", async () => {
  const path = join(run.folder, "inputs.json");
  const before = readFileSync(path, "utf8");
  const record = inputs();
  const libraries = { "@jax-js/jax": "0.0.1" };
  writeFileSync(path, JSON.stringify({ ...record, engine: "abacus", libraries }));
  warnings = [];
  await evaluateTrained(run, { onWarning });
  expect(warnings).toEqual([
    expect.stringContaining("it began with engine abacus, now it is"),
    expect.stringContaining("it began with @jax-js/jax 0.0.1, now it is"),
  ]);
  writeFileSync(path, before);
});

test("a changed import of a module is said by evaluate, refused by resume, and passes when told", async () => {
  writeFileSync(scores, "export const worth = (object) => 2 + object.length;\n");
  warnings = [];
  await evaluateTrained(run, { onWarning });
  expect(warnings).toEqual([`${run.id}: its module import scores.mjs has changed since it began`]);
  await expect(resume()).rejects.toMatchObject({
    code: "run/inputs-changed",
    message: expect.stringContaining("module import scores.mjs") as string,
  });
  expect(await resume(true)).toMatchObject({ finished: true });
  expect(warnings).toEqual([
    expect.stringContaining("module import scores.mjs"),
    expect.stringContaining("scores that are kept are still used"),
  ]);
});

test("a record of the first version, which knew no imports, is still good", async () => {
  const { libraries: _libraries, ...record } = inputs();
  const { module } = record["files"] as { readonly module: string };
  const old = { ...record, version: 1, files: { module } };
  writeFileSync(join(run.folder, "inputs.json"), JSON.stringify(old));
  expect(await resume()).toMatchObject({ finished: true });
  expect(warnings).toEqual([]);
});
