import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { loadAugurs } from "../../run/forecast/load-augurs.ts";
import type { Ask, Member } from "../member.ts";
import { smoothedLevel } from "./exponential-smoothing.ts";
import { drift, naive, seasonalNaive } from "./naive.ts";
import { seasonalAutoregression, seasonalLags } from "./seasonal-autoregression.ts";
import { isSeasonal, seasonalIndices } from "./seasonal-indices.ts";
import { naive2, theta } from "./theta.ts";

const ask = (horizon: number, ...periods: number[]): Ask => ({ horizon, periods });
async function one(member: Member, history: readonly number[], asked: Ask): Promise<number[]> {
  return [...(await member.forecast([Float64Array.from(history)], asked))[0]!];
}

/** A season of 12 around a slow line, with a little noise. */
function seasonalSeries(length: number, noise: number): number[] {
  const generator = Generator.fromSeed(5);
  return Array.from(
    { length },
    (_, t) => 50 + 0.1 * t + 10 * Math.sin((2 * Math.PI * t) / 12) + noise * generator.normal(),
  );
}

test("naive, seasonal naive and drift by hand", async () => {
  expect(await one(naive, [1, 2, 4], ask(2))).toEqual([4, 4]);
  expect(await one(seasonalNaive(2), [1, 2, 4], ask(3))).toEqual([2, 4, 2]);
  expect(await one(seasonalNaive(5), [1, 2, 4], ask(2))).toEqual([4, 4]);
  expect(await one(drift, [1, 2, 4], ask(2))).toEqual([5.5, 7]);
});

test("smoothing: a constant keeps its level, a line is followed by its last value, noise is averaged", () => {
  expect(smoothedLevel(new Float64Array(20).fill(3))).toBeCloseTo(3, 9);
  // On a line the best factor is the largest allowed one.
  expect(smoothedLevel(Float64Array.from({ length: 30 }, (_, t) => t))).toBeCloseTo(29, 2);
  expect(smoothedLevel(Float64Array.from({ length: 400 }, (_, t) => (t % 2 === 0 ? 1 : -1)))).toBeCloseTo(
    0,
    1,
  );
});

test("seasonal indices by hand: 1, 3 repeated is a level of 2 times ½ and 1½", () => {
  const history = Float64Array.from({ length: 12 }, (_, t) => (t % 2 === 0 ? 1 : 3));
  expect(isSeasonal(history, 2)).toBe(true);
  expect([...seasonalIndices(history, 2)]).toEqual([0.5, 1.5]);
  expect(isSeasonal(new Float64Array(12).fill(1), 2)).toBe(false);
  expect(isSeasonal(Float64Array.from([1, 3, 1, 3, 1]), 2)).toBe(false);
});

test("Naive2 continues a pure multiplicative season exactly; Theta continues half of the trend", async () => {
  const season = [1, 3];
  const history = Array.from({ length: 12 }, (_, t) => season[t % 2]!);
  const continued = await one(naive2, history, ask(3, 2));
  continued.forEach((value, t) => expect(value).toBeCloseTo(season[t % 2]!, 9));
  const line = Array.from({ length: 40 }, (_, t) => 10 + t);
  // Smoothing of the doubled line ends at its last value 49; the line goes on by 1 per step: half of that is kept.
  expect((await one(theta, line, ask(2)))[1]).toBeCloseTo((49 + 51) / 2, 1);
});

test("seasonal autoregression continues a season with trend better than repeating it", async () => {
  const series = seasonalSeries(156, 0.3);
  const [history, actual] = [series.slice(0, 144), series.slice(144)];
  const error = (forecast: readonly number[]): number =>
    forecast.reduce((sum, value, t) => sum + Math.abs(value - actual[t]!) / 12, 0);
  const repeated = error(await one(seasonalNaive(12), history, ask(12, 12)));
  for (const form of ["levels", "logarithms", "differences"] as const) {
    expect(error(await one(seasonalAutoregression(form), history, ask(12, 12)))).toBeLessThan(0.8 * repeated);
  }
});

test("lags: near ones, around the seasons, fewer where the history is short", () => {
  expect(seasonalLags([24, 168], 700)).toEqual([1, 2, 3, 23, 24, 25, 47, 48, 49, 167, 168, 169]);
  expect(seasonalLags([12], 50)).toEqual([1, 2, 3, 11, 12, 13, 23]);
  expect(seasonalLags([1], 30)).toEqual([1, 2, 3]);
  expect(seasonalLags([12], 5)).toEqual([]);
});

test("ETS and MSTL run from bytes alone and follow trend and season; hopeless series fall back to the last value", async () => {
  const { ets, mstl } = await loadAugurs();
  const series = seasonalSeries(132, 0.3);
  const actual = series.slice(120);
  for (const member of [ets, mstl]) {
    const forecast = await one(member, series.slice(0, 120), ask(12, 12));
    const error = forecast.reduce((sum, value, t) => sum + Math.abs(value - actual[t]!) / 12, 0);
    expect(error).toBeLessThan(1.5);
    expect(await one(member, [7], ask(2, 12))).toEqual([7, 7]);
  }
});
