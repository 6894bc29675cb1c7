/**
 * Linear quantile regression over all series: each quantile of the horizon's residual (to the last season, in units
 * of the seasonal change) is a linear function of the same phase in earlier seasons, of how far the latest values are
 * off their season, and of the step ahead. Each level is fitted by least squares reweighted into the pinball loss.
 */
import { seasonalNaiveForecast } from "../classical/naive.ts";
import { seasonOf } from "../member.ts";
import type { Ask, Member, PointForecasts } from "../member.ts";
import { NormalEquations } from "./normal-equations.ts";
import { frameAt, referenceAt, residualAt } from "./window-features.ts";
import type { Frame } from "./window-features.ts";

/** A member that also knows its own quantiles, `[series][level][step]`. */
export interface QuantileMember extends Member {
  forecastQuantiles(
    histories: readonly Float64Array[],
    ask: Ask,
    levels: readonly number[],
  ): readonly (readonly Float64Array[])[];
}

/** Seasons looked back at, rows learned from at most, rounds of reweighting. */
const seasonsBack = 8;
const mostRows = 40_000;
const rounds = 12;

export const quantileRegression: QuantileMember = {
  name: "QuantileRegression",
  forecast: (histories, ask): PointForecasts =>
    quantileRegression.forecastQuantiles(histories, ask, [0.5]).map((levels) => levels[0]!),
  forecastQuantiles(histories, ask, levels) {
    const season = seasonOf(ask);
    const learned = ask.learn?.histories ?? histories;
    const longest = learned.reduce((most, { length }) => Math.max(most, length), 0);
    // Shorter histories look back less far, but at least two seasons: one is the reference.
    const back = Math.min(seasonsBack, Math.floor((longest - ask.horizon) / season / 2));
    const context = back * season;
    const lastSeason = (history: Float64Array): Float64Array[] =>
      levels.map(() => seasonalNaiveForecast(history, ask.horizon, season));
    if (back < 2) return histories.map(lastSeason);
    const rows = trainingRows(learned, ask.horizon, season, back);
    // Series that never change have no frame, so there may be no row at all.
    if (rows.features.length === 0) return histories.map(lastSeason);
    const fits = levels.map((level) => fitLevel(rows, level));
    return histories.map((history) => {
      const frame = history.length >= context ? frameAt(history, history.length, context, season) : undefined;
      if (!frame) return lastSeason(history);
      return uncrossed(fits, ask.horizon, (t, fit) => {
        const features = featuresOf(history, history.length, frame, t, ask.horizon, back);
        return referenceAt(frame, t) + frame.unit * dot(features, fit);
      });
    });
  },
};

interface Rows {
  readonly features: Float64Array[];
  readonly targets: Float64Array;
}

function trainingRows(
  histories: readonly Float64Array[],
  horizon: number,
  season: number,
  back: number,
): Rows {
  const context = back * season;
  const features: Float64Array[] = [];
  const targets: number[] = [];
  const possible = histories.reduce(
    (sum, { length }) => sum + Math.max(0, length - context - horizon + 1),
    0,
  );
  const stride = Math.max(1, Math.ceil((possible * horizon) / mostRows));
  let next = 0;
  for (const history of histories) {
    for (let origin = context; origin + horizon <= history.length; origin++) {
      const frame = next < horizon ? frameAt(history, origin, context, season) : undefined;
      for (; next < horizon; next += stride) {
        if (!frame) continue;
        features.push(featuresOf(history, origin, frame, next, horizon, back));
        targets.push(residualAt(frame, history[origin + next]!, next));
      }
      next -= horizon;
    }
  }
  return { features, targets: Float64Array.from(targets) };
}

/** What one step of one window is predicted from. */
function featuresOf(
  history: Float64Array,
  origin: number,
  frame: Frame,
  step: number,
  horizon: number,
  back: number,
): Float64Array {
  const season = frame.season.length;
  const features = new Float64Array(back + 4);
  for (let k = 2; k <= back; k++) {
    const offset = (step % season) - k * season;
    features[k - 2] = residualAt(frame, history[origin + offset]!, offset);
  }
  // How far the latest value is from one season before it, fading with the distance ahead.
  const lately = (history[origin - 1]! - history[origin - 1 - season]!) / frame.unit;
  const bounded = Math.min(12, Math.max(-12, lately));
  features[back - 1] = bounded * Math.exp(-step / 4);
  features[back] = bounded * Math.exp(-step / season);
  features[back + 1] = bounded;
  features[back + 2] = step / horizon;
  features[back + 3] = 1;
  return features;
}

function fitLevel({ features, targets }: Rows, level: number): Float64Array {
  const size = features[0]!.length;
  const equations = new NormalEquations(size);
  const weights = new Float64Array(targets.length).fill(1);
  const target = [0];
  let fit: Float64Array = new Float64Array(size);
  for (let round = 0; round < rounds; round++) {
    equations.clear();
    for (let i = 0; i < targets.length; i++) {
      target[0] = targets[i]!;
      equations.add(features[i]!, target, weights[i]);
    }
    fit = equations.solve(() => 1e-3);
    for (let i = 0; i < targets.length; i++) {
      const miss = targets[i]! - dot(features[i]!, fit);
      // weight · miss² = pinball: |miss| times the level's slope on that side, kept finite near zero.
      weights[i] = (miss > 0 ? level : 1 - level) / Math.max(Math.abs(miss), 0.02);
    }
  }
  return fit;
}

/** Quantiles `[level][step]`, sorted at every step so that none crosses another. */
function uncrossed(
  fits: readonly Float64Array[],
  horizon: number,
  at: (step: number, fit: Float64Array) => number,
): Float64Array[] {
  const quantiles = fits.map(() => new Float64Array(horizon));
  for (let t = 0; t < horizon; t++) {
    const sorted = Float64Array.from(fits, (fit) => at(t, fit)).sort();
    sorted.forEach((value, i) => (quantiles[i]![t] = value));
  }
  return quantiles;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
