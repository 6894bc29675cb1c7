/**
 * Seasonal autoregression per series: each value is a linear function of the last three values and of those around
 * one and two seasons ago (and one long season, a week of hours, say), fitted to the series' own history and rolled
 * forward step by step. The loss is near the absolute error (least squares, reweighted by the last residuals); a
 * small ridge shrinks towards "as one season ago" and not towards nothing. What features of the series do is taken out
 * first and put back into the forecast.
 */
import { dot, fitNearAbsolute } from "../linear/near-absolute-fit.ts";
import type { FeatureMember, FeatureUse } from "../feature-use.ts";
import { askOf, perSeries } from "../member.ts";
import { fitEffect } from "./feature-effect.ts";
import type { Ask } from "../member.ts";
import { clipped } from "../plausible.ts";
import { naiveForecast } from "./naive.ts";

/** Which form of the series is regressed. Their errors differ, which is why the pool takes all three. */
export type AutoregressionForm = "levels" | "logarithms" | "differences";

const names: Readonly<Record<AutoregressionForm, string>> = {
  levels: "SeasonalARLevels",
  logarithms: "SeasonalAR",
  differences: "SeasonalARDifferences",
};

// Chosen on three windows of 48 steps at the end of M4 Hourly's training part, before its test part was looked at.
const ridge: Readonly<Record<AutoregressionForm, number>> = {
  levels: 1e-4,
  logarithms: 1e-4,
  differences: 3e-4,
};

/**
 * The member that regresses on values around one and two seasons ago; `logarithms` (the default) falls back to levels
 * where a value is not positive; `differences` are seasonal ones.
 */
export function seasonalAutoregression(form: AutoregressionForm = "logarithms"): FeatureMember {
  return {
    ...perSeries(names[form], (history, ask) => fitAutoregression(form, history, ask)(history)),
    featureUse: (histories, ask) => histories.map((history, i) => useIn(form, history, askOf(ask, i))),
  };
}

function useIn(form: AutoregressionForm, history: Float64Array, ask: Ask): FeatureUse {
  const { lags, scaled } = startOf(form, history, ask);
  return lags.length === 0 ? "too-short" : fitEffect(scaled, ask).use;
}

/** What a fit starts from: the lags there are rows for, and the history as it is regressed. */
function startOf(form: AutoregressionForm, history: Float64Array, { periods }: Ask) {
  const season = form === "differences" ? (periods[0] ?? 1) : 0;
  const lags = seasonalLags(periods, history.length - season, form === "differences");
  const positive = form === "logarithms" && history.every((value) => value > 0);
  return { season, lags, positive, scaled: positive ? history.map(Math.log) : history };
}

/** Fits to a history and returns what forecasts from it, or from any longer history of the same series. */
export function fitAutoregression(
  form: AutoregressionForm,
  history: Float64Array,
  ask: Ask,
): (values: Float64Array) => Float64Array {
  const { horizon, periods } = ask;
  const { season, lags, positive, scaled } = startOf(form, history, ask);
  if (lags.length === 0) return (values) => naiveForecast(values, horizon);
  const regression = { season, ridge: ridge[form], periods };
  const effect = fitEffect(scaled, ask);
  const without = (values: Float64Array): Float64Array =>
    effect.use === "used" ? values.map((value, t) => value - effect.at(t)) : values;
  const rollPlain = fitRegression(without(scaled), horizon, lags, regression);
  const roll = (values: Float64Array): Float64Array => {
    const rolled = rollPlain(without(values));
    return effect.use === "used" ? rolled.map((value, t) => value + effect.at(values.length + t)) : rolled;
  };
  return (values) => {
    if (!positive) return clipped(roll(values), values);
    // What came after the fit need not be positive; the least positive value there was stands in for it.
    const least = history.reduce((low, value) => Math.min(low, value), Infinity);
    const logarithms = values.map((value) => Math.log(value > 0 ? value : least));
    return clipped(roll(logarithms).map(Math.exp), values);
  };
}

/**
 * 1–3, one and two seasons ± 1, the long season ± 1; differences use every multiple below the long season instead.
 * The far ones go until there are three rows for each coefficient.
 */
export function seasonalLags(
  periods: readonly number[],
  length: number,
  everySeason = false,
): readonly number[] {
  const [season = 1, long] = periods;
  const centres = [season, 2 * season];
  if (everySeason && long !== undefined)
    for (let lag = 3 * season; lag < long; lag += season) centres.push(lag);
  else if (long !== undefined) centres.push(long);
  const near = season > 1 ? centres.flatMap((centre) => [centre - 1, centre, centre + 1]) : [];
  const lags = [...new Set([1, 2, 3, ...near])].filter((lag) => lag > 0).sort((a, b) => a - b);
  while (lags.length > 0 && length - lags.at(-1)! < 3 * (lags.length + 1)) lags.pop();
  return lags;
}

interface Regression {
  /** Seasonal differences are taken at this lag; 0 for none. */
  readonly season: number;
  readonly ridge: number;
  readonly periods: readonly number[];
}

/** Coefficients of a history, as a function that rolls them forward from the end of it or of a longer one. */
function fitRegression(
  history: Float64Array,
  horizon: number,
  lags: readonly number[],
  regression: Regression,
): (values: Float64Array) => Float64Array {
  const { season } = regression;
  const { mean, deviation } = momentsOf(history);
  const row = new Float64Array(lags.length + 1);
  row[lags.length] = 1;
  const featuresOf =
    (changes: Float64Array) =>
    (t: number): Float64Array => {
      for (let i = 0; i < lags.length; i++) row[i] = changes[t - lags[i]!]!;
      return row;
    };
  const reach = lags.at(-1)! + season;
  /** Standardised values from `from` on, and their seasonal differences where these are regressed. */
  const standardise = (given: Float64Array, from: number, room: number) => {
    const values = new Float64Array(given.length - from + room);
    for (let t = from; t < given.length; t++) values[t - from] = (given[t]! - mean) / deviation;
    const changes = values.slice();
    if (season > 0)
      for (let t = given.length - from - 1; t >= season; t--) changes[t]! -= values[t - season]!;
    return { values, changes };
  };
  const { changes: past } = standardise(history, 0, 0);
  const count = history.length - reach;
  const columns = lags.map((lag) => past.subarray(reach - lag, history.length - lag));
  const coefficients = fitNearAbsolute(
    { values: past.subarray(reach), columns: [...columns, new Float64Array(count).fill(1)] },
    regression.ridge,
    priorOf(lags, regression),
  );
  return (given) => {
    // No forecast looks further back than the farthest lag.
    const from = Math.max(0, given.length - reach);
    const { values, changes } = standardise(given, from, horizon);
    const featuresAt = featuresOf(changes);
    const known = given.length - from;
    for (let t = known; t < known + horizon; t++) {
      changes[t] = dot(featuresAt(t), coefficients);
      values[t] = season > 0 ? values[t - season]! + changes[t]! : changes[t]!;
    }
    return values.slice(known).map((value) => mean + deviation * value);
  };
}

/** Half on each of the first two periods, all on the only one; seasonal differences are shrunk to none. */
function priorOf(lags: readonly number[], { season, periods }: Regression): Float64Array {
  const prior = new Float64Array(lags.length + 1);
  const known = periods.slice(0, 2).filter((period) => lags.includes(period));
  if (season === 0) for (const period of known) prior[lags.indexOf(period)] = 1 / known.length;
  return prior;
}

function momentsOf(values: Float64Array): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}
