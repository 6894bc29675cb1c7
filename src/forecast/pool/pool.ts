/**
 * The pool: for each series a weighted mean of its members, weights ∝ (backtest MAE)⁻³, clipped to what the series
 * can plausibly do: from its minimum to its maximum plus a quarter of its range. Whose backtests are used is in
 * `weigher.ts`.
 */
import type { PointForecasts } from "../member.ts";
import { clipped } from "../plausible.ts";
import type { Window } from "./backtest.ts";
import { measuredError } from "./measured.ts";
import { placeIn } from "./place-in.ts";

/** What the pool is called among the models. */
export const poolName = "Pool";

/** Mean absolute backtest error per member of one series, over the windows that hold it. */
function backtestErrors(
  names: readonly string[],
  windows: readonly Window[],
  series: number,
): number[] | undefined {
  const sums = names.map(() => 0);
  let count = 0;
  for (const window of windows) {
    const at = placeIn(window, series);
    if (at === undefined) continue;
    count++;
    const history = window.histories[at]!;
    names.forEach((name, m) => {
      const forecast = clipped(window.forecasts.get(name)![at]!, history);
      sums[m]! += measuredError(forecast, window.actual[at]!);
    });
  }
  return count === 0 ? undefined : sums.map((sum) => sum / count);
}

/** Weights of the members for one series; equal where it has no backtest. */
export function poolWeights(
  names: readonly string[],
  windows: readonly Window[],
  series: number,
): Float64Array {
  const errors = backtestErrors(names, windows, series);
  if (!errors) return new Float64Array(names.length).fill(1 / names.length);
  const smallest = Math.min(...errors);
  // Relative to the best, and never below a thousandth of the worst: a member that was right by luck is not everything.
  const floor = Math.max(...errors) * 1e-3 || 1;
  const raw = errors.map((error) => (Math.max(smallest, floor) / Math.max(error, floor)) ** 3);
  const total = raw.reduce((sum, value) => sum + value, 0);
  return Float64Array.from(raw, (value) => value / total);
}

/** The pool's forecasts of some series from their members' forecasts. */
export function poolForecasts(
  names: readonly string[],
  forecasts: ReadonlyMap<string, PointForecasts>,
  histories: readonly Float64Array[],
  weightsOf: (position: number) => Float64Array,
): Float64Array[] {
  return histories.map((history, i) => {
    const weights = weightsOf(i);
    const members = names.map((name) => clipped(forecasts.get(name)![i]!, history));
    return Float64Array.from(members[0]!, (_, t) =>
      members.reduce((sum, member, m) => sum + weights[m]! * member[t]!, 0),
    );
  });
}
