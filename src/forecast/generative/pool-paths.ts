/** The pool's forecast of one series as a law of whole paths: calibrated marginals, dependence from backtest errors. */
import type { ModelForecast } from "../forecaster.ts";
import type { ResidualFan } from "../pool/residual-fan.ts";
import { copulaFactor, pathModel } from "./path-model.ts";
import type { PathModel } from "./path-model.ts";

/** Levels at which a marginal is asked for; between them it is interpolated. */
const grid = Array.from({ length: 401 }, (_, i) => i / 400);

export function poolPaths(
  model: ModelForecast,
  fan: ResidualFan,
  series: number,
  horizon: number,
): PathModel {
  const { values } = model.quantiles(series, grid);
  const deviations = Array.from({ length: horizon }, (_, t) => tailUnits(values.map((row) => row[t]!)));
  return pathModel(copulaFactor(fan.rows, horizon), horizon, (t, u, g) => {
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
