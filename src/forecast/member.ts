/**
 * A member is a way of forecasting: it gets the histories of all series up to one origin and gives a point forecast
 * of each. It sees nothing after the origin because it is handed nothing after the origin. Most members look at one
 * series at a time; global ones learn from all of them.
 */

import type { SeriesFeatures } from "./features.ts";
import type { PathModel } from "./generative/path-model.ts";
import type { TokenLaw } from "./question/token-law.ts";

/** What a member is asked for besides the histories: how far, at which periods, with which features. */
export interface Ask {
  /** Steps ahead. */
  readonly horizon: number;
  /** Seasonal periods in steps, ascending; the first is the season of MASE, 1 when there is none. */
  readonly periods: readonly number[];
  /** What else is known of each series, in the order of the histories and cut at their origin; members may use it. */
  readonly features?: readonly SeriesFeatures[] | undefined;
  /** What members that learn from all series learn from, where these are cut earlier than the histories; else the histories. */
  readonly learn?: Learn | undefined;
}

/** Histories of many series up to one time, and what else is known of each. */
export interface Learn {
  readonly histories: readonly Float64Array[];
  readonly features?: readonly SeriesFeatures[] | undefined;
}

/** What is asked about one of the series, which learns from itself alone. */
export function askOf({ horizon, periods, features }: Ask, series: number): Ask {
  return { horizon, periods, ...(features ? { features: [features[series]!] } : {}) };
}

/** Point forecasts, `[series][step]`. */
export type PointForecasts = readonly Float64Array[];

/** How far a member that takes its time has come, and how to stop it. */
export interface Watch {
  readonly onStep?: ((done: number, total: number, what: string) => void | Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Member {
  readonly name: string;
  /** Whether it computes beside this thread, so that it is asked before the others and waited for after them. */
  readonly isApart?: boolean;
  forecast(
    histories: readonly Float64Array[],
    ask: Ask,
    watch?: Watch,
  ): PointForecasts | Promise<PointForecasts>;
}

/** A member that draws whole futures of the series it forecast last. */
export interface PathMember extends Member {
  /** Equally likely futures of one series. */
  drawPaths(series: number, count: number, seed: number): Promise<Float64Array[]>;
  /** Its law of one series' futures, token by token, with the marginals of a model of paths. */
  tokenLaw?(series: number, model: PathModel): TokenLaw;
}

/** A member that looks at one series at a time. */
export function perSeries(
  name: string,
  forecastOne: (history: Float64Array, ask: Ask) => Float64Array,
): Member {
  return {
    name,
    forecast: (histories, ask) => histories.map((history, i) => forecastOne(history, askOf(ask, i))),
  };
}

/** The season members use when they know of one only: the first period. */
export function seasonOf(ask: Ask): number {
  return ask.periods[0] ?? 1;
}
