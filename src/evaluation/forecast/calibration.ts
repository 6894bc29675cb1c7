/**
 * Whether a forecast knows how wrong it is: the share of values inside its intervals, the interval score of M4
 * (MSIS), and the probability integral transform, which is uniform for a calibrated forecast.
 */
import { checkSteps } from "./check.ts";

/** One series' interval with what came. */
export interface IntervalOutcome {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly actual: ArrayLike<number>;
}

/** The share of actual values inside their intervals, ends included. */
export function coverage(outcomes: readonly IntervalOutcome[]): number {
  let inside = 0;
  let total = 0;
  for (const { low, high, actual } of outcomes) {
    checkSteps("coverage", low.length, actual.length);
    for (let t = 0; t < actual.length; t++) if (low[t]! <= actual[t]! && actual[t]! <= high[t]!) inside++;
    total += actual.length;
  }
  return inside / total;
}

/**
 * Mean scaled interval score of intervals that should cover `level`: their width, plus `2/(1−level)` times what a
 * value lies outside, in units of the seasonal naive error.
 */
export function msis({ low, high, actual }: IntervalOutcome, level: number, scale: number): number {
  checkSteps("msis", low.length, actual.length);
  const penalty = 2 / (1 - level);
  let sum = 0;
  for (let t = 0; t < actual.length; t++) {
    const below = Math.max(0, low[t]! - actual[t]!);
    const above = Math.max(0, actual[t]! - high[t]!);
    sum += high[t]! - low[t]! + penalty * (below + above);
  }
  return sum / actual.length / scale;
}

/**
 * The probability integral transform: the share of samples below the value, ties counted half, without a random draw.
 */
export function pit(samples: ArrayLike<number>, actual: number): number {
  let below = 0;
  for (let i = 0; i < samples.length; i++) {
    const gap = actual - samples[i]!;
    if (gap >= 0) below += gap > 0 ? 1 : 0.5;
  }
  return below / samples.length;
}

/** Shares of transforms in equal bins from 0 to 1; flat when calibrated, a bowl when too narrow, a hill when too wide. */
export function pitHistogram(transforms: ArrayLike<number>, bins = 10): Float64Array {
  const shares = new Float64Array(bins);
  for (let i = 0; i < transforms.length; i++) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(transforms[i]! * bins)));
    shares[bin]! += 1 / transforms.length;
  }
  return shares;
}
