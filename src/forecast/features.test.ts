import { expect, test } from "vitest";
import { mae } from "../evaluation/forecast/point-errors.ts";
import { Generator } from "../random/generator.ts";
import { naive } from "./classical/naive.ts";
import { seasonalAutoregression } from "./classical/seasonal-autoregression.ts";
import { tallyOfPool } from "./feature-use.ts";
import { momentsBefore, standardisedBy } from "./features.ts";
import type { SeriesFeatures } from "./features.ts";
import { forecastSeries } from "./forecaster.ts";
import { gflownet } from "./gflownet/member.ts";
import { createForecaster, examplesOf, pastsOf } from "./gflownet/forecaster.ts";
import { resolveSettings } from "./gflownet/settings.ts";
import { backtest } from "./pool/backtest.ts";
import { predictPool, savePool } from "./pool/saved-pool.ts";

const horizon = 7;
const length = 210;

/** Daily sales of which a promotion, planned at random, adds 20, and last week's temperature half a unit per degree. */
function shops(count: number): { values: Float64Array[]; features: SeriesFeatures[] } {
  const values: Float64Array[] = [];
  const features: SeriesFeatures[] = [];
  for (let shop = 0; shop < count; shop++) {
    const generator = Generator.fromSeed(shop + 1);
    const promotion = Float64Array.from({ length: length + horizon }, () =>
      generator.float64() < 0.2 ? 1 : 0,
    );
    const temperature = Float64Array.from({ length: length + horizon }, () => 5 * generator.normal());
    values.push(
      Float64Array.from({ length: length + horizon }, (_, t) => {
        const weather = t >= horizon ? 0.5 * temperature[t - horizon]! : 0;
        return 100 + 10 * Math.sin((2 * Math.PI * t) / 7) + 20 * promotion[t]! + weather + generator.normal();
      }),
    );
    features.push({ known: [promotion], past: [temperature] });
  }
  return { values, features };
}

const { values, features } = shops(4);
const histories = values.map((one) => one.subarray(0, length));
const ask = { horizon, periods: [7] };
const errorOf = (forecasts: readonly Float64Array[]): number =>
  forecasts.reduce((sum, one, i) => sum + mae(one, values[i]!.subarray(length)) / forecasts.length, 0);

test.each(["levels", "logarithms", "differences"] as const)(
  "an autoregression (%s) learns what features known beforehand and of the past do",
  async (form) => {
    const member = seasonalAutoregression(form);
    const without = errorOf(await member.forecast(histories, ask));
    const withThem = errorOf(await member.forecast(histories, { ...ask, features }));
    // The noise alone is 0.8 off in the mean.
    expect(withThem).toBeLessThan(1.6);
    expect(without).toBeGreaterThan(2.5 * withThem);
  },
);

test("a missing number of a feature counts as its mean, a constant feature as nothing", async () => {
  const holes = features.map(({ known, past }) => ({
    past,
    known: [
      known[0]!.map((value, t) => (t % 50 === 3 ? NaN : value)),
      new Float64Array(length + horizon).fill(3),
    ],
  }));
  const member = seasonalAutoregression("levels");
  expect(errorOf(await member.forecast(histories, { ...ask, features: holes }))).toBeLessThan(2.5);
  expect(momentsBefore(Float64Array.of(3, NaN, 5, 100), 3)).toEqual([4, 1]);
  expect(standardisedBy([4, 1], NaN)).toBe(0);
  expect(standardisedBy([4, 1], 40)).toBe(6);
});

test("a forecast says of every member and series whether features were used, and why not", async () => {
  // What never changes cannot help.
  const idleColumn = new Float64Array(length + horizon).fill(3);
  const mixed = features.map((one, i) => (i < 2 ? one : { known: [idleColumn], past: [idleColumn] }));
  const short = histories[3]!.subarray(0, 20);
  const all = [...histories.slice(0, 3), short];
  const request = {
    ...ask,
    members: [naive, seasonalAutoregression("levels")],
    windows: { count: 1, step: 7 },
  };
  const forecast = await forecastSeries(all, { ...request, features: mixed });
  expect([...forecast.featureUse]).toEqual([["SeasonalARLevels", ["used", "used", "no-help", "too-short"]]]);
  expect(tallyOfPool(forecast)).toEqual({ used: 2, noHelp: 1, tooShort: 1, noWeight: 0 });
  const plain = await forecastSeries(all, request);
  expect(plain.featureUse.size).toBe(0);
  expect(tallyOfPool(plain)).toBeUndefined();
  // What is said to have no part has none: the member's forecasts are the same without it.
  const own = (made: typeof forecast): readonly Float64Array[] =>
    made.models.find(({ name }) => name === "SeasonalARLevels")!.point;
  for (const i of all.keys()) expect(own(forecast)[i]!.join() === own(plain)[i]!.join()).toBe(i >= 2);
  // Members without weight change nothing in the pool, whatever they use.
  const idle = { names: ["Naive", "SeasonalARLevels"], of: () => Float64Array.of(1, 0) };
  expect(tallyOfPool({ ...forecast, weights: idle })).toMatchObject({ used: 0, noWeight: 2 });
  const saved = savePool(forecast, ["a", "b", "c", "d"]);
  const later = await predictPool(saved, request.members, ["a", "b", "c", "d"], all, mixed);
  expect(later.featureUse).toEqual(forecast.featureUse);
});

/** Features in which everything that may not be known at an origin is something else. */
const altered = (origin: number): SeriesFeatures[] =>
  features.map(({ known, past }) => ({
    known: known.map((column) => column.map((value, t) => (t >= origin + horizon ? 9 - value : value))),
    past: past.map((column) => column.map((value, t) => (t >= origin ? 50 - value : value))),
  }));

test("no backtest changes with a feature that its origin could not know", async () => {
  const members = [seasonalAutoregression("levels"), seasonalAutoregression("differences")];
  const windows = { count: 2, step: horizon };
  const before = await backtest(members, histories, { ...ask, features }, windows);
  // Windows begin 14 and 7 steps before the end of the histories.
  const after = await backtest(members, histories, { ...ask, features: altered(length - 14) }, windows);
  for (const { name } of members) {
    expect(after[0]!.forecasts.get(name), name).toEqual(before[0]!.forecasts.get(name));
    expect(after[1]!.forecasts.get(name), name).not.toEqual(before[1]!.forecasts.get(name));
  }
});

test("the network reads features up to the origin, and known ones up to the horizon", async () => {
  const settings = resolveSettings({ references: ["levels"] });
  const origin = 160;
  const examples = async (given: readonly SeriesFeatures[]) => {
    const full = { ...ask, features: given };
    const { network } = createForecaster(full, settings);
    return examplesOf({ ...(await pastsOf(histories, full, settings)), ratio: 1 }, network.layout, 7);
  };
  const [before, after] = [await examples(features), await examples(altered(origin))];
  let same = 0;
  before.forEach((example, i) => {
    if (example.origin > origin) return;
    expect([after[i]!.reference, after[i]!.unit, after[i]!.steps]).toEqual([
      example.reference,
      example.unit,
      example.steps,
    ]);
    same++;
  });
  expect(same).toBeGreaterThan(100);
  expect(after.at(-1)!.steps).not.toEqual(before.at(-1)!.steps);
});

test("the generative forecaster learns from features what its reference does not know", async () => {
  const many = shops(24);
  const known = many.values.map((one) => one.subarray(0, length));
  const error = (forecasts: readonly Float64Array[]): number =>
    forecasts.reduce((sum, one, i) => sum + mae(one, many.values[i]!.subarray(length)) / forecasts.length, 0);
  const settings = {
    references: ["season"],
    bins: 64,
    width: 16,
    heads: 2,
    patches: 4,
    iterations: 300,
    paths: 16,
  } as const;
  const without = error(await gflownet(settings).forecast(known, ask));
  const withThem = error(await gflownet(settings).forecast(known, { ...ask, features: many.features }));
  expect(withThem).toBeLessThan(0.75 * without);
}, 180_000);

test("features that do not fit are refused with what was got", async () => {
  const request = { ...ask, members: [seasonalAutoregression()], windows: { count: 1, step: 7 } };
  await expect(forecastSeries(histories, { ...request, features: features.slice(1) })).rejects.toThrowError(
    /got features of 3 series, expected them of all 4/,
  );
  const short = features.map(({ known, past }) => ({ known: known.map((c) => c.subarray(0, length)), past }));
  await expect(forecastSeries(histories, { ...request, features: short })).rejects.toThrowError(
    /got 210 numbers of a feature of series 0, expected 217 \(known beforehand/,
  );
});
