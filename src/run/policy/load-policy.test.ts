/** A policy by itself: the samples of its trainer, without what scored, and nothing that a folder from elsewhere could start. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import type { AskedCondition } from "../../assessment/condition/conditions.ts";
import type { ExperimentConfig } from "../config/config.ts";
import { checkpointNames } from "../checkpoint/checkpoint.ts";
import { importRun } from "../import-run.ts";
import type { Run } from "../layout.ts";
import { trainRun } from "../training/train-run.ts";
import { withTrainedRun } from "../training/trained-run.ts";
import { loadPolicy } from "./load-policy.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-policy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, "runs");

async function trained(config: Partial<ExperimentConfig>): Promise<Run> {
  const run = await smallRun(root, smallConfig({ iterations: 3, checkpointEvery: 2, ...config }));
  await trainRun(run, { onProgress: () => undefined, trust: true });
  return run;
}

/** What the trainer of a run samples. */
const ofTrainer = (run: Run, asked?: AskedCondition): Promise<readonly string[]> =>
  withTrainedRun(run, ({ trainer, conditions }) =>
    trainer.sample(60, 7, asked === undefined ? undefined : conditions!.find(asked).context),
  );

/** As somebody has it who was given the folder. */
async function fromElsewhere(run: Run, name: string): Promise<Run> {
  const given = join(folder, `given-${name}`);
  cpSync(run.folder, given, { recursive: true });
  rmSync(join(given, "signature"), { force: true });
  return (await importRun(given, { root, id: name })).run;
}

const letters = "sequence,score\nAAC,1\nACG,2\nTTT,3\n";
const matrix = "intended,A,C,G,T\nA,0.9,0.1,0,0\nC,0,1,0,0\nG,0,0,0.5,0.5\nT,0,0,0,1\n";

test.each<[string, (file: string) => Partial<ExperimentConfig>]>([
  ["a file of scores", (file) => ({ oracleCsv: file })],
  ["a file of noise", (file) => ({ oracleCsv: file, noiseMatrix: `${file}.noise`, alpha: null })],
  [
    "a sampler that sees no outcomes",
    (file) => ({ oracleCsv: file, observes: "intentions", objective: "stb" }),
  ],
])("of a run with %s that is gone: the samples of its trainer, without trust", async (name, config) => {
  const file = join(folder, `${name.replaceAll(" ", "-")}.csv`);
  writeFileSync(file, letters);
  writeFileSync(`${file}.noise`, matrix);
  const run = await trained(config(file));
  const expected = await ofTrainer(run);
  rmSync(file);
  rmSync(`${file}.noise`);
  const imported = await fromElsewhere(run, name.replaceAll(" ", "-"));
  const warnings: string[] = [];
  const { sample, iteration } = await loadPolicy(imported, { onWarning: (text) => warnings.push(text) });
  const { objects, intended } = await sample(60, 7);
  expect(objects).toEqual(expected);
  expect(intended).toHaveLength(60);
  expect({ iteration, warnings }).toEqual({ iteration: 3, warnings: [] });
  await expect(ofTrainer(run)).rejects.toThrow(/there is no file/);
});

test("of a run whose program is gone, which is not started", async () => {
  const program = join(folder, "score.mjs");
  const asked = join(folder, "asked");
  const count = `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(asked)}, "x");`;
  const answer = `for await (const line of (await import("node:readline")).createInterface({ input: process.stdin })) { const { id, sequence } = JSON.parse(line); console.log(JSON.stringify({ id, score: sequence.length })); }`;
  writeFileSync(program, `${count}\n${answer}\n`);
  const space = { alphabet: "AB", minLength: 2, maxLength: 4 };
  const run = await trained({
    oracleCommand: [process.execPath, program],
    folder,
    ...space,
    keepScores: "own",
  });
  const expected = await ofTrainer(run);
  const before = readFileSync(asked, "utf8");
  expect((await (await loadPolicy(run)).sample(60, 7)).objects).toEqual(expected);
  rmSync(program);
  const imported = await fromElsewhere(run, "of-a-program");
  expect((await (await loadPolicy(imported)).sample(60, 7)).objects).toEqual(expected);
  expect(readFileSync(asked, "utf8")).toBe(before);
});

test("of a run under conditions, one of which has to be named", async () => {
  const files = ["one", "two"].map((name) => join(folder, `${name}.csv`));
  for (const file of files) writeFileSync(file, letters);
  const run = await trained({
    conditionTable: files.map((file, i) => `${"PQ"[i]}=${file}`),
    betaRange: [1, 3],
  });
  const expected = await ofTrainer(run, { condition: "Q", beta: 2 });
  for (const file of files) rmSync(file);
  const { sample, conditions } = await loadPolicy(run);
  expect(conditions?.listed.map(({ name }) => name)).toEqual(
    ["P", "Q"].flatMap((table) => [1, 2, 3].map((beta) => `${table}, β = ${beta}`)),
  );
  expect((await sample(60, 7, { condition: "Q", beta: 2 })).objects).toEqual(expected);
  await expect(sample(60, 7)).rejects.toThrow(/reward\.exponent: got none/);
});

test.each(["grid", "bits", "sim8"])("of a run of %s", async (task) => {
  const run = await trained({ task, alphabet: null, side: 4, bits: 24, wordBits: 4 });
  expect((await (await loadPolicy(run)).sample(60, 7)).objects).toEqual(await ofTrainer(run));
});

test("a module brings its own environment, so it is opened, and only with trust", async () => {
  const module = join(folder, "own.mjs");
  const windage = JSON.stringify(new URL("../../index.ts", import.meta.url).href);
  writeFileSync(
    module,
    `import { sequenceEnvironment } from ${windage};
     export default { environment: sequenceEnvironment({ alphabet: "AB", length: 3 }),
       landscape: { name: "own", score: async (list) => Float64Array.from(list, () => 1) } };`,
  );
  const run = await trained({ task: module, alphabet: null, alpha: null, keepScores: "own" });
  const expected = await ofTrainer(run);
  const imported = await fromElsewhere(run, "of-a-module");
  await expect(loadPolicy(imported)).rejects.toMatchObject({ code: "run/untrusted" });
  expect((await (await loadPolicy(imported, { trust: true })).sample(60, 7)).objects).toEqual(expected);
});

test("a run of an earlier version needs its file, and says so", async () => {
  const file = join(folder, "earlier.csv");
  writeFileSync(file, letters);
  const run = await trained({ oracleCsv: file });
  rmSync(join(run.folder, "space.json"));
  expect((await (await loadPolicy(run)).sample(60, 7)).objects).toEqual(await ofTrainer(run));
  rmSync(file);
  await expect(loadPolicy(run)).rejects.toThrow(/made by a version that did not note what is built/);
});

test("what a folder says is not believed", async () => {
  const run = await trained({ task: "bits", alphabet: null, bits: 24, wordBits: 4 });
  const named = async (): Promise<string> => join(run.folder, "checkpoint", (await checkpointNames(run))[0]!);
  const whole = readFileSync(await named());
  truncateSync(await named(), whole.length - 5);
  const warnings: string[] = [];
  const { iteration } = await loadPolicy(run, { onWarning: (text) => warnings.push(text) });
  expect(iteration).toBeLessThan(3);
  expect(warnings.join("\n")).toMatch(
    /passed over a damaged checkpoint.*\n.*newest whole checkpoint is used/,
  );
  // A network of another size, and a space that no run has.
  const other = { ...run, record: { ...run.record, config: { ...run.record.config, hidden: 999 } } };
  await expect(loadPolicy(other)).rejects.toThrow(/belongs to another model/);
  const file = join(folder, "space.csv");
  writeFileSync(file, letters);
  const told = await trained({ oracleCsv: file });
  const space = join(told.folder, "space.json");
  const say = (fields: object): void => {
    const known = { format: "windage-space", version: 1, alphabet: "ACGT", minLength: 3, maxLength: 3 };
    writeFileSync(space, JSON.stringify({ ...known, matrices: null, tables: null, ...fields }));
  };
  say({ maxLength: 1e9 });
  await expect(loadPolicy(told)).rejects.toThrow(/"maxLength" is 1000000000/);
  say({ minLength: 5, maxLength: 2 });
  await expect(loadPolicy(told)).rejects.toThrow();
  say({
    matrices: [
      [
        [2, 0],
        [0, 1],
      ],
    ],
  });
  await expect(loadPolicy(told)).rejects.toThrow();
  rmSync(space);
  mkdirSync(space);
  await expect(loadPolicy(told)).rejects.toMatchObject({ code: "run/broken" });
});
