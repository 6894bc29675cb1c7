import { expect, test } from "vitest";
import { crps } from "../../evaluation/forecast/crps.ts";
import { Generator } from "../../random/generator.ts";
import { forecastSeries } from "../forecaster.ts";
import { naive } from "../classical/naive.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { levelInTime } from "./level-in-time.ts";
import { followReadings } from "./state-in-time.ts";
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

test("its law is nearly as good as that of the level that made the readings", () => {
  const { times, values } = readings(1500, 1);
  // In units of the error's variance, 0.25: a spread of 16 is what the level gains in θ/2.
  const motion = { diffusion: (2 * 64) / theta, theta, mean: 50, trend: 0, tau: Infinity };
  const levels = Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50);
  const normal = levels.map(normalQuantile);
  let [ours, exact] = [0, 0];
  for (let origin = 400; origin + horizon <= values.length; origin += 40) {
    const history = values.subarray(0, origin);
    const until = times.subarray(0, origin + horizon);
    const ask = { horizon, periods: [1], features: [{ known: [], past: [], times: until }] };
    const rows = levelInTime.forecastQuantiles([history], ask, levels)[0]!;
    const known = followReadings(motion, history, until, { first: 0, wanted: new Set([origin]), horizon });
    const { mean, deviation } = known.get(origin)!;
    for (let t = 0; t < horizon; t++) {
      const value = values[origin + t]!;
      ours += crps(
        rows.map((row) => row[t]!),
        value,
      );
      exact += crps(
        normal.map((z) => mean[t]! + 0.5 * deviation[t]! * z),
        value,
      );
    }
  }
  expect(ours / exact).toBeLessThan(1.05);
});

test("a trend that goes on is followed, in any unit of time", async () => {
  const line = Float64Array.from({ length: 80 }, (_, k) => (k < 50 ? 100 : 100 + 3 * (k - 49)));
  const noisy = line.map((value, k) => value + ((k * 7919) % 7) / 10);
  const inUnits = async (unit: number): Promise<Float64Array> => {
    const times = Float64Array.from({ length: 84 }, (_, k) => unit * k);
    const ask = { horizon: 4, periods: [1], features: [{ known: [], past: [], times }] };
    return (await levelInTime.forecast([noisy], ask))[0]!;
  };
  const forecast = await inUnits(1);
  expect(forecast[3]!).toBeGreaterThan(noisy.at(-1)! + 5);
  const other = await inUnits(1e-3);
  forecast.forEach((value, t) => expect(other[t]).toBeCloseTo(value, 6));
});

test("a trend that lasts is followed nearly as well as by one who knows how it came about", () => {
  // A slope that wanders for ever, 0.05 a unit of time, read at uneven times with an error of 1.
  const generator = Generator.fromSeed(5);
  const count = 500;
  const [times, values] = [new Float64Array(count), new Float64Array(count)];
  let [time, level, slope] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const gap = generator.float64() < 0.5 ? 0.2 : 3 * generator.float64();
    for (let part = 0; part < 20; part++) {
      level += (slope * gap) / 20;
      slope += 0.05 * Math.sqrt(gap / 20) * generator.normal();
    }
    time += gap;
    times[k] = time;
    values[k] = level + generator.normal();
  }
  // A trend that hardly dies away wanders as the slope does: 2·variance/τ is its diffusion.
  const tau = 1e5;
  const motion = { diffusion: 0, theta: Infinity, mean: 0, trend: (0.05 ** 2 * tau) / 2, tau };
  const [ours, exact] = [0, 1].map((known) => {
    let sum = 0;
    for (let origin = 200; origin + 16 <= count; origin += 20) {
      const history = values.subarray(0, origin);
      const until = times.subarray(0, origin + 16);
      const ask = { horizon: 16, periods: [1], features: [{ known: [], past: [], times: until }] };
      const options = { first: 0, wanted: new Set([origin]), horizon: 16 };
      const median =
        known === 1
          ? followReadings(motion, history, until, options).get(origin)!.mean
          : levelInTime.forecastQuantiles([history], ask, [0.5])[0]![0]!;
      median.forEach((value, t) => (sum += Math.abs(value - values[origin + t]!)));
    }
    return sum;
  }) as [number, number];
  expect(ours / exact).toBeLessThan(1.25);
});

test("what is known of a trend is the same whether time is passed through at once or in pieces", () => {
  const motion = { diffusion: 0.7, theta: Infinity, mean: 0, trend: 0.4, tau: 3 };
  const history = Float64Array.of(1, 2, 4, 3);
  const at = (...later: number[]) => {
    const times = Float64Array.of(0, 1, 1.5, 4, ...later);
    const options = { first: 0, wanted: new Set([4]), horizon: later.length };
    return followReadings(motion, history, times, options).get(4)!;
  };
  const [near, far] = [at(5), at(4.2, 5)];
  expect(far.mean[1]).toBeCloseTo(near.mean[0]!, 12);
  expect(far.deviation[1]).toBeCloseTo(near.deviation[0]!, 12);
  // The variance of a trend that lasts τ, added up in small steps instead of by the formula.
  const [step, end] = [1e-3, 2];
  let [level, covariance, slope] = [0, 0, 0.4];
  for (let time = 0; time < end - step / 2; time += step) {
    level += 2 * step * covariance;
    covariance += step * (slope - covariance / 3);
    slope += step * (-2 / 3) * (slope - 0.4);
  }
  const { deviation } = followReadings(
    { ...motion, diffusion: 0 },
    Float64Array.of(0),
    Float64Array.of(0, end),
    {
      first: 0,
      wanted: new Set([1]),
      horizon: 1,
    },
  ).get(1)!;
  expect(deviation[0]! ** 2 - 1 - 1e3 / 1001).toBeCloseTo(level, 2);
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

test("after one enormous gap intervals are as wide as those of so many readings, and not a tenth", () => {
  const times = Float64Array.from({ length: 46 }, (_, i) => i + 0.3 * Math.sin(i) + (i < 39 ? 0 : 1e9));
  const features = [{ known: [], past: [], times }];
  for (const wider of stretchOf(features, 6)(0, 40)!) expect(Math.abs(wider - 1)).toBeLessThan(0.2);
  const few = [{ known: [], past: [], times: Float64Array.of(0, 1, 9, 10, 11) }];
  expect(stretchOf(few, 2)(0, 3)![0]).toBeCloseTo(Math.sqrt(1 / 4.5), 12);
});
