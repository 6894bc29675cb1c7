/**
 * A fitted pool as a plain record that can be written down and used on newer data: weights and error scales by series
 * id and the shape of the residuals. Forecasting with it needs no backtests; series it does not know get the average
 * weights and the typical scale.
 */
import { WindageError } from "../../error.ts";
import { checkFeatures, featuresAt } from "../features.ts";
import type { SeriesFeatures } from "../features.ts";
import { featureUseOf } from "../feature-use.ts";
import type { UsesFeatures } from "../feature-use.ts";
import type { Forecast, ModelForecast } from "../forecaster.ts";
import { stretchOf } from "../irregular/times.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { seasonOf } from "../member.ts";
import type { Ask, Member, PointForecasts } from "../member.ts";
import { floorOf, possible, possibleIn } from "../plausible.ts";
import type { Possible } from "../plausible.ts";
import { poolForecasts, poolName } from "./pool.ts";
import { sizesOf } from "./residual-fan.ts";

/** One series' weights, in the order of the members, and the size of its errors in units of those of a typical one. */
export interface SavedSeries {
  readonly id: string;
  readonly weights: readonly number[];
  readonly own: number;
}

/** A fitted pool: weights and error sizes by series, and the shape of the errors. */
export interface SavedPool {
  readonly horizon: number;
  readonly periods: readonly number[];
  /** Members in the order of the weights. */
  readonly names: readonly string[];
  readonly series: readonly SavedSeries[];
  /** What marks of a forecast add to the logarithm of the size of its errors. */
  readonly marks: readonly number[];
  /** How far forecasts are moved at each step, in sizes. */
  readonly shift: readonly number[];
  /** Levels of the residual quantiles, ascending. */
  readonly levels: readonly number[];
  /** Residual quantiles `[step][i]` at these levels. */
  readonly residuals: readonly (readonly number[])[];
}

/** Every half percent, and in the tails one, two and five of every power of ten down to 10⁻¹⁵. */
const grid = levelGrid();

function levelGrid(): number[] {
  const rare = Array.from({ length: 13 }, (_, i) => [1, 2, 5].map((digit) => digit * 10 ** (i - 15)))
    .flat()
    .filter((level) => level < 0.005);
  const inner = Array.from({ length: 199 }, (_, i) => (i + 1) / 200);
  return [...rare, ...inner, ...rare.toReversed().map((level) => 1 - level)];
}

/** A fitted pool as plain data that can be kept in a file. */
export function savePool(forecast: Forecast, ids: readonly string[]): SavedPool {
  const { horizon, periods, weights, poolFan } = forecast;
  // What counts for no series is not asked again.
  const used = [...weights.names.keys()].filter((m) => ids.some((_, i) => weights.of(i)[m]! > 0));
  return {
    horizon,
    periods,
    names: used.map((m) => weights.names[m]!),
    series: ids.map((id, i) => ({
      id,
      weights: used.map((m) => weights.of(i)[m]!),
      own: poolFan.ownOf(i),
    })),
    marks: [...poolFan.marks],
    shift: [...poolFan.shift],
    levels: grid,
    residuals: poolFan.residualQuantiles(grid),
  };
}

/** A pool's forecast of other data than it was fitted to. */
export interface PoolForecast extends ModelForecast, UsesFeatures {}

/** Forecasts new histories with the members the pool was made of. */
export async function predictPool(
  saved: SavedPool,
  members: readonly Member[],
  ids: readonly string[],
  histories: readonly Float64Array[],
  features?: readonly SeriesFeatures[],
): Promise<PoolForecast> {
  const { horizon } = saved;
  if (features) checkFeatures(features, histories, horizon);
  const ask: Ask = {
    horizon,
    periods: saved.periods,
    features: features?.map((one, i) => featuresAt(one, histories[i]!.length, horizon)),
  };
  const stretch = stretchOf(features, horizon);
  const chosen = saved.names.map((name) => {
    const member = members.find((candidate) => candidate.name === name);
    if (member) return member;
    throw new WindageError(
      "forecast/missing-member",
      `predictPool: the pool was made with ${name}, which is not among ${members.map((m) => m.name).join(", ")}; add it.`,
    );
  });
  // All at once: one that computes elsewhere does not wait for the others.
  const points = await Promise.all(chosen.map(async (member) => member.forecast(histories, ask)));
  const forecasts = new Map(saved.names.map((name, m): [string, PointForecasts] => [name, points[m]!]));
  const known = new Map(saved.series.map((one) => [one.id, one]));
  const average = saved.names.map((_, m) =>
    saved.series.reduce((sum, one) => sum + one.weights[m]! / saved.series.length, 0),
  );
  const weightsOf = (i: number): Float64Array => Float64Array.from(known.get(ids[i]!)?.weights ?? average);
  const said = poolForecasts(saved.names, forecasts, histories, weightsOf);
  // Of a series that is not known, errors are those of a typical one.
  const sizes = histories.map((history, i) =>
    sizesOf(
      saved.marks,
      { history, point: said[i]! },
      seasonOf(ask),
      known.get(ids[i]!)?.own ?? 1,
      stretch(i, history.length),
    ),
  );
  const isMoved = saved.shift.some((shift) => shift !== 0);
  const moved = (i: number, at: (t: number) => number, among: Possible): Float64Array =>
    said[i]!.map((value, t) => possible(value + sizes[i]![t]! * (saved.shift[t]! + at(t)), among));
  const point = isMoved
    ? said.map((_, i) => moved(i, () => 0, { atLeast: floorOf(histories[i]!), areWhole: false }))
    : said;
  return {
    name: poolName,
    point,
    featureUse: new Map(
      chosen.flatMap((member) => {
        const use = featureUseOf(member, histories, ask);
        return use ? [[member.name, use]] : [];
      }),
    ),
    weights: { names: saved.names, of: weightsOf },
    quantiles: (i, levels) => {
      const among = possibleIn(histories[i]!);
      const at = (level: number) => (t: number) => interpolate(saved.residuals[t]!, saved.levels, level);
      return { levels, values: levels.map((level) => moved(i, at(level), among)) };
    },
  };
}

/** Linear in the level among the half percents, and in the normal score beyond them, where tails are straight lines. */
function interpolate(quantiles: readonly number[], levels: readonly number[], level: number): number {
  // A level that was written down is found, whatever its last binary digit.
  const sought = level - 1e-12 * Math.min(level, 1 - level);
  let [above, end] = [0, levels.length];
  while (above < end) {
    const middle = (above + end) >> 1;
    if (levels[middle]! >= sought) end = middle;
    else above = middle + 1;
  }
  if (above === 0 || above === levels.length) return quantiles[above === 0 ? 0 : above - 1]!;
  const [left, right] = [levels[above - 1]!, levels[above]!];
  const isTail = left > 0 && right < 1 && right - left < 0.004;
  const place = isTail ? normalQuantile : (one: number): number => one;
  const share = (place(level) - place(left)) / (place(right) - place(left));
  const [low, high] = [quantiles[above - 1]!, quantiles[above]!];
  return share >= 1 ? high : low + share * (high - low);
}
