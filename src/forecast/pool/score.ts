/** All measures of a model on outcomes it did not see, in one record: what tables and JSON documents show. */
import { coverage, msis, pit } from "../../evaluation/forecast/calibration.ts";
import { crps } from "../../evaluation/forecast/crps.ts";
import { mae, mse, seasonalScale, smape } from "../../evaluation/forecast/point-errors.ts";
import { scaledQuantileLoss, weightedQuantileLoss } from "../../evaluation/forecast/quantile-loss.ts";
import { deciles, quantileAt } from "../../evaluation/forecast/sample-quantiles.ts";
import type { QuantileForecast } from "../../evaluation/forecast/sample-quantiles.ts";
import { at, isMeasured, measuredSteps } from "./measured.ts";

/** One series' forecast, what had been, and what came; steps where that is NaN, not measured, count for nothing. */
export interface Outcome {
  readonly history: Float64Array;
  readonly actual: Float64Array;
  readonly point: Float64Array;
  /** Quantiles at any levels. */
  readonly quantiles: (levels: readonly number[]) => QuantileForecast;
}

/** How far forecasts were from what came. */
export interface Scores {
  readonly crps: number;
  readonly wql: number;
  readonly scaledWql: number;
  readonly mase: number;
  readonly smape: number;
  readonly mse: number;
  readonly mae: number;
  readonly msis95: number;
  readonly coverage50: number;
  readonly coverage80: number;
  readonly coverage90: number;
  readonly coverage95: number;
}

const intervals = [0.5, 0.8, 0.9, 0.95] as const;
const needed = [...new Set([...deciles, ...intervals.flatMap((width) => ends(width))])].sort((a, b) => a - b);
/** A hundred equally likely values stand for the forecast law in the CRPS. */
const equallyLikely = Array.from({ length: 100 }, (_, i) => (i + 0.5) / 100);

/** Lower and upper quantile level of a central interval. */
function ends(width: number): readonly [number, number] {
  return [Math.round((1 - width) * 5e5) / 1e6, Math.round((1 + width) * 5e5) / 1e6];
}

/** All measures of a forecasting model on outcomes it did not see, in one record: what tables and JSON documents show. */
export function score(all: readonly Outcome[], season: number): Scores {
  const outcomes = all.filter(({ actual }) => isMeasured(actual)).map(whereMeasured);
  const forecasts = outcomes.map(({ quantiles }) => quantiles(needed));
  const quantileOutcomes = outcomes.map(({ actual }, i) => ({
    forecast: { levels: deciles, values: deciles.map((level) => quantileAt(forecasts[i]!, level)) },
    actual,
  }));
  const scales = outcomes.map(({ history }) => scaleOf(history, season));
  const interval = (i: number, width: number) => ({
    low: quantileAt(forecasts[i]!, ends(width)[0]),
    high: quantileAt(forecasts[i]!, ends(width)[1]),
    actual: outcomes[i]!.actual,
  });
  const share = (width: number): number => coverage(outcomes.map((_, i) => interval(i, width)));
  const mean = (of: (outcome: Outcome, i: number) => number): number =>
    outcomes.reduce((sum, outcome, i) => sum + of(outcome, i), 0) / outcomes.length;
  return {
    crps: mean(crpsOf),
    wql: weightedQuantileLoss(quantileOutcomes),
    scaledWql: scaledQuantileLoss(quantileOutcomes, scales),
    mase: mean(({ point, actual }, i) => mae(point, actual) / scales[i]!),
    smape: mean(({ point, actual }) => smape(point, actual)),
    mse: mean(({ point, actual }) => mse(point, actual)),
    mae: mean(({ point, actual }) => mae(point, actual)),
    msis95: mean((_, i) => msis(interval(i, 0.95), 0.95, scales[i]!)),
    coverage50: share(0.5),
    coverage80: share(0.8),
    coverage90: share(0.9),
    coverage95: share(0.95),
  };
}

/** Where each value that was measured fell within its forecast, from 0 at the lower end to 1 at the upper. */
export function transformsOf(all: readonly Outcome[]): Float64Array {
  const outcomes = all.filter(({ actual }) => isMeasured(actual)).map(whereMeasured);
  return Float64Array.from(
    outcomes.flatMap(({ actual, quantiles }) => {
      const { values } = quantiles(equallyLikely);
      return Array.from(actual, (value, t) =>
        pit(
          Float64Array.from(values, (row) => row[t]!),
          value,
        ),
      );
    }),
  );
}

/** The outcome at the steps that were measured. */
function whereMeasured(outcome: Outcome): Outcome {
  const { history, actual, point, quantiles } = outcome;
  const steps = measuredSteps(actual);
  if (steps.length === actual.length) return outcome;
  return {
    history,
    actual: at(actual, steps),
    point: at(point, steps),
    quantiles: (levels) => ({ levels, values: quantiles(levels).values.map((row) => at(row, steps)) }),
  };
}

/** The seasonal naive error inside a history; of a history that never changes, 1, so that its errors stay as they are. */
export function scaleOf(history: Float64Array, season: number): number {
  const usable = history.length > season ? season : 1;
  return history.length > 1 ? seasonalScale(history, usable) || 1 : 1;
}

function crpsOf({ actual, quantiles }: Outcome): number {
  const { values } = quantiles(equallyLikely);
  let sum = 0;
  for (let t = 0; t < actual.length; t++)
    sum += crps(
      Float64Array.from(values, (row) => row[t]!),
      actual[t]!,
    );
  return sum / actual.length;
}
