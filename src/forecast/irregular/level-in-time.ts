/**
 * A level that wanders in continuous time, read at any moments with an error: between readings a time Δ apart it
 * returns to its mean μ as e^(−Δ/θ), and what it may have done meanwhile grows with Δ,
 *
 *     m ← μ + (m − μ) e^(−Δ/θ)        P ← P e^(−2Δ/θ) + σ²(1 − e^(−2Δ/θ))        y = level + noise of variance r
 *
 * so readings far apart say less about each other than near ones, and nothing has to be interpolated. σ² is that of the
 * largest likelihood given θ and r/σ², and these are the pair of a grid whose forecasts from origins in the history had
 * the smallest CRPS; without times every step is one apart.
 */
import { sortedQuantile } from "../../evaluation/index.ts";
import type { QuantileMember } from "../linear/quantile-regression.ts";
import { normalCdf } from "../generative/normal.ts";
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
const noiseShares = [1e-7, 1e-5, 1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1];

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
  const model = fitLevel(history, times, ask.horizon);
  return outlooks(
    model,
    follow(model, history, times, Math.max(0, history.length - mostReadings)),
    times,
    history.length,
    ask.horizon,
  );
}

/** The shape of errors is that of the history's own, in units of the spread the model expected of them. */
function levelQuantiles(history: Float64Array, ask: Ask, levels: readonly number[]): Float64Array[] {
  const times = timesOf(ask, history.length);
  const model = fitLevel(history, times, ask.horizon);
  const sorted = standardisedErrors(model, history, times, ask.horizon);
  const ahead = outlooks(
    model,
    follow(model, history, times, Math.max(0, history.length - mostReadings)),
    times,
    history.length,
    ask.horizon,
  );
  return levels.map((level) => {
    const q = sortedQuantile(sorted, level);
    return Float64Array.from(ahead, ({ mean, variance }) => mean + q * Math.sqrt(variance));
  });
}

/** The model whose forecasts in the history were best. */
export function fitLevel(history: Float64Array, times: Float64Array, horizon: number): LevelModel {
  const first = Math.max(0, history.length - mostReadings);
  const values = history.subarray(first);
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  const span = times[history.length - 1]! - times[first]! || 1;
  let best: { readonly model: LevelModel; readonly score: number } | undefined;
  for (const share of thetaShares) {
    for (const noise of noiseShares) {
      const unit = { centre, theta: share * span, spread: 1, noise };
      let squares = 0;
      follow(unit, history, times, first, (error, variance) => (squares += (error * error) / variance));
      const spread = squares / values.length || 1;
      const model = { centre, theta: unit.theta, spread, noise: spread * noise };
      const score = meanScore(model, history, times, horizon);
      if (!best || score < best.score) best = { model, score };
    }
  }
  return best!.model;
}

/** Mean CRPS of forecasts from origins in the history; 0 where it is too short for any. */
function meanScore(model: LevelModel, history: Float64Array, times: Float64Array, horizon: number): number {
  let [sum, count] = [0, 0];
  eachError(model, history, times, horizon, (error, deviation) => {
    sum += normalCrps(error, deviation);
    count++;
  });
  return count === 0 ? 0 : sum / count;
}

/** The CRPS of a normal law whose mean was wrong by `error`. */
function normalCrps(error: number, deviation: number): number {
  const z = error / deviation;
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return deviation * (z * (2 * normalCdf(z) - 1) + 2 * density - 1 / Math.sqrt(Math.PI));
}

/** Walks through the readings from `first` on, tells each one's error and its expected variance, then the level after it. */
function follow(
  model: LevelModel,
  history: Float64Array,
  times: Float64Array,
  first: number,
  tell?: (error: number, variance: number) => void,
  after?: (origin: number, level: Level) => void,
): Level {
  let level: Level = { mean: model.centre, variance: model.spread, time: times[first] ?? 0 };
  for (let k = first; k < history.length; k++) {
    const { mean, variance } = later(model, level, times[k]!);
    const error = history[k]! - mean;
    const total = variance + model.noise;
    tell?.(error, total);
    const gain = variance / total;
    level = { mean: mean + gain * error, variance: variance * (1 - gain), time: times[k]! };
    after?.(k + 1, level);
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

/** Errors of forecasts from origins in the history, each divided by its expected size, ascending. */
function standardisedErrors(
  model: LevelModel,
  history: Float64Array,
  times: Float64Array,
  horizon: number,
): Float64Array {
  const errors: number[] = [];
  eachError(model, history, times, horizon, (error, deviation) => errors.push(error / deviation));
  return errors.length === 0
    ? Float64Array.of(-1.28, -0.67, 0, 0.67, 1.28)
    : Float64Array.from(errors).sort();
}

/** Tells the errors at all steps of origins in the last three quarters of the history, and their expected sizes. */
function eachError(
  model: LevelModel,
  history: Float64Array,
  times: Float64Array,
  horizon: number,
  tell: (error: number, deviation: number) => void,
): void {
  const first = Math.max(0, history.length - mostReadings);
  const stride = Math.max(1, Math.ceil((history.length - first) / mostOrigins));
  const from = first + Math.max(1, Math.floor((history.length - first) / 4));
  follow(model, history, times, first, undefined, (origin, level) => {
    if (origin < from || (origin - from) % stride !== 0) return;
    const steps = Math.min(horizon, history.length - origin);
    outlooks(model, level, times, origin, steps).forEach(({ mean, variance }, t) =>
      tell(history[origin + t]! - mean, Math.sqrt(variance)),
    );
  });
}
