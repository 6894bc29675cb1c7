/** The forecasts everything else has to beat: the last value, the last season, the straight line through both ends. */
import { perSeries } from "../member.ts";
import type { Member } from "../member.ts";

/** Every step is the last value. */
export function naiveForecast(history: Float64Array, horizon: number): Float64Array {
  return new Float64Array(horizon).fill(history.at(-1)!);
}

/** Every step is the value one season earlier; a history shorter than a season repeats its last value. */
export function seasonalNaiveForecast(history: Float64Array, horizon: number, season: number): Float64Array {
  if (history.length < season) return naiveForecast(history, horizon);
  const start = history.length - season;
  return Float64Array.from({ length: horizon }, (_, t) => history[start + (t % season)]!);
}

/** The line through the first and the last value, continued. */
function driftForecast(history: Float64Array, horizon: number): Float64Array {
  const last = history.at(-1)!;
  const slope = history.length > 1 ? (last - history[0]!) / (history.length - 1) : 0;
  return Float64Array.from({ length: horizon }, (_, t) => last + slope * (t + 1));
}

/** The member that repeats the last value, which everything else has to beat. */
export const naive: Member = perSeries("Naive", (history, { horizon }) => naiveForecast(history, horizon));

/** The member that goes on along the line from the first value to the last. */
export const drift: Member = perSeries("Drift", (history, { horizon }) => driftForecast(history, horizon));

/** The member that repeats the last season, with a period of its own, for instance a week of hours. */
export function seasonalNaive(season: number): Member {
  return perSeries(`SeasonalNaive${season}`, (history, { horizon }) =>
    seasonalNaiveForecast(history, horizon, season),
  );
}
