import { expect, test } from "vitest";
import { tinyTraining } from "../engine/tiny-cases.fixture.ts";
import { runTrainPlan } from "./train-bench.ts";
import { iterationOperations, trainCase, trainCases, trainData } from "./train-case.ts";
import { trainTargets } from "./train-targets.ts";
import { benchTrainer } from "./train-trainer.ts";

test("a tiny run measures both sides and says what it stands on", async () => {
  const progress: string[] = [];
  const report = await runTrainPlan(
    {
      cases: [tinyTraining],
      schedule: { rounds: 1, burstMs: 1, limitMs: 10_000 },
      defaultRun: null,
    },
    (text) => progress.push(text),
  );
  expect(report.rows.map(({ hidden }) => hidden)).toEqual([5]);
  for (const row of report.rows) {
    expect(row.windageItersPerSecond).toBeGreaterThan(0);
    expect(row.guests).toEqual({});
    expect(row.floorItersPerSecond ?? Infinity).toBeGreaterThan(row.windageItersPerSecond);
    expect(row.peakMemoryMb).toBeGreaterThan(20);
  }
  expect(report.targets.every(({ got, met }) => got === null && met === null)).toBe(true);
  const notes = report.notes.join("\n");
  expect(notes).toMatch(/One iteration on sim8: 3 roll-outs of 8 steps with noise 0.25/);
  expect(notes).toMatch(/1024³ product: our ONNX engine \d+ GFLOP\/s with 1 thread/);
  expect(progress.at(-1)).toBe("round 1 of 1");
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
}, 60_000);

test("an iteration asks for as many scores as there are roll-outs, and learns", async () => {
  const trainer = await benchTrainer({ ...trainCase(16), rate: 1e-2 });
  const losses: number[] = [];
  for (let i = 0; i < 60; i++) losses.push((await trainer.iterate()).loss);
  expect(trainer.oracleCalls).toBe(60 * 16);
  await trainer.dispose();
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length;
  expect(mean(losses.slice(-10))).toBeLessThan(0.5 * mean(losses.slice(0, 10)));
});

test("operations are counted per product", () => {
  // 2 roll-out rows of 8 steps, 3 trajectories of 9 and 8 states; features 41, one hidden layer of 2 units.
  const small = { ...trainCase(2), layers: 1, onPolicy: 2, dataset: 1 };
  const later = 2 * 9;
  const rollOuts = 2 * 16 * (82 + later);
  const update = 2 * 27 * (2 * 82 + 3 * later) + 2 * 24 * (2 * 82 + 3 * 8);
  expect(iterationOperations(small)).toBe(rollOuts + update);
});

test("the dataset is half of the table, without repetition, the same every time", () => {
  const { scores, dataset } = trainData();
  expect([scores.length, dataset.length, new Set(dataset).size]).toEqual([65_536, 32_768, 32_768]);
  expect(trainData().dataset).toEqual(dataset);
  expect(dataset.slice(0, 4)).toEqual(Uint32Array.of(14_519, 37_091, 39_372, 4264));
});

test("targets are limits on the time and the memory of a default run", () => {
  const runs = {
    whole: { seconds: 12, peakMemoryMb: 601 },
    toTv: { seconds: 9, peakMemoryMb: 300 },
    peakMemoryMb: 601,
    floorSeconds: 3,
  };
  expect(trainTargets(runs)).toEqual([
    { name: "default run / its floor", wanted: "≤ 2×", got: 4, met: false },
    { name: "default run to TV ≤ 0.1", wanted: "≤ 8 s", got: 9, met: false },
    { name: "default run, start to report", wanted: "≤ 12 s", got: 12, met: true },
    { name: "peak memory of a default run", wanted: "≤ 600 MB", got: 601, met: false },
  ]);
  const none = trainTargets({ whole: null, toTv: null, peakMemoryMb: null, floorSeconds: null });
  expect(none.map(({ met }) => met)).toEqual([null, null, null, null]);
  expect(trainCases.map(({ hidden }) => hidden)).toEqual([64, 128, 2048]);
});
