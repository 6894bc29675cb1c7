/**
 * What the size of a forecast's errors goes by, as numbers at each step that are known at its origin: how far ahead the step
 * is, how large the model's errors on this series were, how lively the series has been of late, and how far the forecast is
 * from the last season and from the line through the series, which simple forecasts would have said.
 */
import { scaleOf } from "./score.ts";

/** A forecast, and what it was made from. */
export interface Situation {
  readonly history: Float64Array;
  readonly point: Float64Array;
}

/** Errors are measured in `unit`, the seasonal changes of the history; `marks[step]` says how many of it to expect. */
export interface ErrorMarks {
  readonly unit: number;
  readonly marks: readonly Float64Array[];
}

/** Numbers at each step, the constant among them. */
export const markCount = 7;

/**
 * What each mark adds to the logarithm of the size where no backtests say otherwise; the first is found out always. On the
 * three M1 sets any others do as well, because their panels know their own.
 */
export const usualMarks: Float64Array = Float64Array.of(0, 0.3, 0, 0.6, 0.1, 0, 0.2);

/** No logarithm counts for more. */
const most = 4;

/** `own` is the size of the model's errors on this series, in units of those on a typical one. */
export function errorMarks({ history, point }: Situation, season: number, own: number): ErrorMarks {
  const { unit, lately } = livelinessOf(history, season);
  const apart = distances(history, point, season);
  const mean = apart.reduce((sum, distance) => sum + distance / apart.length, 0);
  const marks = Array.from(point, (_, t) =>
    Float64Array.of(
      1,
      Math.log(t + 1),
      (t + 1) / point.length,
      bounded(own),
      bounded(mean / unit),
      bounded(mean > 0 ? apart[t]! / mean : 1),
      bounded(lately / unit),
    ),
  );
  return { unit, marks };
}

function bounded(ratio: number): number {
  return Math.min(most, Math.max(-most, Math.log(ratio)));
}

interface Liveliness {
  readonly unit: number;
  /** The mean seasonal change over the last two seasons. */
  readonly lately: number;
}

/** Every model is asked about the same histories. */
const known = new WeakMap<Float64Array, Map<number, Liveliness>>();

function livelinessOf(history: Float64Array, season: number): Liveliness {
  const bySeason = known.get(history) ?? new Map<number, Liveliness>();
  known.set(history, bySeason);
  const found = bySeason.get(season);
  if (found) return found;
  const unit = scaleOf(history, season);
  const from = Math.max(season, history.length - Math.max(2 * season, 6));
  let sum = 0;
  for (let t = from; t < history.length; t++) sum += Math.abs(history[t]! - history[t - season]!);
  const lately = history.length > from ? sum / (history.length - from) : unit;
  const liveliness = { unit, lately };
  bySeason.set(season, liveliness);
  return liveliness;
}

/** How far a forecast is at each step from the last season and from the line through the ends, on average. */
function distances(history: Float64Array, point: Float64Array, season: number): Float64Array {
  const { length } = history;
  const last = history[length - 1]!;
  const slope = length > 1 ? (last - history[0]!) / (length - 1) : 0;
  return point.map((value, t) => {
    const before = length >= season ? history[length - season + (t % season)]! : last;
    return (Math.abs(value - before) + Math.abs(value - last - slope * (t + 1))) / 2;
  });
}
