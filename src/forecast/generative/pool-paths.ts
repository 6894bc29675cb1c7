/**
 * The pool's forecast of one series as a law of whole paths: calibrated marginals, and how steps hang together from
 * backtest errors or from paths that a generative member drew.
 */
import type { ModelForecast } from "../forecaster.ts";
import { copulaFactor, pathModel } from "./path-model.ts";
import type { PathModel } from "./path-model.ts";

/** Levels at which a marginal is asked for; between them it is interpolated. */
const grid = Array.from({ length: 401 }, (_, i) => i / 400);

/** `rows` are errors or futures, step by step; only their order at each step counts. */
export function poolPaths(
  model: ModelForecast,
  rows: readonly Float64Array[],
  series: number,
  horizon: number,
): PathModel {
  const { values } = model.quantiles(series, grid);
  const deviations = Array.from({ length: horizon }, (_, t) => tailUnits(values.map((row) => row[t]!)));
  return pathModel(copulaFactor(rows, horizon), horizon, (t, u, g) => {
    const position = u * (grid.length - 1);
    const left = Math.min(grid.length - 2, Math.floor(position));
    const [low, high] = [values[left]![t]!, values[left + 1]![t]!];
    const inside = low + (position - left) * (high - low);
    return inside + beyond(deviations[t]!, g);
  });
}

/** The score beyond which residuals have nothing more to say, and how far a unit of score reaches there. */
const edgeScore = 2.4;

/** Half the distance from the median to the outermost values, per unit of normal score, on either side. */
function tailUnits(quantiles: readonly number[]): readonly [number, number] {
  const [low, middle, high] = [quantiles[0]!, quantiles[(quantiles.length - 1) / 2]!, quantiles.at(-1)!];
  return [(middle - low) / (2 * edgeScore), (high - middle) / (2 * edgeScore)];
}

/** Backtests hold no values rarer than their number, but questions ask for them: tails go on as normal ones. */
function beyond([down, up]: readonly [number, number], g: number): number {
  if (g > edgeScore) return up * (g - edgeScore);
  return g < -edgeScore ? down * (g + edgeScore) : 0;
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
