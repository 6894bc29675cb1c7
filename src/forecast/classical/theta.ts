/**
 * Naive2 and the Theta method as the M4 competition ran them: both on the deseasonalised series. Theta is the mean of
 * the straight line through the series and simple exponential smoothing of twice the series minus that line.
 */
import { perSeries, seasonOf } from "../member.ts";
import type { Member } from "../member.ts";
import { naiveForecast } from "./naive.ts";
import { overSeason } from "./seasonal-indices.ts";
import { smoothedLevel } from "./exponential-smoothing.ts";

/** The member that repeats the last seasonally adjusted value, as the M4 competition defines it. */
export const naive2: Member = perSeries("Naive2", (history, ask) =>
  overSeason(history, ask.horizon, seasonOf(ask), (adjusted) => naiveForecast(adjusted, ask.horizon)),
);

/** The member Theta as the M4 competition ran it, on the deseasonalised series: half line, half exponential smoothing. */
export const theta: Member = perSeries("Theta", (history, ask) =>
  overSeason(history, ask.horizon, seasonOf(ask), (adjusted) => thetaForecast(adjusted, ask.horizon)),
);

function thetaForecast(history: Float64Array, horizon: number): Float64Array {
  const length = history.length;
  if (length < 3) return naiveForecast(history, horizon);
  const { intercept, slope } = straightLine(history);
  const line2 = history.map((value, t) => 2 * value - (intercept + slope * t));
  const level = smoothedLevel(line2);
  const positive = history.every((value) => value >= 0);
  return Float64Array.from({ length: horizon }, (_, t) => {
    const value = (level + intercept + slope * (length + t)) / 2;
    // As in the competition, what was never negative is not forecast to be.
    return positive ? Math.max(0, value) : value;
  });
}

function straightLine(values: Float64Array): { intercept: number; slope: number } {
  const length = values.length;
  const middle = (length - 1) / 2;
  let mean = 0;
  let product = 0;
  let squares = 0;
  for (let t = 0; t < length; t++) {
    mean += values[t]! / length;
    product += (t - middle) * values[t]!;
    squares += (t - middle) ** 2;
  }
  const slope = product / squares;
  return { intercept: mean - slope * middle, slope };
}
