/**
 * Golden cases of the forecast measures: kind `forecast`, every file in the folder named by `GOLDEN_DIR` (default
 * `../shared/golden`), in float64 to 1e-9 relative to the larger of 1 and the value.
 */
import { expect } from "vitest";
import { coverage } from "../../src/evaluation/forecast/calibration.ts";
import { crpsFairPerStep, crpsPerStep } from "../../src/evaluation/forecast/crps.ts";
import { mae, mase, mse, smape } from "../../src/evaluation/forecast/point-errors.ts";
import { weightedQuantileLoss } from "../../src/evaluation/forecast/quantile-loss.ts";
import {
  deciles,
  quantileAt,
  sampleMean,
  sampleQuantiles,
} from "../../src/evaluation/forecast/sample-quantiles.ts";
import { describeGoldenCases } from "./golden-cases.fixture.ts";

interface ForecastCase {
  readonly kind: "forecast";
  readonly season: number;
  readonly inputs: {
    readonly history: readonly number[];
    readonly actual: readonly number[];
    readonly samples: readonly (readonly number[])[];
  };
  readonly expected: Readonly<Record<string, number | readonly number[]>>;
}

function run({ season, inputs }: ForecastCase): Record<string, number | ArrayLike<number>> {
  const { history, actual, samples } = inputs;
  const forecast = sampleQuantiles(samples, deciles);
  const median = quantileAt(forecast, 0.5);
  const [low, high] = [quantileAt(forecast, 0.1), quantileAt(forecast, 0.9)];
  return {
    crpsPerStep: crpsPerStep(samples, actual),
    crpsFairPerStep: crpsFairPerStep(samples, actual),
    weightedQuantileLoss: weightedQuantileLoss([{ forecast, actual }]),
    mase: mase(median, actual, history, season),
    smape: smape(median, actual),
    mse: mse(sampleMean(samples), actual),
    mae: mae(median, actual),
    coverage80: coverage([{ low, high, actual }]),
  };
}

describeGoldenCases("golden cases: forecasts", ["forecast"], run, (name, actual, expected) => {
  const left = typeof actual === "number" ? [actual] : Array.from(actual);
  const right = typeof expected === "number" ? [expected] : expected;
  expect(left.length, `${name}: number of values`).toBe(right.length);
  right.forEach((value, i) => {
    const error = Math.abs(left[i]! - value) / Math.max(1, Math.abs(value));
    expect(error <= 1e-9, `${name}[${i}]: got ${left[i]}, expected ${value}`).toBe(true);
  });
});
