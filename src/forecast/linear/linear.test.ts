import fc from "fast-check";
import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { linearMap } from "./linear-map.ts";
import { NormalEquations } from "./normal-equations.ts";
import { quantileRegression } from "./quantile-regression.ts";

test("least squares recovers the plane its rows lie on", () => {
  const value = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      const equations = new NormalEquations(3);
      const generator = Generator.fromSeed(2);
      for (let i = 0; i < 20; i++) {
        const [x, y] = [generator.normal(), generator.normal()];
        equations.add(Float64Array.from([x, y, 1]), [a * x + b * y + c], 0.5 + generator.float64());
      }
      const solution = equations.solve(() => 1e-10);
      [a, b, c].forEach((expected, i) => expect(solution[i]).toBeCloseTo(expected, 6));
    }),
    { seed: 3, numRuns: 30 },
  );
});

test("rows given as columns are the same rows", () => {
  const generator = Generator.fromSeed(5);
  for (const size of [1, 2, 3, 4, 5, 9]) {
    const columns = Array.from({ length: size }, () =>
      Float64Array.from({ length: 30 }, () => generator.normal()),
    );
    const target = Float64Array.from({ length: 30 }, () => generator.normal());
    const weights = target.map((y) => 1 + y * y);
    const [one, other] = [new NormalEquations(size), new NormalEquations(size)];
    one.addColumns(columns, target, weights);
    target.forEach((y, t) =>
      other.add(
        Float64Array.from(columns, (column) => column[t]!),
        [y],
        weights[t],
      ),
    );
    const expected = other.solve(() => 1e-3);
    one.solve(() => 1e-3).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 10));
  }
});

test("a large ridge gives the prior back, and a singular system without one is refused", () => {
  const equations = new NormalEquations(2);
  equations.add(Float64Array.from([1, 1]), [5]);
  const solution = equations.solve(() => 1e9, Float64Array.from([2, -1]));
  expect([...solution].map((x) => Math.round(x * 1e6) / 1e6)).toEqual([2, -1]);
  expect(() => equations.solve(() => 0)).toThrowError(/singular at feature 1/);
});

/** Series of one law: the change from one season to the next is half of the change before, plus noise. */
function fading(count: number, length: number, noise: number): Float64Array[] {
  const season = 6;
  return Array.from({ length: count }, (_, s) => {
    const generator = Generator.fromSeed(100 + s);
    const size = 1 + 50 * generator.float64();
    const values = new Float64Array(length);
    for (let t = 0; t < length; t++) {
      const [one, two] = [values[t - season] ?? 10 * size, values[t - 2 * season] ?? 9 * size];
      values[t] = one + 0.6 * (one - two) + size * noise * generator.normal() - 0.02 * (one - 10 * size);
    }
    return values;
  });
}

test("the linear map learns from many series what the last season alone cannot know", async () => {
  const series = fading(30, 120, 0.1);
  const histories = series.map((values) => values.subarray(0, 114));
  const ask = { horizon: 6, periods: [6] };
  const forecasts = await linearMap({ seasons: 6, ridge: 0.01 }).forecast(histories, ask);
  let [ours, repeated] = [0, 0];
  series.forEach((values, i) => {
    const actual = values.subarray(114);
    const scale = Math.abs(values[0]!);
    forecasts[i]!.forEach((value, t) => {
      ours += Math.abs(value - actual[t]!) / scale;
      repeated += Math.abs(values[108 + t]! - actual[t]!) / scale;
    });
  });
  expect(ours).toBeLessThan(0.85 * repeated);
});

test("quantile regression covers what it says and its quantiles do not cross", () => {
  const series = fading(40, 120, 0.3);
  const histories = series.map((values) => values.subarray(0, 114));
  const levels = [0.1, 0.5, 0.9];
  const all = quantileRegression.forecastQuantiles(histories, { horizon: 6, periods: [6] }, levels);
  let inside = 0;
  all.forEach(([low, middle, high], i) => {
    for (let t = 0; t < 6; t++) {
      expect(low![t]!).toBeLessThanOrEqual(middle![t]!);
      expect(middle![t]!).toBeLessThanOrEqual(high![t]!);
      const actual = series[i]![114 + t]!;
      if (low![t]! <= actual && actual <= high![t]!) inside++;
    }
  });
  expect(inside / 240).toBeGreaterThan(0.68);
  expect(inside / 240).toBeLessThan(0.92);
});

test("series too short for a context are forecast by their last season", async () => {
  const short = [Float64Array.from([1, 2, 3, 1, 2, 3])];
  const ask = { horizon: 3, periods: [3] };
  expect([...(await linearMap().forecast(short, ask))[0]!]).toEqual([1, 2, 3]);
  expect([...(await quantileRegression.forecast(short, ask))[0]!]).toEqual([1, 2, 3]);
  // More series than a call can have arguments.
  const many = Array.from({ length: 130_000 }, () => short[0]!);
  expect(await quantileRegression.forecast(many, ask)).toHaveLength(130_000);
});

test("series that never change are continued, not stumbled over", async () => {
  const flat = new Float64Array(60).fill(5);
  const ask = { horizon: 3, periods: [7] };
  for (const member of [linearMap(), quantileRegression])
    expect([...(await member.forecast([flat], ask))[0]!], member.name).toEqual([5, 5, 5]);
});
