import { expect, test } from "vitest";
import { tinyTraining } from "../engine/tiny-cases.fixture.ts";
import { runTrainPlan } from "./train-bench.ts";
import { trainCase, trainCases, trainData } from "./train-case.ts";
import { trainTargets } from "./train-targets.ts";
import { benchTrainer } from "./train-trainer.ts";

test("a tiny run measures both sides and says what it stands on", async () => {
  const progress: string[] = [];
  const report = await runTrainPlan(
    {
      cases: [tinyTraining],
      schedule: { rounds: 1, burstMs: 1, limitMs: 10_000 },
      memoryRun: null,
    },
    (text) => progress.push(text),
  );
  expect(report.rows.map(({ hidden }) => hidden)).toEqual([5]);
  for (const row of report.rows) {
    expect(row.windageItersPerSecond).toBeGreaterThan(0);
    expect(row.torchItersPerSecond === null).toBe(report.versions["torch"] === undefined);
    expect(row.peakMemoryMb).toBeGreaterThan(20);
  }
  expect(report.targets.every(({ got, met }) => got === null && met === null)).toBe(true);
  const notes = report.notes.join("\n");
  expect(notes).toMatch(/One iteration on sim8: 3 roll-outs of 8 steps with noise 0.25/);
  expect(notes).toMatch(/1024³ product: our ONNX engine \d+ GFLOP\/s with 1 thread/);
  expect(notes).toMatch(/PyTorch/);
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

test("the dataset is half of the table, without repetition, the same every time", () => {
  const { scores, dataset } = trainData();
  expect([scores.length, dataset.length, new Set(dataset).size]).toEqual([65_536, 32_768, 32_768]);
  expect(trainData().dataset).toEqual(dataset);
  expect(dataset.slice(0, 4)).toEqual(Uint32Array.of(14_519, 37_091, 39_372, 4264));
});

test("targets are ratios of the table and a limit on memory", () => {
  const row = (hidden: number, ours: number, torch: number | null) => ({
    hidden,
    windageItersPerSecond: ours,
    torchItersPerSecond: torch,
    peakMemoryMb: 100,
  });
  expect(trainTargets([row(64, 800, 100), row(128, 790, 100), row(2048, 4, null)], 600)).toEqual([
    { name: "hidden 64, windage / torch", wanted: "≥ 8×", got: 8, met: true },
    { name: "hidden 128, windage / torch", wanted: "≥ 8×", got: 7.9, met: false },
    { name: "hidden 2048, windage / torch", wanted: "≥ 2×", got: null, met: null },
    { name: "peak memory of a default run", wanted: "< 600 MB", got: 600, met: false },
  ]);
  expect(trainTargets([], null).map(({ met }) => met)).toEqual([null, null, null, null]);
  expect(trainCases.map(({ hidden }) => hidden)).toEqual([64, 128, 2048]);
});
