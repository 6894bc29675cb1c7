/**
 * Seasonal autoregression per series: each value is a linear function of the last three values and of those around
 * one and two seasons ago (and one long season, a week of hours, say), fitted to the series' own history and rolled
 * forward step by step. The loss is near the absolute error (least squares, reweighted by the last residuals); a
 * small ridge shrinks towards "as one season ago" and not towards nothing.
 */
import { NormalEquations } from "../linear/normal-equations.ts";
import { perSeries } from "../member.ts";
import type { Member } from "../member.ts";
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
const reweightings = 3;
const residualFloor = 0.1;

/** `logarithms` (the default) falls back to levels where a value is not positive; `differences` are seasonal ones. */
export function seasonalAutoregression(form: AutoregressionForm = "logarithms"): Member {
  return perSeries(names[form], (history, { horizon, periods }) => {
    const season = form === "differences" ? (periods[0] ?? 1) : 0;
    const lags = seasonalLags(periods, history.length - season, form === "differences");
    if (lags.length === 0) return naiveForecast(history, horizon);
    const positive = form === "logarithms" && history.every((value) => value > 0);
    const transformed = positive ? history.map(Math.log) : history;
    const forecast = rollForward(transformed, horizon, lags, { season, ridge: ridge[form], periods });
    return clipped(positive ? forecast.map(Math.exp) : forecast, history);
  });
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

function rollForward(
  history: Float64Array,
  horizon: number,
  lags: readonly number[],
  regression: Regression,
): Float64Array {
  const length = history.length;
  const { season } = regression;
  const { mean, deviation } = momentsOf(history);
  const values = new Float64Array(length + horizon);
  for (let t = 0; t < length; t++) values[t] = (history[t]! - mean) / deviation;
  const changes = values.slice();
  if (season > 0) for (let t = length - 1; t >= season; t--) changes[t]! -= values[t - season]!;
  const row = new Float64Array(lags.length + 1);
  const featuresAt = (t: number): Float64Array => {
    for (let i = 0; i < lags.length; i++) row[i] = changes[t - lags[i]!]!;
    row[lags.length] = 1;
    return row;
  };
  const rows = { values: changes, start: lags.at(-1)! + season, end: length, featuresAt };
  const coefficients = fit(rows, regression.ridge, priorOf(lags, regression));
  for (let t = length; t < length + horizon; t++) {
    changes[t] = dot(featuresAt(t), coefficients);
    values[t] = season > 0 ? values[t - season]! + changes[t]! : changes[t]!;
  }
  return values.slice(length).map((value) => mean + deviation * value);
}

/** Half on each of the first two periods, all on the only one; seasonal differences are shrunk to none. */
function priorOf(lags: readonly number[], { season, periods }: Regression): Float64Array {
  const prior = new Float64Array(lags.length + 1);
  const known = periods.slice(0, 2).filter((period) => lags.includes(period));
  if (season === 0) for (const period of known) prior[lags.indexOf(period)] = 1 / known.length;
  return prior;
}

interface Rows {
  readonly values: Float64Array;
  readonly start: number;
  readonly end: number;
  readonly featuresAt: (t: number) => Float64Array;
}

function fit({ values, start, end, featuresAt }: Rows, ridge: number, prior: Float64Array): Float64Array {
  const equations = new NormalEquations(prior.length);
  const weights = new Float64Array(end).fill(1);
  const residuals = new Float64Array(end);
  const target = [0];
  let coefficients: Float64Array = prior;
  for (let round = 0; round <= reweightings; round++) {
    equations.clear();
    let total = 0;
    for (let t = start; t < end; t++) {
      target[0] = values[t]!;
      equations.add(featuresAt(t), target, weights[t]);
      total += weights[t]!;
    }
    coefficients = equations.solve(() => ridge * total + 1e-9, prior);
    let size = 0;
    for (let t = start; t < end; t++) {
      residuals[t] = Math.abs(values[t]! - dot(featuresAt(t), coefficients));
      size += residuals[t]! / (end - start);
    }
    // 1/|residual| turns squares into absolute values; the floor keeps a perfect fit from taking all the weight.
    for (let t = start; t < end; t++) weights[t] = 1 / Math.max(residuals[t]!, residualFloor * size + 1e-9);
  }
  return coefficients;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function momentsOf(values: Float64Array): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}
