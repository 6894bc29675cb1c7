import { expect, test } from "vitest";
import { Generator } from "../../random/index.ts";
import { forecastSeries } from "../forecaster.ts";
import { naive } from "../classical/naive.ts";
import { fitLevel, levelInTime } from "./level-in-time.ts";
import { stretchOf } from "./times.ts";

const horizon = 6;
const theta = 20;

/** Readings at random times of a level that returns to 50 with θ = 20, spread 4, read with an error of 0.5. */
function readings(
  count: number,
  seed: number,
): { times: Float64Array; values: Float64Array; level: Float64Array } {
  const generator = Generator.fromSeed(seed);
  const [times, values, level] = [0, 0, 0].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let [time, state] = [0, 4 * generator.normal()];
  for (let k = 0; k < count; k++) {
    // Mostly a tenth apart, now and then ten times a whole.
    const gap = generator.float64() < 0.8 ? 0.1 : 10 * generator.float64();
    time += gap;
    const kept = Math.exp(-gap / theta);
    state = kept * state + 4 * Math.sqrt(1 - kept * kept) * generator.normal();
    times[k] = time;
    level[k] = 50 + state;
    values[k] = level[k]! + 0.5 * generator.normal();
  }
  return { times, values, level };
}

test("its own forecasts find the law of a level read at irregular times", () => {
  const { times, values } = readings(2000, 1);
  const model = fitLevel(values, times, horizon);
  expect(model.theta).toBeGreaterThan(theta / 4);
  expect(model.theta).toBeLessThan(theta * 4);
  expect(Math.sqrt(model.noise)).toBeGreaterThan(0.35);
  expect(Math.sqrt(model.noise)).toBeLessThan(0.7);
  expect(Math.abs(model.centre - 50)).toBeLessThan(2);
});

test("its intervals are as wide as the time that has passed, and cover what they should", () => {
  const { times, values } = readings(1500, 2);
  let [inside, count] = [0, 0];
  const widths: [number, number][] = [];
  for (let origin = 600; origin + horizon <= values.length; origin += 30) {
    const ask = {
      horizon,
      periods: [1],
      features: [{ known: [], past: [], times: times.subarray(0, origin + horizon) }],
    };
    const [low, high] = levelInTime.forecastQuantiles([values.subarray(0, origin)], ask, [0.1, 0.9])[0]!;
    for (let t = 0; t < horizon; t++) {
      const value = values[origin + t]!;
      if (value >= low![t]! && value <= high![t]!) inside++;
      count++;
      widths.push([times[origin + t]! - times[origin - 1]!, high![t]! - low![t]!]);
    }
  }
  expect(inside / count).toBeGreaterThan(0.72);
  expect(inside / count).toBeLessThan(0.88);
  const mean = (list: readonly (readonly [number, number])[]): number =>
    list.reduce((sum, [, width]) => sum + width, 0) / list.length;
  expect(mean(widths.filter(([elapsed]) => elapsed > 8))).toBeGreaterThan(
    1.8 * mean(widths.filter(([elapsed]) => elapsed < 0.5)),
  );
});

test("without times every step is one apart; a constant series stays what it is", async () => {
  const flat = new Float64Array(40).fill(3);
  const [forecast] = await levelInTime.forecast([flat], { horizon: 3, periods: [1] });
  expect([...forecast!].map((value) => Number(value.toFixed(6)))).toEqual([3, 3, 3]);
});

test("residual intervals of any member stretch with the time that passes", async () => {
  const times = Float64Array.from({ length: 60 + horizon }, (_, k) => (k < 60 ? k : 59 + 9 * (k - 59)));
  const generator = Generator.fromSeed(3);
  let sum = 0;
  const history = Float64Array.from({ length: 60 }, () => (sum += generator.normal()));
  const features = [{ known: [], past: [], times }];
  expect(stretchOf(features, horizon)(0, 60)).toEqual(new Float64Array(horizon).fill(3));
  const request = {
    horizon,
    periods: [1],
    members: [naive],
    windows: { count: 3, step: horizon },
  };
  const width = async (given?: typeof features): Promise<number> => {
    const forecast = await forecastSeries([history], { ...request, features: given });
    const [low, high] = forecast.models[0]!.quantiles(0, [0.1, 0.9]).values;
    return high![2]! - low![2]!;
  };
  expect(await width(features)).toBeCloseTo(3 * (await width()), 6);
});
