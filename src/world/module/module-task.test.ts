/** Tasks from a user's module: an environment with several parents per state, exact where every score may be asked for. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { asFlags } from "../../run/config/run-options.ts";
import { said, typed } from "../../run/config/typed.fixture.ts";
import type { ExperimentConfig } from "../../run/config/config.ts";
import { smallConfig, smallRun } from "../../run/config/small-run.fixture.ts";
import { openWorld } from "../open-world.ts";
import { trainRun } from "../../run/training/train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-module-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const warnings: string[] = [];

/** Sets of three markers, chosen in any order; a tenth of the time the next marker in the row is taken instead. */
const panels = `
const names = ["a", "b", "c"];
const n = 3;
const environment = {
  name: "panels",
  actionCount: n + 1,
  outcomeCount: n + 1,
  maxSteps: n + 1,
  featureCount: n + 1,
  initial: { chosen: [false, false, false], done: false },
  isTerminal: ({ done }) => done,
  isLegal: ({ chosen, done }, action) => !done && (action === n ? chosen.includes(true) : !chosen[action]),
  outcomeProbabilities({ chosen }, action, out) {
    out.fill(0);
    const other = [1, 2].map((step) => (action + step) % n).find((marker) => !chosen[marker]);
    if (action === n || other === undefined) out[action] = 1;
    else { out[action] = 0.9; out[other] = 0.1; }
  },
  next: ({ chosen }, outcome) =>
    outcome === n ? { chosen, done: true } : { chosen: chosen.with(outcome, true), done: false },
  encode: ({ chosen, done }, out, offset) => out.set([...chosen, done].map(Number), offset),
  key: ({ chosen, done }) => chosen.map(Number).join("") + (done ? "." : "-"),
  objectOf: ({ chosen }) => names.filter((_, i) => chosen[i]).join("+"),
  backward: {
    count: n * n + 1,
    indexOf: (action, outcome) => (outcome === n ? n * n : outcome * n + action),
    isLegal({ chosen, done }, index) {
      if (done || index === n * n) return done && index === n * n;
      const [outcome, action] = [Math.floor(index / n), index % n];
      if (!chosen[outcome]) return false;
      const parent = { chosen: chosen.with(outcome, false), done: false };
      if (!environment.isLegal(parent, action)) return false;
      const out = new Float64Array(n + 1);
      environment.outcomeProbabilities(parent, action, out);
      return out[outcome] > 0;
    },
  },
};
const landscape = {
  name: "markers",
  enumerable: false,
  score: async (objects) => Float64Array.from(objects, (object) => object.split("+").length),
};
`;

async function train(name: string, exported: string) {
  const path = join(folder, name);
  writeFileSync(path, `${panels}\nexport default ${exported};\n`);
  const config = smallConfig({
    task: path,
    alphabet: null,
    alpha: null,
    iterations: 600,
    onPolicy: 64,
    beta: 1,
    hidden: 32,
  });
  const run = await smallRun(join(folder, "runs"), config);
  warnings.length = 0;
  const outcome = await trainRun(run, {
    onProgress: () => undefined,
    onWarning: (text) => warnings.push(text),
    say: asFlags,
  });
  if (!outcome.finished) throw new Error("it did not finish");
  return outcome.report;
}

describe("a module", () => {
  test("with exact: true is evaluated on its graph and learned", async () => {
    const report = await train("exact.mjs", "{ environment, landscape, exact: true }");
    // Rewards 1, 1, 1, 2, 2, 2 and 3 for the seven sets.
    expect(report.logZ.exact).toBeCloseTo(Math.log(12), 9);
    expect(report.limit.tv).toBeGreaterThanOrEqual(0);
    expect(report.exact.tv! - report.limit.tv!).toBeLessThan(0.02);
    expect(report.estimates).toBeNull();
    expect(warnings).toEqual([]);
  });

  test("that can be asked for all scores keeps none, whatever is said about kept ones", async () => {
    const path = join(folder, "free.mjs");
    const notesWith = async (exported: string) => {
      writeFileSync(path, `${panels}\nexport default ${exported};\n`);
      const config = smallConfig({ task: path, alpha: null, oracleVersion: "v9", keepScores: "own" });
      const world = await openWorld(config, folder);
      await world.dispose();
      return said(world.notes ?? []);
    };
    const why = "has no effect, because no scores are kept of a module that can be asked for all.";
    expect(await notesWith("{ environment, landscape, exact: true }")).toEqual([
      `--oracle-version v9: ${why}`,
      `--keep-scores own: ${why}`,
    ]);
  });

  test("without it is sampled; with several ways to an object there is no estimate of log Z", async () => {
    const report = await train("sampled.mjs", "{ environment, landscape }");
    expect(report.exact.tv).toBeNull();
    expect(report.estimates).toMatchObject({ elbo: null, logZ: null, klReverse: null });
    expect(report.estimates?.meanScore.estimate).toBeGreaterThan(1.5);
    expect(report.dynamics.nll).toBeGreaterThan(0);
    expect(warnings[0]).toMatch(/^--evaluate-every 10: has no effect/);
  });

  test.each([
    ["none.mjs", "undefined", "expected the default export to be an object"],
    ["no-landscape.mjs", "{ environment }", "a landscape in it"],
    [
      "no-name.mjs",
      "{ environment, landscape: { score: () => [1] } }",
      "landscape.name: got nothing, expected a few words",
    ],
    ["no-environment.mjs", "{ landscape }", "an environment in it"],
    ["vague.mjs", '{ environment, landscape, exact: "yes" }', 'whose "exact" is true or false'],
    [
      "large.mjs",
      "{ environment: { ...environment, enumeration: { stateCount: 300_000, indexOf: (state) => parseInt(environment.key(state).replace('-', '0').replace('.', '1'), 2) } }, landscape, exact: true }",
      'got "exact: true" for 300,000 states, expected at most 262,144',
    ],
    [
      "throws.mjs",
      "{ environment: { ...environment, next: () => { throw new Error('no'); } }, landscape }",
      "(throws",
    ],
    ["no-key.mjs", "{ environment: { ...environment, key: undefined }, landscape }", "(missing"],
    [
      "sum.mjs",
      "{ environment: { ...environment, outcomeProbabilities: (_, __, out) => out.fill(0.3) }, landscape }",
      "(probabilities",
    ],
  ])("%s is refused with what is missing", async (name, exported, advice) => {
    await expect(train(name, exported)).rejects.toThrow(advice);
  });
});

describe("a start that is refused", () => {
  /** Counts what it is asked for in a file beside it, as a program that costs money would. */
  const paid = `
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync(process.argv[2], "asked\\n");
  console.log("0.5");
}
`;

  test.each<[string, Partial<ExperimentConfig>, string]>([
    ["a metric of every score", { stopBelow: 0.1 }, "--stop-metric: got tv"],
    [
      "stopping where nothing stops",
      { objective: "mdb" },
      "--objective: got mdb, which asks what stopping would be worth",
    ],
    [
      "a width that heads do not divide",
      { model: "transformer", hidden: 30 },
      "--model transformer: got a width (--hidden) of 30",
    ],
    ["a memory without end", { model: "kmer", kmer: 30, minLength: 40, maxLength: 40 }, "--kmer: got 30"],
    ["an objective that is none", { objective: "sdbb" }, '--objective: got "sdbb"'],
  ])("%s leaves no run and costs no score", async (name, settings, words) => {
    const [program, asked] = [join(folder, "paid.mjs"), join(folder, `${name}.log`)];
    writeFileSync(program, paid);
    const config = smallConfig({
      task: "paid",
      oracleCommand: [process.execPath, program, asked],
      missing: "error",
      minLength: 5,
      maxLength: 5,
      ...settings,
    });
    const run = await smallRun(join(folder, "refused"), config);
    await expect(typed(() => trainRun(run, { onProgress: () => undefined }))).rejects.toThrow(words);
    expect(existsSync(run.folder)).toBe(false);
    expect(existsSync(asked)).toBe(false);
  });
});
