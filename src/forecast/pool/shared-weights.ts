/**
 * One set of weights for all series: members are taken into the pool one after the other, again and again, each time the
 * one that makes the backtest error of the mean of those taken smallest (greedy ensemble selection with replacement,
 * Caruana et al. 2004). Weights of each series' own backtests have less to go on; where series are nearly random walks,
 * these tell members apart that luck alone told apart.
 */
import { clipped } from "../plausible.ts";
import type { Window } from "./backtest.ts";
import { measuredError } from "./measured.ts";
import { scaleOf } from "./score.ts";

/** Members taken at most; weights are multiples of one over the number taken. */
const rounds = 10;

/** One series in one window: what came, what each member said, and what errors are measured in. */
interface Case {
  readonly actual: Float64Array;
  readonly points: readonly Float64Array[];
  readonly scale: number;
}

/** Weights of the members, the same for every series; equal without backtests. */
export function sharedWeights(
  names: readonly string[],
  windows: readonly Window[],
  season: number,
): Float64Array {
  const cases = windows.flatMap(({ series, histories, actual, forecasts }) =>
    series.map((_, at): Case => ({
      actual: actual[at]!,
      points: names.map((name) => clipped(forecasts.get(name)![at]!, histories[at]!)),
      scale: scaleOf(histories[at]!, season),
    })),
  );
  if (cases.length === 0) return new Float64Array(names.length).fill(1 / names.length);
  const counts = new Float64Array(names.length);
  const sums = cases.map(({ actual }) => new Float64Array(actual.length));
  let best = { error: Infinity, weights: counts };
  for (let taken = 1; taken <= rounds; taken++) {
    const errors = names.map((_, m) => errorWith(cases, sums, m, taken));
    const error = errors.reduce((least, one) => Math.min(least, one));
    const chosen = errors.indexOf(error);
    counts[chosen]! += 1;
    cases.forEach(({ points }, c) => points[chosen]!.forEach((value, t) => (sums[c]![t]! += value)));
    if (error < best.error) best = { error, weights: counts.map((count) => count / taken) };
  }
  return best.weights;
}

/** The mean scaled error over all cases if one more member were taken. */
function errorWith(
  cases: readonly Case[],
  sums: readonly Float64Array[],
  member: number,
  taken: number,
): number {
  const errors = cases.map(({ actual, points, scale }, c) => {
    const pooled = points[member]!.map((value, t) => (sums[c]![t]! + value) / taken);
    return measuredError(pooled, actual) / scale;
  });
  return errors.reduce((sum, error) => sum + error / cases.length, 0);
}
