/**
 * What residuals are taken to. A reference is fitted to a history and then forecasts from the end of it, or from later
 * origins of the same series; so the residuals a network learns from are as honest as those it will be asked for.
 */
import { seasonalNaiveForecast } from "../classical/naive.ts";
import { fitAutoregression } from "../classical/seasonal-autoregression.ts";
import { fitLinearMap } from "../linear/linear-map.ts";
import { seasonOf } from "../member.ts";
import type { Ask } from "../member.ts";

/** `season` is the last season again, `map` one linear map of the context, the others seasonal autoregressions. */
export const referenceNames = ["season", "map", "levels", "logarithms", "differences"] as const;
export type ReferenceName = (typeof referenceNames)[number];

/** A fitted reference: a forecast from the end of `values`, which go at least as far as the fit. */
export type Reference = (values: Float64Array) => Float64Array;

export function fitReference(name: ReferenceName, history: Float64Array, ask: Ask): Reference {
  if (name === "map") return fitLinearMap([history], ask);
  if (name !== "season") return fitAutoregression(name, history, ask);
  return (values) => seasonalNaiveForecast(values, ask.horizon, seasonOf(ask));
}
