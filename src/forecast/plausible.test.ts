import { expect, test } from "vitest";
import { Generator } from "../random/generator.ts";
import { forecastSeries } from "./forecaster.ts";
import { defaultMembers } from "./members.ts";
import { possible, possibleIn } from "./plausible.ts";

test("what a series can be: counts stay whole, what was never negative stays so", () => {
  expect(possibleIn(Float64Array.of(0, 3, 1))).toEqual({ atLeast: 0, areWhole: true });
  expect(possibleIn(Float64Array.of(-1.5, 3))).toEqual({ atLeast: -Infinity, areWhole: false });
  expect(possible(-0.7, { atLeast: 0, areWhole: true })).toBe(0);
  expect(possible(1.6, { atLeast: 0, areWhole: true })).toBe(2);
  expect(possible(1.6, { atLeast: 2, areWhole: false })).toBe(2);
});

test("of intermittent demand, quantiles and paths are whole and nearly as often zero as the series is", async () => {
  const zeros = { was: 0, ahead: 0 };
  for (let seed = 0; seed < 6; seed++) {
    const generator = Generator.fromSeed(40 + seed);
    // Poisson's law with mean ¼, of which 78 % are zero.
    const history = Float64Array.from({ length: 200 }, () => {
      let [count, left] = [0, generator.float64() / Math.exp(-0.25)];
      while (left > 1) {
        count++;
        left = (left - 1) / (0.25 / count);
        if (count > 9) break;
      }
      return count;
    });
    const request = { horizon: 14, periods: [1], ...defaultMembers([1]), windows: { count: 10, step: 14 } };
    const forecast = await forecastSeries([history], request);
    const pool = forecast.models.at(-1)!;
    for (const row of pool.quantiles(0, [0.05, 0.5, 0.8, 0.95, 0.999]).values)
      expect(Array.from(row).every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
    const paths = await forecast.paths(0, 200);
    expect(paths.every((path) => path.every((value) => Number.isInteger(value) && value >= 0))).toBe(true);
    zeros.was += history.filter((value) => value === 0).length / history.length / 6;
    for (const path of paths)
      zeros.ahead += path.filter((value) => value === 0).length / (path.length * paths.length * 6);
  }
  expect(Math.abs(zeros.ahead - zeros.was)).toBeLessThan(0.1);
});
