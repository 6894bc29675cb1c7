/**
 * Exponential smoothing of level, trend and season (Hyndman et al. 2008, additive errors), all forms that suit the series
 * and their mean: trend none, damped or straight; season none, added or multiplied. Each form is fitted by its one-step
 * errors and counts by its Akaike weight, so that no single choice decides.
 */
import { perSeries, seasonOf } from "../member.ts";
import type { Member } from "../member.ts";
import { naiveForecast } from "./naive.ts";
import { nelderMead } from "./nelder-mead.ts";
import { isSeasonal, overSeason, seasonalIndices } from "./seasonal-indices.ts";

type Trend = "none" | "damped" | "straight";
type Season = "none" | "added" | "multiplied";

interface Form {
  readonly trend: Trend;
  readonly season: Season;
}

/** States before the first value. */
interface Start {
  readonly level: number;
  readonly slope: number;
  readonly season: Float64Array;
}

/** A fitted form: its forecast, and how well it did with how many numbers. */
interface Fitted {
  readonly point: Float64Array;
  readonly criterion: number;
}

/** The longest season with states of its own; longer ones are taken out beforehand. */
const longestSeason = 24;
const mostPasses = 150;
/** What is further behind the best says nothing any more. */
const farBehind = 20;

export const smoothing: Member = perSeries("Smoothing", (history, ask) => {
  const [season, { horizon }] = [seasonOf(ask), ask];
  return season <= longestSeason
    ? smoothingForecast(history, horizon, season)
    : overSeason(history, horizon, season, (adjusted) => smoothingForecast(adjusted, horizon, 1));
});

function smoothingForecast(history: Float64Array, horizon: number, period: number): Float64Array {
  if (history.length < 4 || history.every((value) => value === history[0]))
    return naiveForecast(history, horizon);
  const seasonal = history.length >= 2 * period + 2 && isSeasonal(history, period);
  const season = seasonal ? period : 1;
  const positive = history.every((value) => value > 0);
  const seasons: readonly Season[] = seasonal ? (positive ? ["added", "multiplied"] : ["added"]) : ["none"];
  const trends: readonly Trend[] =
    history.length >= 6 + season ? ["none", "damped", "straight"] : ["none", "damped"];
  const fitted = seasons.flatMap((one) =>
    trends.map((trend) => fit(history, horizon, season, { trend, season: one })),
  );
  const usable = fitted.filter(
    ({ point, criterion }) => Number.isFinite(criterion) && point.every(Number.isFinite),
  );
  if (usable.length === 0) return naiveForecast(history, horizon);
  const least = usable.reduce((low, { criterion }) => Math.min(low, criterion), Infinity);
  const weights = usable.map(({ criterion }) => {
    const behind = criterion - least;
    return behind > farBehind ? 0 : Math.exp(-behind / 2);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Float64Array.from({ length: horizon }, (_, t) =>
    usable.reduce((sum, { point }, k) => sum + (weights[k]! / total) * point[t]!, 0),
  );
}

function fit(history: Float64Array, horizon: number, period: number, form: Form): Fitted {
  const start = startOf(history, period, form);
  const hasTrend = form.trend !== "none";
  const hasSeason = form.season !== "none";
  const unit = Math.sqrt(variationOf(history)) || 1;
  const numbers = [
    -1,
    ...(hasTrend ? [-2] : []),
    ...(hasSeason ? [-2] : []),
    ...(form.trend === "damped" ? [1] : []),
    0,
    ...(hasTrend ? [0] : []),
  ];
  const errorOf = (at: Float64Array): number => {
    const found = pass(history, period, form, start, unit, at).squares;
    return Math.log(found + 1e-300);
  };
  const { at } = nelderMead(errorOf, numbers, {
    steps: numbers.map((one) => (one === 0 ? 0.3 : 0.8)),
    most: mostPasses,
    tolerance: 1e-5,
  });
  const { squares, level, slope, seasons, damping } = pass(history, period, form, start, unit, at);
  const count = history.length;
  const estimated = numbers.length + (hasSeason ? period - 1 : 0) + 1;
  const spare = Math.max(1, count - estimated - 1);
  const criterion =
    count * Math.log(squares / count + 1e-300) + 2 * estimated + (2 * estimated * (estimated + 1)) / spare;
  let trend = 0;
  let kept = 1;
  const point = Float64Array.from({ length: horizon }, (_, t) => {
    kept *= damping;
    trend += kept * slope;
    const phase = seasons[(count + t) % period]!;
    return form.season === "multiplied" ? (level + trend) * phase : level + trend + phase;
  });
  return { point, criterion };
}

/** One pass over the series; the numbers are those of `fit`, on the whole line. */
function pass(
  history: Float64Array,
  period: number,
  { trend, season }: Form,
  start: Start,
  unit: number,
  at: Float64Array,
) {
  let place = 0;
  const alpha = 0.001 + 0.998 * share(at[place++]!);
  const beta = trend === "none" ? 0 : alpha * 0.999 * share(at[place++]!);
  const gamma = season === "none" ? 0 : (1 - alpha) * share(at[place++]!);
  const damping = trend === "damped" ? 0.8 + 0.18 * share(at[place++]!) : 1;
  let level = start.level + unit * at[place++]!;
  let slope = trend === "none" ? 0 : start.slope + 0.2 * unit * at[place]!;
  const seasons = start.season.slice();
  const multiplied = season === "multiplied";
  let squares = 0;
  let phase = 0;
  for (let t = 0; t < history.length; t++) {
    const expected = level + damping * slope;
    const factor = seasons[phase]!;
    const error = history[t]! - (multiplied ? expected * factor : expected + factor);
    squares += error * error;
    const change = multiplied ? error / factor : error;
    level = expected + alpha * change;
    slope = damping * slope + beta * change;
    if (gamma > 0) seasons[phase] = factor + (gamma * error) / (multiplied ? expected : 1);
    if (++phase === period) phase = 0;
  }
  return { squares, level, slope, seasons, damping };
}

function share(number: number): number {
  return 1 / (1 + Math.exp(-number));
}

/** The season by averages over the whole history, level and slope by the line through the first values without it. */
function startOf(history: Float64Array, period: number, { trend, season }: Form): Start {
  const indices =
    season === "none"
      ? new Float64Array(period)
      : season === "multiplied"
        ? seasonalIndices(history, period)
        : seasonalOffsets(history, period);
  const first = Math.min(history.length, Math.max(10, 2 * period));
  const adjusted = history
    .subarray(0, first)
    .map((value, t) =>
      season === "multiplied" ? value / (indices[t % period]! || 1) : value - indices[t % period]!,
    );
  const mean = adjusted.reduce((sum, value) => sum + value / first, 0);
  let [product, squares] = [0, 0];
  const middle = (first - 1) / 2;
  adjusted.forEach((value, t) => {
    product += (t - middle) * value;
    squares += (t - middle) ** 2;
  });
  const slope = trend === "none" ? 0 : product / squares;
  return { level: trend === "none" ? mean : mean - slope * (middle + 1), slope, season: indices };
}

/** Mean deviations from a centred moving average, one per position in the season; their mean is 0. */
function seasonalOffsets(history: Float64Array, period: number): Float64Array {
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  const half = Math.floor(period / 2);
  for (let t = half; t < history.length - half; t++) {
    let sum = 0;
    for (let i = t - half; i <= t + half; i++) sum += history[i]!;
    if (period % 2 === 0) sum -= (history[t - half]! + history[t + half]!) / 2;
    sums[t % period]! += history[t]! - sum / period;
    counts[t % period]! += 1;
  }
  const means = sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : 0));
  const level = means.reduce((sum, value) => sum + value / period, 0);
  return means.map((value) => value - level);
}

/** The mean squared change from step to step. */
function variationOf(history: Float64Array): number {
  let sum = 0;
  for (let t = 1; t < history.length; t++) sum += (history[t]! - history[t - 1]!) ** 2;
  return sum / (history.length - 1);
}
