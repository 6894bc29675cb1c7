/**
 * A level in continuous time for readings at any moments: a mean of levels that return to their mean, that stay where
 * they are, or that follow a trend for a short or a long while (`state-in-time.ts`). Each one's law is its forecast plus
 * its own past errors, in units of the spread it expected of them, so intervals widen with the time that passes, and
 * widened or narrowed by how far off it was of late; the laws are averaged quantile by quantile, and a level counts the
 * more, the better it did at the last origins of the history. How levels may move is a grid in units of the history's own
 * distances, so it does not matter what time is measured in.
 */
import { crps } from "../../evaluation/forecast/crps.ts";
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import type { QuantileMember } from "../linear/quantile-regression.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { askOf } from "../member.ts";
import type { Ask } from "../member.ts";
import { scaleOf } from "../pool/score.ts";
import { followReadings } from "./state-in-time.ts";
import type { Motion, Outlook } from "./state-in-time.ts";
import { timesOf } from "./times.ts";

/** Readings used at most, the latest ones. */
const mostReadings = 5000;
/** Origins whose errors make the law, and those that a level is weighed by, the latest first and so many readings apart. */
const errorOrigins = 200;
const weighingOrigins = 28;
const originStride = 4;
const fewestBefore = 20;
const weighingPower = 8;

/** Origins whose errors are those of late, and how much of their size beside that of all errors goes into the law. */
const lateOrigins = 8;
const latePower = 0.5;
const lateBounds = [0.3, 10] as const;

/** Variance gained over the mean distance between readings, and the time to return as a share of the whole span. */
const diffusions = [5, 15, 50, 500];
const returns = [0.01, 0.03, 0.1, Infinity];
/** The same for levels that stay where they are, over the recent distance, where readings have come closer together. */
const recentDiffusions = [0.5, 5, 50];
/** Trends, in units of the recent distance: how levels wander beside them, their variance, and how long they last. */
const trends = [
  {
    besides: [0.5, 5],
    kinds: [
      [0.3, 4],
      [0.3, 16],
      [3, 4],
      [3, 16],
    ],
  },
  {
    besides: [0.05, 0.5],
    kinds: [
      [0.03, 64],
      [0.3, 64],
      [0.1, 512],
      [1, 512],
    ],
  },
] as const;
const recentReadings = 64;

/** Equally likely levels that stand for a law where levels in time are weighed. */
const standing = Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50);

/**
 * One way to move: its outlook, its past errors in units of what it expected, ascending around 0, how much wider they are
 * of late, and its weight.
 */
interface Weighed {
  readonly ahead: Outlook;
  readonly errors: Float64Array;
  readonly width: number;
  readonly weight: number;
}

export const levelInTime: QuantileMember = {
  name: "LevelInTime",
  forecast: (histories, ask) =>
    histories.map((history, i) => quantilesOf(weigh(history, askOf(ask, i)), ask.horizon, 0.5)),
  forecastQuantiles: (histories, ask, levels) =>
    histories.map((history, i) => {
      const weighed = weigh(history, askOf(ask, i));
      return levels.map((level) => quantilesOf(weighed, ask.horizon, level));
    }),
};

/** The quantile at each step, averaged over the ways to move. */
function quantilesOf(weighed: readonly Weighed[], horizon: number, level: number): Float64Array {
  const values = new Float64Array(horizon);
  for (const { ahead, errors, width, weight } of weighed) {
    const error = width * sortedQuantile(errors, level);
    for (let t = 0; t < horizon; t++) values[t]! += weight * (ahead.mean[t]! + ahead.deviation[t]! * error);
  }
  return values;
}

/** Every way to move, with what the history says about it. */
function weigh(history: Float64Array, ask: Ask): Weighed[] {
  const times = timesOf(ask, history.length);
  const { horizon } = ask;
  const first = Math.max(0, history.length - mostReadings);
  const origins = originsIn(first, history.length);
  const wanted = new Set([history.length, ...origins]);
  const judged = motionsOf(history, times, first).map((motion) => {
    const told = followReadings(motion, history, times, { first, wanted, horizon });
    const errors = errorsOf(told, origins, history);
    return {
      ahead: told.get(history.length)!,
      errors,
      width: lateWidth(scaledErrors(told, origins.slice(0, lateOrigins), history), errors),
      score: meanScore(told, origins.slice(0, weighingOrigins), history, errors),
    };
  });
  // A series that never changes is foreseen exactly by several.
  const scores = judged.map(({ score }) => Math.max(score, 1e-300));
  const best = scores.reduce((least, score) => Math.min(least, score));
  const raw = scores.map((score) => (best / score) ** weighingPower);
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  return judged.map(({ ahead, errors, width }, i) => ({ ahead, errors, width, weight: raw[i]! / total }));
}

/** Past origins, the latest first; the last one is followed by two readings. */
function originsIn(first: number, end: number): number[] {
  const least = first + Math.max(1, Math.min(fewestBefore, Math.floor((end - first) / 4)));
  const origins: number[] = [];
  for (let origin = end - 2; origin >= least && origins.length < errorOrigins; origin -= originStride)
    origins.push(origin);
  return origins;
}

function motionsOf(history: Float64Array, times: Float64Array, first: number): Motion[] {
  const values = history.subarray(first);
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const span = times[history.length - 1]! - times[first]! || 1;
  const distance = span / Math.max(1, values.length - 1);
  const recent = recentDistance(times, first, history.length) || distance;
  const returning = (diffusion: number, theta: number): Motion => ({
    diffusion,
    theta,
    mean,
    trend: 0,
    tau: Infinity,
  });
  const trending = (diffusion: number, trend: number, tau: number): Motion => ({
    diffusion,
    theta: Infinity,
    mean,
    trend,
    tau,
  });
  return [
    ...diffusions.flatMap((gained) => returns.map((share) => returning(gained / distance, share * span))),
    ...recentDiffusions.map((gained) => returning(gained / recent, Infinity)),
    ...trends.flatMap(({ besides, kinds }) =>
      besides.flatMap((gained) =>
        kinds.map(([variance, lasting]) =>
          trending(gained / recent, variance / (recent * recent), lasting * recent),
        ),
      ),
    ),
  ];
}

function recentDistance(times: Float64Array, first: number, end: number): number {
  const from = Math.max(first + 1, end - recentReadings);
  const distances = times.slice(from, end).map((time, i) => time - times[from + i - 1]!);
  return distances.length === 0 ? 0 : sortedQuantile(distances.sort(), 0.5);
}

/** Errors of forecasts from past origins, as far as they have come true, each divided by its expected size. */
function scaledErrors(
  told: ReadonlyMap<number, Outlook>,
  origins: readonly number[],
  history: Float64Array,
): number[] {
  const errors: number[] = [];
  for (const origin of origins) {
    const { mean, deviation } = told.get(origin)!;
    const steps = Math.min(mean.length, history.length - origin);
    for (let t = 0; t < steps; t++) errors.push((history[origin + t]! - mean[t]!) / deviation[t]!);
  }
  return errors;
}

/** The law of all such errors, ascending around their median. */
function errorsOf(
  told: ReadonlyMap<number, Outlook>,
  origins: readonly number[],
  history: Float64Array,
): Float64Array {
  const errors = scaledErrors(told, origins, history);
  // Too short to have been wrong yet: as wide as the little that is known of its changes.
  if (errors.length === 0) {
    const usual = scaleOf(history, 1);
    return Float64Array.from(standing, (level) => usual * normalQuantile(level));
  }
  const sorted = Float64Array.from(errors).sort();
  const middle = sortedQuantile(sorted, 0.5);
  return sorted.map((error) => error - middle);
}

/** How much wider than usual the law is to be, from the size of the errors of late beside that of all. */
function lateWidth(late: readonly number[], errors: Float64Array): number {
  const size = (numbers: ArrayLike<number>): number =>
    Array.from(numbers).reduce((sum, error) => sum + Math.abs(error) / numbers.length, 0);
  const usual = size(errors);
  if (late.length === 0 || usual === 0) return 1;
  return Math.min(lateBounds[1], Math.max(lateBounds[0], size(late) / usual)) ** latePower;
}

/** Mean CRPS of the forecasts from some past origins, as far as they have come true; 0 where there are none. */
function meanScore(
  told: ReadonlyMap<number, Outlook>,
  origins: readonly number[],
  history: Float64Array,
  errors: Float64Array,
): number {
  const law = standing.map((level) => sortedQuantile(errors, level));
  let [sum, count] = [0, 0];
  for (const origin of origins) {
    const { mean, deviation } = told.get(origin)!;
    const steps = Math.min(mean.length, history.length - origin);
    for (let t = 0; t < steps; t++, count++) {
      sum += crps(
        law.map((error) => mean[t]! + deviation[t]! * error),
        history[origin + t]!,
      );
    }
  }
  return count === 0 ? 0 : sum / count;
}
