import { expect, test } from "vitest";
import { Generator } from "../random/generator.ts";
import { forecastSeries } from "./forecaster.ts";
import { defaultMembers } from "./members.ts";
import type { Member } from "./member.ts";
import { perSeries } from "./member.ts";
import { backtest, usualWindows } from "./pool/backtest.ts";
import { poolName, poolWeights } from "./pool/pool.ts";
import { withPool } from "./pool/weigher.ts";
import { score } from "./pool/score.ts";

/** Daily series with a weekly season, a level of their own and autocorrelated noise. */
function simulate(count: number, length: number, seed = 1): Float64Array[] {
  return Array.from({ length: count }, (_, s) => {
    const generator = Generator.fromSeed(seed * 1000 + s);
    const level = 20 + 100 * generator.float64();
    let noise = 0;
    return Float64Array.from({ length }, (_, t) => {
      noise = 0.6 * noise + generator.normal();
      return level * (1 + 0.3 * Math.sin((2 * Math.PI * t) / 7) + 0.05 * noise);
    });
  });
}

const { members, pool } = defaultMembers([7]);
const request = { horizon: 7, periods: [7], members, pool, windows: { count: 3, step: 7 } };
const all = simulate(24, 127);
const histories = all.map((values) => values.subarray(0, 120));

test("the pool beats its members' average and its 80 % intervals cover what came", async () => {
  const forecast = await forecastSeries(histories, request);
  const model = forecast.models.find(({ name }) => name === poolName)!;
  const scores = score(
    all.map((values, i) => ({
      history: histories[i]!,
      actual: values.subarray(120),
      point: model.point[i]!,
      quantiles: (levels) => model.quantiles(i, levels),
    })),
    7,
  );
  expect(scores.coverage80).toBeGreaterThan(0.7);
  expect(scores.coverage80).toBeLessThan(0.9);
  expect(scores.mase).toBeLessThan(0.9);
  expect(forecast.scores.get(poolName)!.mase).toBeLessThan(forecast.scores.get("SeasonalNaive7")!.mase);
  const weights = forecast.weights.of(0);
  expect(weights.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
});

test("backtests of some series stand for the others, nearly as well as their own would", async () => {
  const windows = { ...request.windows, series: [...all.keys()].filter((i) => i % 4 === 0) };
  const [whole, some] = [
    await forecastSeries(histories, request),
    await forecastSeries(histories, { ...request, windows }),
  ];
  expect(some.windows.map(({ series }) => series)).toEqual(Array(3).fill(windows.series));
  const errorOf = (forecast: typeof whole): number => {
    const pooled = forecast.models.find(({ name }) => name === poolName)!;
    const outcomes = all.flatMap((values, i) =>
      i % 4 === 0
        ? []
        : [
            {
              history: histories[i]!,
              actual: values.subarray(120),
              point: pooled.point[i]!,
              quantiles: (levels: readonly number[]) => pooled.quantiles(i, levels),
            },
          ],
    );
    const { crps, coverage80 } = score(outcomes, 7);
    expect(coverage80).toBeGreaterThan(0.7);
    expect(coverage80).toBeLessThan(0.92);
    return crps;
  };
  expect(errorOf(some) / errorOf(whole)).toBeLessThan(1.05);
});

test("no forecast of a window changes with any value after its origin", async () => {
  const altered = all.map((values) => values.map((value, t) => (t >= 113 ? value * 3 - 40 : value)));
  const before = await backtest(members, all, request, { count: 2, step: 7 });
  const after = await backtest(members, altered, request, { count: 2, step: 7 });
  // Windows begin at 113 and at 120; the first of them saw nothing that was altered.
  for (const { name } of members) {
    expect(after[0]!.forecasts.get(name), name).toEqual(before[0]!.forecasts.get(name));
  }
  expect(after[1]!.forecasts.get("Naive")).not.toEqual(before[1]!.forecasts.get("Naive"));
});

test("nor does the pool's, whose weights are those of the time", async () => {
  const windows = { count: 3, step: 7 };
  const altered = all.map((values) => values.map((value, t) => (t >= 113 ? value * 3 - 40 : value)));
  const [before, after] = [
    await forecastSeries(all, { ...request, windows }),
    await forecastSeries(altered, { ...request, windows }),
  ];
  const poolAt = (forecast: typeof before, w: number) => forecast.windows[w]!.forecasts.get(poolName)!;
  // Windows begin at 106, 113 and 120, and end a week later.
  for (const w of [0, 1]) expect(poolAt(after, w)).toEqual(poolAt(before, w));
  expect(poolAt(after, 2)).not.toEqual(poolAt(before, 2));
});

test("a series that falls and falls may fall on", async () => {
  const generator = Generator.fromSeed(3);
  const falling = Float64Array.from({ length: 200 }, (_, i) => 5000 - 20 * i + 8 * generator.normal());
  const forecast = await forecastSeries([falling], {
    ...request,
    horizon: 14,
    windows: { count: 8, step: 14 },
  });
  const model = forecast.models.find(({ name }) => name === poolName)!;
  const [low, , high] = model.quantiles(0, [0.025, 0.5, 0.975]).values.map((row) => row[13]!);
  // The line itself is at 740 there, and the least there ever was at about 1,020.
  expect(low).toBeLessThan(740);
  expect(high).toBeGreaterThan(740);
  expect(high).toBeLessThan(900);
});

test("counts have no negative futures, however rare, and questions know it", async () => {
  const generator = Generator.fromSeed(5);
  const poisson = (): number => {
    let [count, product] = [0, generator.float64()];
    for (; product > Math.exp(-2); product *= generator.float64()) count++;
    return count;
  };
  const counts = Float64Array.from({ length: 200 }, poisson);
  const forecast = await forecastSeries([counts], request);
  for (const path of await forecast.paths(0, 1000)) expect(Math.min(...path)).toBeGreaterThanOrEqual(0);
  const { probability } = await forecast.given("min(y) >= 0", { samples: 500, iterations: 5 });
  expect(probability).toBe(1);
});

test("paths have the quantiles that are forecast, far out too", async () => {
  const forecast = await forecastSeries(histories.slice(0, 2), request);
  const model = forecast.models.find(({ name }) => name === poolName)!;
  const paths = await forecast.paths(0, 20_000);
  for (const level of [0.001, 0.02, 0.98, 0.999]) {
    const quantile = model.quantiles(0, [level]).values[0]![3]!;
    const share = paths.filter((path) => path[3]! < quantile).length / paths.length;
    expect(Math.abs(share - level)).toBeLessThan(4 * Math.sqrt((level * (1 - level)) / paths.length));
  }
});

test("the forecast from the end is the same whatever comes after it, to the bit", async () => {
  const one = await forecastSeries(histories, request);
  const longer = all.map((values) => Float64Array.from(values).fill(-1, 120));
  const two = await forecastSeries(
    longer.map((values) => values.subarray(0, 120)),
    request,
  );
  one.models.forEach((model, m) => {
    expect(two.models[m]!.point).toEqual(model.point);
    expect(two.models[m]!.quantiles(3, [0.1, 0.9])).toEqual(model.quantiles(3, [0.1, 0.9]));
  });
});

test("weights are proportional to (backtest MAE)⁻³, from the other windows alone", async () => {
  const constant = (name: string, value: number): Member =>
    perSeries(name, (_, { horizon }) => new Float64Array(horizon).fill(value));
  // The series is 10 throughout with a wider past, so errors are 1 and 2 in every window and nothing is clipped.
  const series = [Float64Array.from({ length: 20 }, (_, t) => (t === 0 ? 0 : t === 1 ? 20 : 10))];
  const pair = [constant("near", 11), constant("far", 12)];
  const windows = await backtest(pair, series, { horizon: 2, periods: [1] }, { count: 2, step: 2 });
  const names = pair.map(({ name }) => name);
  const [near, far] = poolWeights(names, windows, 0);
  expect(near! / far!).toBeCloseTo(8, 9);
  const pooled = withPool({ weighing: "own", names, own: names, season: 1 }, windows)[0]!.forecasts.get(
    poolName,
  )![0]!;
  expect(pooled[0]).toBeCloseTo((8 * 11 + 12) / 9, 9);
});

test("a lone short series is forecast too, without backtests", async () => {
  const forecast = await forecastSeries([Float64Array.of(3.5, 4.5, 5.5)], { ...request, horizon: 4 });
  expect(forecast.scores.size).toBe(0);
  expect(forecast.best).toBe(poolName);
  expect(forecast.models.at(-1)!.point[0]!.length).toBe(4);
  // A guess, but never a certainty: the series changes by 1 a step, so half of 80 % is 1.28·√(π/2).
  const [low, middle, high] = forecast.models.at(-1)!.quantiles(0, [0.1, 0.5, 0.9]).values;
  expect(high![0]! - middle![0]!).toBeCloseTo(1.606, 1);
  expect(middle![0]! - low![0]!).toBeCloseTo(1.606, 1);
});

test("bad histories are named", async () => {
  await expect(forecastSeries([], request)).rejects.toThrowError(/got no series/);
  await expect(forecastSeries([Float64Array.from([1, Infinity])], request)).rejects.toThrowError(
    /got Infinity at position 1 of series 0/,
  );
  await expect(forecastSeries([Float64Array.from([NaN, NaN])], request)).rejects.toThrowError(
    /got no value of series 0/,
  );
  await expect(
    forecastSeries(histories, { ...request, windows: { count: 0, step: 7 } }),
  ).rejects.toThrowError(/got 0 windows/);
});

test("a season that is no whole number of steps is refused before anything is fitted", async () => {
  await expect(forecastSeries(histories, { ...request, periods: [7.5] })).rejects.toThrowError(
    /seasonal period of 7\.5 steps, expected whole numbers/,
  );
});

test("a lone series is judged on more windows than many are, where nobody says how many", () => {
  expect([usualWindows(1, 7), usualWindows(1, 24), usualWindows(1, 48), usualWindows(414, 48)]).toEqual([
    10, 5, 3, 3,
  ]);
});

test.each([
  ["given", 5],
  ["given", -1],
  ["paths", 5],
  ["paths", 0.5],
] as const)("%s about a series that is none is refused: %d", async (asker, series) => {
  const forecast = await forecastSeries(histories.slice(0, 2), request);
  const asked = asker === "given" ? forecast.given("sum(y) > 1", { series }) : forecast.paths(series, 3);
  await expect(asked).rejects.toMatchObject({
    code: "forecast/unknown-series",
    message: `${asker}: got series ${series}, expected the position of one of 2, from 0 to 1, in the order of the histories.`,
  });
});

test("a count of paths that is none is refused", async () => {
  const forecast = await forecastSeries(histories.slice(0, 1), request);
  for (const count of [1.5, 0, -1, NaN]) {
    await expect(forecast.paths(0, count)).rejects.toMatchObject({
      code: "forecast/bad-count",
      message: expect.stringContaining(`paths: got ${count} paths to draw, expected a whole number`),
    });
  }
});
