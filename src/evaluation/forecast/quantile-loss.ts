/**
 * Quantile (pinball) losses. With `ρ_q(y, ŷ) = max(q(y − ŷ), (q − 1)(y − ŷ))`,
 *
 *     WQL        = mean_q  2 Σ ρ_q / Σ |y|             over all series and steps together
 *     scaled WQL = mean over series of  mean_q mean_t 2 ρ_q / scale
 *
 * WQL is dominated by the largest series; the scaled one gives each series the same voice.
 */
import { WindageError } from "../../error.ts";
import { checkSteps } from "./check.ts";
import type { QuantileForecast } from "./sample-quantiles.ts";

/** One series' forecast with what came. */
export interface QuantileOutcome {
  readonly forecast: QuantileForecast;
  readonly actual: ArrayLike<number>;
}

/** The loss of one quantile at one step. */
export function pinball(level: number, quantile: number, actual: number): number {
  const miss = actual - quantile;
  return Math.max(level * miss, (level - 1) * miss);
}

/** `mean_q Σ_t 2ρ_q` of one series: about its summed CRPS when the levels are dense. */
export function quantileLoss({ forecast, actual }: QuantileOutcome): number {
  let sum = 0;
  forecast.values.forEach((values, i) => {
    checkSteps("quantileLoss", values.length, actual.length);
    for (let t = 0; t < actual.length; t++) sum += 2 * pinball(forecast.levels[i]!, values[t]!, actual[t]!);
  });
  return sum / forecast.levels.length;
}

/** The quantile loss of all series together, weighted by their sizes (WQL). */
export function weightedQuantileLoss(outcomes: readonly QuantileOutcome[]): number {
  let loss = 0;
  let size = 0;
  for (const outcome of outcomes) {
    loss += quantileLoss(outcome);
    for (let t = 0; t < outcome.actual.length; t++) size += Math.abs(outcome.actual[t]!);
  }
  return loss / size;
}

/** Quantile loss in units of each series' own scale, averaged over the series. */
export function scaledQuantileLoss(outcomes: readonly QuantileOutcome[], scales: ArrayLike<number>): number {
  if (outcomes.length === 0 || outcomes.length !== scales.length) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `scaledQuantileLoss: got ${outcomes.length} series and ${scales.length} scales, expected one scale per series.`,
    );
  }
  const each = outcomes.map((outcome, i) => quantileLoss(outcome) / outcome.actual.length / scales[i]!);
  return each.reduce((sum, value) => sum + value, 0) / each.length;
}
