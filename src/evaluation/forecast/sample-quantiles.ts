/**
 * From sample paths to quantiles, step by step of the horizon. Quantiles interpolate linearly between order
 * statistics: level `q` of `N` sorted values lies at position `q·(N−1)`.
 */
import { WindageError } from "../../error.ts";

/** Sample paths, `paths[sample][step]`. */
export type Paths = readonly ArrayLike<number>[];

/** Quantiles of a forecast: `values[level][step]`, with the levels ascending. */
export interface QuantileForecast {
  readonly levels: readonly number[];
  readonly values: readonly ArrayLike<number>[];
}

/** The levels of the weighted quantile loss. */
export const deciles: readonly number[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The quantile of values that are already in ascending order. */
export function sortedQuantile(sorted: ArrayLike<number>, level: number): number {
  const position = Math.min(1, Math.max(0, level)) * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (position - below) * (high - low);
}

/** The values of all paths at one step, ascending. */
export function sortedStep(paths: Paths, step: number): Float64Array {
  return Float64Array.from(paths, (path) => path[step]!).sort();
}

/** Quantiles at every step. */
export function sampleQuantiles(paths: Paths, levels: readonly number[]): QuantileForecast {
  const steps = stepsOf(paths);
  const values = levels.map(() => new Float64Array(steps));
  for (let t = 0; t < steps; t++) {
    const sorted = sortedStep(paths, t);
    levels.forEach((level, i) => (values[i]![t] = sortedQuantile(sorted, level)));
  }
  return { levels, values };
}

/** The mean path. */
export function sampleMean(paths: Paths): Float64Array {
  const mean = new Float64Array(stepsOf(paths));
  for (const path of paths) for (let t = 0; t < mean.length; t++) mean[t]! += path[t]! / paths.length;
  return mean;
}

/** The quantile of one level, refusing a level that was not forecast. */
export function quantileAt(forecast: QuantileForecast, level: number): ArrayLike<number> {
  const index = forecast.levels.findIndex((candidate) => Math.abs(candidate - level) < 1e-9);
  if (index >= 0) return forecast.values[index]!;
  throw new WindageError(
    "evaluation/missing-level",
    `quantileAt: got level ${level}, expected one of ${forecast.levels.join(", ")}. Forecast that level as well.`,
  );
}

function stepsOf(paths: Paths): number {
  const steps = paths[0]?.length ?? 0;
  if (steps > 0 && paths.every((path) => path.length === steps)) return steps;
  throw new WindageError(
    "evaluation/length-mismatch",
    `sample paths: got ${paths.length} paths of ${paths
      .map((path) => path.length)
      .slice(0, 5)
      .join(", ")} steps, expected at least one path, all of one length.`,
  );
}
