import fc from "fast-check";
import { expect, test } from "vitest";
import { coverage, msis, pit, pitHistogram } from "./calibration.ts";
import { crps, crpsFair, crpsFairPerStep, crpsPerStep } from "./crps.ts";
import { mae, mase, mse, owa, seasonalScale, smape } from "./point-errors.ts";
import { scaledQuantileLoss, weightedQuantileLoss, pinball, quantileLoss } from "./quantile-loss.ts";
import { deciles, quantileAt, sampleMean, sampleQuantiles, sortedQuantile } from "./sample-quantiles.ts";

const settings = { seed: 12, numRuns: 100 };
const value = fc.double({ min: -100, max: 100, noNaN: true });
const samples = fc.array(value, { minLength: 2, maxLength: 9 });

function pairwise(x: readonly number[], y: number, pairs: number): number {
  const distance = x.reduce((sum, xi) => sum + Math.abs(xi - y), 0) / x.length;
  let spread = 0;
  for (const a of x) for (const b of x) spread += Math.abs(a - b);
  return distance - spread / (2 * pairs);
}

test("CRPS equals the sum over all pairs, plain and fair", () => {
  fc.assert(
    fc.property(samples, value, (x, y) => {
      expect(crps(x, y)).toBeCloseTo(pairwise(x, y, x.length ** 2), 9);
      expect(crpsFair(x, y)).toBeCloseTo(pairwise(x, y, x.length * (x.length - 1)), 9);
      expect(crps(x, y)).toBeGreaterThanOrEqual(-1e-9);
    }),
    settings,
  );
});

test("CRPS by hand: samples 0 and 2 against 1 are 1 − 4/8 plain and 1 − 4/4 fair; one sample is the absolute error", () => {
  expect(crps([0, 2], 1)).toBe(0.5);
  expect(crpsFair([2, 0], 1)).toBe(0);
  expect(crps([3], 1)).toBe(2);
  const paths = [
    [0, 3],
    [2, 3],
  ];
  expect([...crpsPerStep(paths, [1, 1])]).toEqual([0.5, 2]);
  expect([...crpsFairPerStep(paths, [1, 1])]).toEqual([0, 2]);
});

test("CRPS is twice the pinball loss averaged over dense levels", () => {
  const x = [-1, 0.5, 2, 2.5, 7];
  const levels = Array.from({ length: 20_000 }, (_, i) => (i + 0.5) / 20_000);
  // The law of the samples is a step function: its quantile at level q is the ⌈qN⌉-th sample.
  const loss = levels.reduce((sum, q) => sum + 2 * pinball(q, x[Math.ceil(q * 5) - 1]!, 1.2), 0) / 20_000;
  expect(crps(x, 1.2)).toBeCloseTo(loss, 6);
});

test("quantiles interpolate linearly and never cross", () => {
  expect(sortedQuantile([1, 2, 4, 8], 0.25)).toBe(1.75);
  expect(sortedQuantile([3], 0.9)).toBe(3);
  const paths = [[1, 8], [2, 4], [4, 2], [8, 1]]; // prettier-ignore
  const forecast = sampleQuantiles(paths, [0.25, 0.75]);
  expect(forecast.values.map((row) => [...(row as Float64Array)])).toEqual([
    [1.75, 1.75],
    [5, 5],
  ]);
  expect([...sampleMean(paths)]).toEqual([3.75, 3.75]);
  expect(() => quantileAt(forecast, 0.5)).toThrowError(/level 0.5, expected one of 0.25, 0.75/);
  fc.assert(
    fc.property(samples, (x) => {
      const { values } = sampleQuantiles(
        x.map((v) => [v]),
        deciles,
      );
      values.slice(1).forEach((row, i) => expect(row[0]!).toBeGreaterThanOrEqual(values[i]![0]!));
    }),
    settings,
  );
});

test("point errors by hand", () => {
  expect(mae([1, 5], [2, 2])).toBe(2);
  expect(mse([1, 5], [2, 2])).toBe(5);
  expect(smape([1, 0], [3, 0])).toBe(50);
  expect(seasonalScale([1, 2, 4, 8], 2)).toBe(4.5);
  expect(mase([1, 5], [2, 2], [1, 2, 4, 8], 2)).toBeCloseTo(2 / 4.5, 15);
  expect(owa({ smape: 10, mase: 1 }, { smape: 20, mase: 4 })).toBe(0.375);
});

test("weighted quantile loss by hand: level .9, forecast 1 against 3 and 2 against 1", () => {
  const outcome = { forecast: { levels: [0.9], values: [[1, 2]] }, actual: [3, 1] };
  expect(quantileLoss(outcome)).toBeCloseTo(2 * (0.9 * 2 + 0.1), 15);
  expect(weightedQuantileLoss([outcome])).toBeCloseTo(3.8 / 4, 15);
  expect(scaledQuantileLoss([outcome, outcome], [2, 1])).toBeCloseTo((0.95 + 1.9) / 2, 15);
});

test("WQL does not change with the units; scaled WQL does not let a large series rule", () => {
  fc.assert(
    fc.property(samples, fc.double({ min: 0.1, max: 50, noNaN: true }), (x, unit) => {
      const of = (k: number) => ({
        forecast: sampleQuantiles(
          x.map((v) => [v * k, v * k]),
          deciles,
        ),
        actual: [3 * k, 4 * k],
      });
      expect(weightedQuantileLoss([of(unit)])).toBeCloseTo(weightedQuantileLoss([of(1)]), 8);
      expect(scaledQuantileLoss([of(1), of(unit)], [1, unit])).toBeCloseTo(
        scaledQuantileLoss([of(1)], [1]),
        6,
      );
    }),
    settings,
  );
});

test("intervals: coverage counts ends as inside; MSIS adds what lies outside times 2/α", () => {
  const outcome = { low: [0, 0, 0], high: [1, 1, 1], actual: [0, 1, 1.5] };
  expect(coverage([outcome])).toBeCloseTo(2 / 3, 15);
  expect(msis(outcome, 0.95, 2)).toBeCloseTo((3 + 40 * 0.5) / 3 / 2, 12);
});

test("the transform of a calibrated forecast is uniform, of a narrow one a bowl", () => {
  const ranks = Array.from({ length: 100 }, (_, i) => i);
  const transforms = ranks.map((y) => pit(ranks, y));
  expect([...pitHistogram(transforms, 5)].every((share) => Math.abs(share - 0.2) < 1e-12)).toBe(true);
  const narrow = ranks.map((y) => pit([49, 50, 51], y));
  expect(pitHistogram(narrow, 5)[0]).toBeGreaterThan(0.4);
});

test("lists that do not match are refused with both lengths", () => {
  expect(() => mae([1], [1, 2])).toThrowError(/got 1 forecast and 2 actual/);
  expect(() => crpsPerStep([], [1])).toThrowError(/got 0 forecast and 1 actual/);
  expect(() => sampleQuantiles([[1], [1, 2]], [0.5])).toThrowError(/all of one length/);
  expect(() => seasonalScale([1, 2], 2)).toThrowError(/2 values and season 2/);
  expect(() => crpsFair([1], 1)).toThrowError(/at least 2/);
  expect(() => scaledQuantileLoss([], [])).toThrowError(/one scale per series/);
});
