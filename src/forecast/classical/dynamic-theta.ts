/**
 * The dynamic optimised theta model (Fiorucci et al. 2016): exponential smoothing drawn along the straight line through
 * what has come so far. How much of the line (θ), how fast the level follows and where it starts are fitted by the
 * one-step errors, on the deseasonalised series.
 */
import { perSeries, seasonOf } from "../member.ts";
import type { Member } from "../member.ts";
import { naiveForecast } from "./naive.ts";
import { nelderMead } from "./nelder-mead.ts";
import { overSeason } from "./seasonal-indices.ts";

export const dynamicTheta: Member = perSeries("DynamicTheta", (history, ask) =>
  overSeason(history, ask.horizon, seasonOf(ask), (adjusted) => dynamicThetaForecast(adjusted, ask.horizon)),
);

const mostPasses = 200;

function dynamicThetaForecast(history: Float64Array, horizon: number): Float64Array {
  if (history.length < 4 || history.every((value) => value === history[0]))
    return naiveForecast(history, horizon);
  const unit = history[0]! || 1;
  const errorOf = (at: Float64Array): number => Math.log(roll(history, unit, at, 0).squares + 1e-300);
  const { at } = nelderMead(errorOf, [0.5, 0, 0], { steps: [0.2, 1, 1], most: mostPasses, tolerance: 1e-6 });
  const { ahead } = roll(history, unit, at, horizon);
  return ahead.every(Number.isFinite) ? ahead : naiveForecast(history, horizon);
}

/** One pass; the numbers are the first level in units, and factor and θ on the whole line. */
function roll(
  history: Float64Array,
  unit: number,
  at: Float64Array,
  horizon: number,
): { squares: number; ahead: Float64Array } {
  const alpha = 0.01 + 0.98 / (1 + Math.exp(-at[1]!));
  const theta = 1 + Math.exp(at[2]!);
  const line = 1 - 1 / theta;
  const count = history.length;
  let level = at[0]! * unit;
  let [mean, slope, intercept] = [0, 0, 0];
  let squares = 0;
  let kept = 1;
  const ahead = new Float64Array(horizon);
  for (let t = 1; t <= count + horizon; t++) {
    // t − 1 values have come: the line through them, and the level after them.
    const expected =
      t === 1 ? level : level + line * (kept * intercept + (slope * (1 - kept * (1 - alpha))) / alpha);
    const value = t <= count ? history[t - 1]! : expected;
    if (t > count) ahead[t - count - 1] = expected;
    else if (t > 3) squares += (value - expected) ** 2;
    level = alpha * value + (1 - alpha) * level;
    kept *= 1 - alpha;
    const before = mean;
    mean += (value - mean) / t;
    // The slope of the regression line on 1 … t, updated by one value.
    slope = t === 1 ? 0 : ((t - 2) * slope + (6 / t) * (value - before)) / (t + 1);
    intercept = mean - (slope * (t + 1)) / 2;
  }
  return { squares, ahead };
}
