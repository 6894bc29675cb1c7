/**
 * One linear map from context to horizon for all series: the residuals of the context to the last season, in units of
 * the seasonal change, times a matrix, are the residuals of the horizon. Fitted by ridge regression on windows of all
 * histories; a series too short for a context is forecast by its last season.
 */
import { seasonalNaiveForecast } from "../classical/naive.ts";
import { seasonOf } from "../member.ts";
import type { Ask, Member } from "../member.ts";
import { NormalEquations } from "./normal-equations.ts";
import { frameAt, referenceAt, residualAt } from "./window-features.ts";

/** How long a history the map reads, and how strongly it is shrunk. */
export interface LinearMapOptions {
  /** Ridge as a share of the rows. */
  readonly ridge: number;
  /** The longest context, in seasons of the first period. */
  readonly seasons: number;
  /** Windows used at most, spread evenly over series and time. */
  readonly windows: number;
}

const defaults: LinearMapOptions = { ridge: 0.1, seasons: 14, windows: 12_000 };

export function linearMap(options: Partial<LinearMapOptions> = {}): Member {
  const settings = { ...defaults, ...options };
  return {
    name: "LinearMap",
    forecast: (histories, ask) =>
      histories.map(fitLinearMap(ask.learn?.histories ?? histories, ask, settings)),
  };
}

/** Fits to histories and returns what forecasts from the end of any history. */
export function fitLinearMap(
  histories: readonly Float64Array[],
  ask: Ask,
  options: Partial<LinearMapOptions> = {},
): (history: Float64Array) => Float64Array {
  const settings = { ...defaults, ...options };
  const season = seasonOf(ask);
  const { horizon } = ask;
  const fallback = (history: Float64Array): Float64Array => seasonalNaiveForecast(history, horizon, season);
  const context = contextOf(histories, season, horizon, settings.seasons);
  if (context <= season) return fallback;
  // The last season is the reference itself: its residuals are zero and teach nothing.
  const size = context - season + 1;
  const row = new Float64Array(size);
  const equations = new NormalEquations(size, horizon);
  const target = new Float64Array(horizon);
  const origins = trainingOrigins(histories, context, horizon, season, settings.windows);
  for (const [history, origin] of origins) {
    const frame = frameAt(history, origin, context, season);
    if (!frame) continue;
    fillRow(row, history, origin, frame, season);
    for (let t = 0; t < horizon; t++) target[t] = residualAt(frame, history[origin + t]!, t);
    equations.add(row, target);
  }
  const map = equations.solve(() => settings.ridge * origins.length + 1e-9);
  return (history) => {
    const frame = history.length >= context ? frameAt(history, history.length, context, season) : undefined;
    if (!frame) return fallback(history);
    fillRow(row, history, history.length, frame, season);
    return Float64Array.from({ length: horizon }, (_, t) => {
      let residual = 0;
      for (let i = 0; i < size; i++) residual += row[i]! * map[i * horizon + t]!;
      return referenceAt(frame, t) + frame.unit * residual;
    });
  };
}

/** The longest context that leaves most series at least one window to learn from. */
function contextOf(
  histories: readonly Float64Array[],
  season: number,
  horizon: number,
  seasons: number,
): number {
  const lengths = histories.map((history) => history.length).sort((a, b) => a - b);
  const typical = lengths[Math.floor(lengths.length / 4)] ?? 0;
  const longest = Math.max(seasons * season, season === 1 ? 32 : 0);
  return Math.min(longest, Math.floor((typical - horizon) / 2));
}

/** Pairs of history and origin, a stride apart that keeps their number within bounds. */
function trainingOrigins(
  histories: readonly Float64Array[],
  context: number,
  horizon: number,
  season: number,
  windows: number,
): (readonly [Float64Array, number])[] {
  const possible = histories.reduce(
    (sum, { length }) => sum + Math.max(0, length - context - horizon + 1),
    0,
  );
  // A stride that is no multiple of the season shows every phase.
  let stride = Math.max(1, Math.ceil(possible / windows));
  if (season > 1 && stride % season === 0) stride += 1;
  const origins: (readonly [Float64Array, number])[] = [];
  for (const history of histories) {
    for (let origin = history.length - horizon; origin >= context; origin -= stride) {
      origins.push([history, origin]);
    }
  }
  return origins;
}

function fillRow(
  row: Float64Array,
  history: Float64Array,
  origin: number,
  frame: NonNullable<ReturnType<typeof frameAt>>,
  season: number,
): void {
  const last = row.length - 1;
  for (let i = 0; i < last; i++) {
    const offset = -season - 1 - i;
    row[i] = residualAt(frame, history[origin + offset]!, offset);
  }
  row[last] = 1;
}
