/**
 * A level that wanders in continuous time, read at any moments with an error: between readings a time Δ apart it
 * returns to its mean μ as e^(−Δ/θ), and what it may have done meanwhile grows with Δ,
 *
 *     m ← μ + (m − μ) e^(−Δ/θ)        P ← P e^(−2Δ/θ) + σ²(1 − e^(−2Δ/θ))        y = level + noise of variance r
 *
 * so readings far apart say less about each other than near ones, and nothing has to be interpolated. θ and r/σ² are
 * those of the largest likelihood on a grid, σ² follows from them; without times every step is one apart.
 */
import { sortedQuantile } from "../../evaluation/index.ts";
import type { QuantileMember } from "../linear/quantile-regression.ts";
import { askOf } from "../member.ts";
import type { Ask } from "../member.ts";
import { timesOf } from "./times.ts";

/** Mean and variance of a reading at a later time, given those before. */
interface Outlook {
  readonly mean: number;
  readonly variance: number;
}

/** What a history says about the level at its end. */
interface Level {
  readonly mean: number;
  readonly variance: number;
  readonly time: number;
}

interface LevelModel {
  readonly centre: number;
  /** Times after which a deviation has gone to 1/e. */
  readonly theta: number;
  /** Variance of the level over long times, and of a reading's error. */
  readonly spread: number;
  readonly noise: number;
}

/** Readings used at most for the fit, the latest ones; and those each quantile is learned from. */
const mostReadings = 5000;
const mostOrigins = 200;
/** θ in units of the whole span, and r/σ². */
const thetaShares = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const noiseShares = [1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1];

export const levelInTime: QuantileMember = {
  name: "LevelInTime",
  forecast: (histories, ask) =>
    histories
      .map((history, i) => forecastLevel(history, askOf(ask, i)).map(({ mean }) => mean))
      .map((row) => Float64Array.from(row)),
  forecastQuantiles: (histories, ask, levels) =>
    histories.map((history, i) => levelQuantiles(history, askOf(ask, i), levels)),
};

function forecastLevel(history: Float64Array, ask: Ask): Outlook[] {
  const times = timesOf(ask, history.length);
  const model = fitLevel(history, times);
  return outlooks(model, levelAt(model, history, times, history.length), times, history.length, ask.horizon);
}

/** The shape of errors is that of the history's own, in units of the spread the model expected of them. */
function levelQuantiles(history: Float64Array, ask: Ask, levels: readonly number[]): Float64Array[] {
  const times = timesOf(ask, history.length);
  const model = fitLevel(history, times);
  const sorted = standardisedErrors(model, history, times, ask.horizon);
  const ahead = outlooks(
    model,
    levelAt(model, history, times, history.length),
    times,
    history.length,
    ask.horizon,
  );
  return levels.map((level) => {
    const q = sortedQuantile(sorted, level);
    return Float64Array.from(ahead, ({ mean, variance }) => mean + q * Math.sqrt(variance));
  });
}

/** The model of the largest likelihood. */
export function fitLevel(history: Float64Array, times: Float64Array): LevelModel {
  const first = Math.max(0, history.length - mostReadings);
  const values = history.subarray(first);
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  const span = times[history.length - 1]! - times[first]! || 1;
  let best: { readonly model: LevelModel; readonly likelihood: number } | undefined;
  for (const share of thetaShares) {
    for (const noise of noiseShares) {
      const unit = { centre, theta: share * span, spread: 1, noise };
      let [squares, logs] = [0, 0];
      follow(unit, history, times, first, (error, variance) => {
        squares += (error * error) / variance;
        logs += Math.log(variance);
      });
      const spread = squares / values.length || 1;
      const likelihood = -values.length * Math.log(spread) - logs;
      if (best && likelihood <= best.likelihood) continue;
      best = { likelihood, model: { centre, theta: unit.theta, spread, noise: spread * noise } };
    }
  }
  return best!.model;
}

/** Walks through the readings from `first` on and tells each one's error and the variance expected of it. */
function follow(
  model: LevelModel,
  history: Float64Array,
  times: Float64Array,
  first: number,
  tell?: (error: number, variance: number) => void,
): Level {
  let level: Level = { mean: model.centre, variance: model.spread, time: times[first] ?? 0 };
  for (let k = first; k < history.length; k++) {
    const { mean, variance } = later(model, level, times[k]!);
    const error = history[k]! - mean;
    const total = variance + model.noise;
    tell?.(error, total);
    const gain = variance / total;
    level = { mean: mean + gain * error, variance: variance * (1 - gain), time: times[k]! };
  }
  return level;
}

/** The level before any reading at a later time. */
function later({ centre, theta, spread }: LevelModel, { mean, variance, time }: Level, at: number): Outlook {
  const kept = Math.exp(-Math.max(0, at - time) / theta);
  return {
    mean: centre + (mean - centre) * kept,
    variance: variance * kept * kept + spread * (1 - kept * kept),
  };
}

function levelAt(model: LevelModel, history: Float64Array, times: Float64Array, origin: number): Level {
  return follow(model, history.subarray(0, origin), times, Math.max(0, origin - mostReadings));
}

/** Readings to come: the level then, and the error of reading it. */
function outlooks(
  model: LevelModel,
  level: Level,
  times: Float64Array,
  origin: number,
  horizon: number,
): Outlook[] {
  return Array.from({ length: horizon }, (_, t) => {
    const { mean, variance } = later(model, level, times[origin + t]!);
    return { mean, variance: variance + model.noise };
  });
}

/** Errors at all steps of origins in the history, each divided by its expected size, ascending. */
function standardisedErrors(
  model: LevelModel,
  history: Float64Array,
  times: Float64Array,
  horizon: number,
): Float64Array {
  const errors: number[] = [];
  const stride = Math.max(1, Math.ceil(history.length / mostOrigins));
  const from = Math.max(1, Math.floor(history.length / 4));
  for (let origin = from; origin < history.length; origin += stride) {
    const level = levelAt(model, history, times, origin);
    const steps = Math.min(horizon, history.length - origin);
    outlooks(model, level, times, origin, steps).forEach(({ mean, variance }, t) =>
      errors.push((history[origin + t]! - mean) / Math.sqrt(variance)),
    );
  }
  return errors.length === 0
    ? Float64Array.of(-1.28, -0.67, 0, 0.67, 1.28)
    : Float64Array.from(errors).sort();
}
