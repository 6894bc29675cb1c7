/**
 * The pool's forecast of one series as a law of whole paths: calibrated marginals, and how steps hang together from
 * backtest errors or from paths that a generative member drew.
 */
import type { ModelForecast } from "../forecaster.ts";
import { copulaFactor, scoreLevels } from "./path-model.ts";
import type { PathModel } from "./path-model.ts";

/** `rows` are errors or futures, step by step; only their order at each step counts. */
export function poolPaths(
  model: ModelForecast,
  rows: readonly Float64Array[],
  series: number,
  horizon: number,
): PathModel {
  const { values } = model.quantiles(series, scoreLevels);
  const marginals = Array.from({ length: horizon }, (_, t) => Float64Array.from(values, (row) => row[t]!));
  return { horizon, factor: copulaFactor(rows, horizon), marginals };
}

/**
 * Futures with the marginals of a model: at each step the path of rank i becomes the model's quantile (i + ½)/N, so
 * that every path keeps its ranks and the paths together have the model's quantiles.
 */
export function withMarginals(
  paths: readonly Float64Array[],
  model: ModelForecast,
  series: number,
): Float64Array[] {
  const levels = paths.map((_, i) => (i + 0.5) / paths.length);
  const { values } = model.quantiles(series, levels);
  const result = paths.map((path) => new Float64Array(path.length));
  for (let t = 0; t < (paths[0]?.length ?? 0); t++) {
    const order = [...paths.keys()].sort((a, b) => paths[a]![t]! - paths[b]![t]!);
    order.forEach((path, rank) => (result[path]![t] = values[rank]![t]!));
  }
  return result;
}
