/** Runs whose scores come from a program: failures in the middle, resuming, and nothing asked twice. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { WindageError } from "../../error.ts";
import type { Run } from "../layout.ts";
import { runWord } from "../run-words.ts";
import { readStatus } from "../status.ts";
import { readMetrics } from "../metrics/metrics-reader.ts";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import { evaluateTrained } from "./trained-run.ts";
import { trainRun } from "./train-run.ts";
import type { TrainOutcome } from "./train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-oracle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, "runs");

/**
 * Counts As; answers NaN from the 300th question on while a file called broken is there, and nothing while one called
 * silent is; notes what it was asked.
 */
writeFileSync(
  join(folder, "score.mjs"),
  `import { appendFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";
let asked = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, sequence } = JSON.parse(line);
  asked++;
  const broken = existsSync(process.argv[2] + ".broken") && asked > 300;
  appendFileSync(process.argv[2], sequence + "\\n");
  const score = sequence.split("A").length / 9;
  if (existsSync(process.argv[2] + ".silent")) continue;
  console.log(broken ? '{"id":' + id + ',"score":NaN}' : JSON.stringify({ id, score }));
}
`,
);

const quiet = { onProgress: () => undefined };

function config(notes: string) {
  return smallConfig({
    oracleCommand: [process.execPath, "score.mjs", join(folder, notes)],
    folder,
    minLength: 8,
    maxLength: 8,
    model: "mlp",
    missing: "error",
    samples: 32,
  });
}

function asked(notes: string): string[] {
  return readFileSync(join(folder, notes), "utf8").trim().split("\n");
}

function reportOf(outcome: TrainOutcome) {
  if (!outcome.finished) throw new Error("it did not finish");
  const { seconds: _seconds, ...report } = outcome.report;
  return report;
}

describe("a run with an oracle", () => {
  test("that fails keeps what it has, names the sequence, and goes on to the numbers of one that never failed", async () => {
    const smooth = await smallRun(root, config("smooth"));
    const whole = reportOf(await trainRun(smooth, quiet));

    writeFileSync(join(folder, "rough.broken"), "");
    const rough = await smallRun(root, config("rough"));
    const failure = (await trainRun(rough, quiet).catch((error: unknown) => error)) as WindageError;
    expect(failure.code).toMatch(/^landscape\//);
    expect(failure.message).toMatch(/"[ACGT]{8}"/);
    expect(failure.message).toContain(`windage resume ${runWord(rough.folder)}`);
    expect((await readStatus(rough))?.state).toBe("failed");

    rmSync(join(folder, "rough.broken"));
    const before = asked("rough").length;
    const resumed = reportOf(await trainRun(rough, { ...quiet, resume: true }));
    expect(resumed).toEqual(whole);
    expect(await readMetrics(rough)).toEqual(await readMetrics(smooth));
    // Only the batch that failed is asked for again, as far as it had no answers.
    const repeated = asked("rough").length - new Set(asked("rough")).size;
    expect(repeated).toBeLessThanOrEqual(16);
    expect(before).toBeGreaterThan(0);
    expect(new Set(asked("rough"))).toEqual(new Set(asked("smooth")));

    expect(whole.exact.tv).toBeNull();
    expect(whole.estimates?.logZ?.standardError).toBeGreaterThan(0);
    // The same samples again cost nothing.
    const total = asked("smooth").length;
    await evaluateTrained(smooth);
    expect(asked("smooth")).toHaveLength(total);
    expect(new Set(asked("smooth")).size).toBe(total);
  });

  test("shares its scores with others that ask the same program, until the program is changed", async () => {
    const copy = join(folder, "copy.mjs");
    // What a word of the command names belongs to the program, so it must not note its questions there.
    const source = readFileSync(join(folder, "score.mjs"), "utf8");
    writeFileSync(copy, source.replace("(process.argv[2], ", '(process.argv[2] + ".asked", '));
    const same = { ...config("same"), oracleCommand: [process.execPath, copy, join(folder, "same")] };
    const first = reportOf(await trainRun(await smallRun(root, same), quiet));
    const total = asked("same.asked").length;
    expect(new Set(asked("same.asked")).size).toBe(total);
    const again = await smallRun(root, same);
    expect(reportOf(await trainRun(again, quiet))).toEqual(first);
    expect(asked("same.asked")).toHaveLength(total);
    const own = await smallRun(root, { ...same, keepScores: "own" as const });
    expect(reportOf(await trainRun(own, quiet))).toEqual(first);
    expect(asked("same.asked")).toHaveLength(2 * total);
    writeFileSync(copy, `${readFileSync(copy, "utf8")}// another model\n`);
    await trainRun(await smallRun(root, same), quiet);
    expect(asked("same.asked")).toHaveLength(3 * total);
  });

  test("that cannot be started is no run at all", async () => {
    const run = await smallRun(root, {
      ...config("never"),
      oracleCommand: [join(folder, "no-such-program")],
    });
    await expect(trainRun(run, quiet)).rejects.toMatchObject({ code: "landscape/command-not-started" });
    expect(existsSync(run.folder)).toBe(false);
  });
});

describe("a dataset", () => {
  test("is mixed into updates, asks for no scores, and is refused where it does not fit", async () => {
    const table = join(folder, "table.csv");
    const known = join(folder, "known.csv");
    writeFileSync(table, "sequence,score\nACG,1\nGGG,0.9\n");
    writeFileSync(known, "sequence,score\nACG,1\nGGG,0.9\n");
    const plain = smallConfig({ oracleCsv: table, iterations: 10 });
    const without = reportOf(await trainRun(await smallRun(root, plain), quiet));
    const mixed = { ...plain, dataset: known, datasetBatch: 8 };
    const report = reportOf(await trainRun(await smallRun(root, mixed), quiet));
    expect(report.oracleCalls).toBe(without.oracleCalls);
    expect(report.exact.tv).not.toBe(without.exact.tv);
    writeFileSync(known, "sequence,score\nACGT,1\n");
    const run = await smallRun(root, mixed);
    await expect(trainRun(run, quiet)).rejects.toThrow('sequence "ACGT": got 4 letters, expected 3');
    expect(existsSync(run.folder)).toBe(false);
  });
});

describe("an early stop", () => {
  const table = join(folder, "stop.csv");

  test("ends a run at the evaluation that satisfies it, with a report", async () => {
    writeFileSync(table, "sequence,score\nACG,1\nGGG,0.9\n");
    const config = smallConfig({ oracleCsv: table, evaluateEvery: 10, stopBelow: 0.999 });
    const run = await smallRun(root, config);
    expect(reportOf(await trainRun(run, quiet)).steps).toBe(10);
    expect((await readMetrics(run)).rows).toHaveLength(10);
    // Had it been killed while the report was made, it would not go on training.
    expect(reportOf(await trainRun(run, { ...quiet, resume: true })).steps).toBe(10);
  });

  test("that comes with the last iteration has ended nothing early", async () => {
    const changes = { oracleCsv: table, iterations: 10, evaluateEvery: 10, stopBelow: 0.999 };
    const run = await smallRun(root, smallConfig(changes));
    expect(await trainRun(run, quiet)).toMatchObject({ finished: true, endedEarly: false });
  });

  test("on a metric that needs every score is refused where scores are only sampled", async () => {
    const run = await smallRun(root, { ...config("stop"), stopBelow: 0.1 });
    await expect(trainRun(run, quiet)).rejects.toMatchObject({ code: "run/unknown-metric" });
  });
});

describe("more iterations", () => {
  const extend = async (run: Run, iterations: number) =>
    reportOf(await trainRun(run, { ...quiet, resume: true, iterations }));

  test("bit by bit give the bits of all at once, whatever ended the run before", async () => {
    const grid = smallConfig({ task: "grid", side: 3, alphabet: null, missing: "error", exploratory: 4 });
    const ramps = { ...grid, iterations: 20, finalEpsilon: 0.5, dynamicsRounds: 1, extraUpdates: 1 };
    const atOnce = await smallRun(root, ramps);
    await trainRun(atOnce, quiet);
    const bitByBit = await smallRun(root, { ...ramps, stopMetric: "loss" as const, stopBelow: 1e6 });
    expect(await trainRun(bitByBit, quiet)).toMatchObject({ endedEarly: true, report: { steps: 1 } });
    const whole = await extend(atOnce, 60);
    for (const iterations of [15, 33]) {
      expect(await extend(bitByBit, iterations)).toMatchObject({ steps: iterations });
    }
    expect(await extend(bitByBit, 60)).toEqual(whole);
    expect(await readMetrics(bitByBit)).toEqual(await readMetrics(atOnce));
    // What was asked for last is what a plain resume goes to.
    expect(reportOf(await trainRun(bitByBit, { ...quiet, resume: true }))).toEqual(whole);
  });

  test("than there is room for, or fewer than are done, leave the run as it is", async () => {
    const run = await smallRun(root, smallConfig({ task: "grid", side: 3, iterations: 5 }));
    await trainRun(run, quiet);
    await expect(extend(run, 4)).rejects.toMatchObject({ code: "run/too-few-iterations" });
    expect((await readStatus(run))?.state).toBe("finished");
    writeFileSync(join(run.folder, "extension.json"), '{"format":"windage-extension","iterations":1e300}');
    await expect(trainRun(run, { ...quiet, resume: true })).rejects.toMatchObject({ code: "run/broken" });
  });
});

test("a run whose folder is deleted while it trains fails and says what is lost", async () => {
  const run = await smallRun(root, smallConfig({ task: "grid", side: 3, iterations: 25 }));
  const onProgress = ({ iteration }: { readonly iteration: number }): void => {
    if (iteration === 12) rmSync(run.folder, { recursive: true });
  };
  await expect(trainRun(run, { onProgress })).rejects.toMatchObject({
    code: "run/folder-gone",
    kind: "failure",
    message: expect.stringContaining(
      "its checkpoints of 10 iterations, its metrics and its scores are lost",
    ) as string,
  });
  expect(existsSync(run.folder)).toBe(false);
});

test("log Z is told only where the objective learns it, line by line and in the report", async () => {
  const table = join(folder, "table.csv");
  writeFileSync(table, "sequence,score\nACG,1\nGGG,0.9\n");
  const train = async (objective: string) => {
    const run = await smallRun(root, smallConfig({ oracleCsv: table, objective, iterations: 4 }));
    const report = reportOf(await trainRun(run, quiet));
    const { rows } = await readMetrics(run);
    expect(rows).toHaveLength(4);
    return { learned: report.logZ.learned, logged: rows.map((row) => row["logZ"]) };
  };
  expect(await train("skl")).toEqual({ learned: null, logged: Array<undefined>(4).fill(undefined) });
  const sdb = await train("sdb+0.1*skl");
  expect(sdb.learned).toEqual(expect.any(Number));
  expect(sdb.logged).toEqual(Array<unknown>(4).fill(expect.any(Number)));
});

test("a run refuses to go on over a file that has changed, unless told, and says so when it is evaluated", async () => {
  const csv = join(folder, "changing.csv");
  writeFileSync(csv, "sequence,score\nACG,1\nGGG,0.9\n");
  const run = await smallRun(root, smallConfig({ oracleCsv: csv, iterations: 4, checkpointEvery: 2 }));
  const stop = new AbortController();
  await trainRun(run, { onProgress: () => stop.abort(), signal: stop.signal });
  writeFileSync(csv, "sequence,score\nACG,1\nGGG,0.8\n");
  const warnings: string[] = [];
  const onWarning = (text: string): number => warnings.push(text);
  await evaluateTrained(run, { onWarning });
  expect(warnings).toEqual([`${run.id}: its oracleCsv has changed since it began`]);
  await expect(trainRun(run, { ...quiet, resume: true })).rejects.toMatchObject({
    code: "run/inputs-changed",
    message: expect.stringContaining("changedInputs") as string,
  });
  // A refusal changes nothing, not even how the run stands or how far it is to go.
  const longer = trainRun(run, { ...quiet, resume: true, iterations: 9 });
  await expect(longer).rejects.toMatchObject({ code: "run/inputs-changed" });
  expect((await readStatus(run))?.state).toBe("stopped");
  expect(existsSync(join(run.folder, "extension.json"))).toBe(false);
  const told = await trainRun(run, { ...quiet, onWarning, resume: true, changedInputs: true });
  expect(told.finished).toBe(true);
  expect(warnings).toHaveLength(2);
});

test("a signal ends the report of a trained run, and resuming makes it", async () => {
  const whole = reportOf(await trainRun(await smallRun(root, config("uninterrupted")), quiet));
  const run = await smallRun(root, config("interrupted"));
  const silent = join(folder, "interrupted.silent");
  const stop = new AbortController();
  const outcome = await trainRun(run, {
    ...quiet,
    signal: stop.signal,
    onReport: () => {
      writeFileSync(silent, "");
      // By then it waits for scores that do not come.
      setTimeout(() => stop.abort(), 500);
    },
  });
  expect(outcome).toEqual({ finished: false, iteration: whole.steps });
  expect((await readStatus(run))?.state).toBe("stopped");
  rmSync(silent);
  expect(reportOf(await trainRun(run, { ...quiet, resume: true }))).toEqual(whole);
  writeFileSync(silent, "");
  const later = new AbortController();
  const onPhase = (phase: string): void => {
    if (phase.startsWith("Evaluating")) setTimeout(() => later.abort(), 200);
  };
  // Another seed draws others, whose scores are not known yet.
  await expect(evaluateTrained(run, { seed: 9, signal: later.signal, onPhase })).rejects.toMatchObject({
    code: "assessment/stopped",
    message: "Stopped while evaluating fresh samples.",
  });
});
