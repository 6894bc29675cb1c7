import { expect, test } from "vitest";
import { crossValidation } from "../cross-validation.ts";
import { forecastSeries } from "../forecaster.ts";
import { defaultMembers } from "../members.ts";
import { poolName } from "../pool/pool.ts";
import { predictPool, savePool } from "../pool/saved-pool.ts";
import { readSeries } from "../series/read-series.ts";
import { forecastColumns, toCsv, toRecords } from "./long-table.ts";

const rows = Array.from({ length: 60 }, (_, day) => {
  const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
  return `"shop, A",${date},${100 + 20 * (day % 7) + ((day * 7919) % 11)}`;
});
const table = readSeries(`unique_id,ds,y\n${rows.join("\n")}\n`, "shops.csv");
const histories = table.series.map(({ values }) => values);
const { members, pool } = defaultMembers([7]);
const request = { horizon: 3, periods: [7], members, pool, windows: { count: 2, step: 3 } };

test("the long table has the names other tools use, and levels and quantiles that agree", async () => {
  const forecast = await forecastSeries(histories, request);
  const columns = forecastColumns(table, forecast.models, [poolName], {
    levels: [80],
    quantiles: [0.1, 0.9],
  });
  const [first, ...others] = toRecords(columns);
  expect(others).toHaveLength(2);
  expect(first!["unique_id"]).toBe("shop, A");
  expect(first!["ds"]).toBe("2025-03-02");
  expect(first!["Pool-lo-80"]).toBe(first!["Pool-q-10"]);
  expect(first!["Pool-hi-80"]).toBe(first!["Pool-q-90"]);
  expect(Number(first!["Pool-lo-80"])).toBeLessThanOrEqual(Number(first!["Pool"]));
  expect(toCsv(columns).split("\n")[1]).toMatch(/^"shop, A",2025-03-02,/);
});

test("quantiles that nearly agree have columns of their own, without the dust of binary fractions", async () => {
  const forecast = await forecastSeries(histories, request);
  const names = forecastColumns(table, forecast.models, [poolName], {
    levels: [],
    quantiles: [0.07, 0.123456, 0.1234561, 0.29, 0.975],
  }).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.includes("-q-"))).toEqual(
    [7, 12.3456, 12.34561, 29, 97.5].map((percent) => `Pool-q-${percent}`),
  );
});

test("the mean of a skewed law is that of its equally likely quantiles, not its median", () => {
  // An exponential law with mean 5 beside the point 5·ln 2, its median.
  const law = (level: number): number => -5 * Math.log(1 - level);
  const model = {
    name: "Own",
    point: [Float64Array.of(law(0.5))],
    quantiles: (_: number, levels: readonly number[]) => ({
      levels,
      values: levels.map((level) => Float64Array.of(law(level))),
    }),
  };
  const [row] = toRecords(forecastColumns(table, [model], ["Own"], { levels: [], quantiles: [] }));
  expect(row!["Own"]).toBe(law(0.5));
  expect(row!["Own-mean"]).toBeCloseTo(5, 1);
});

test("a saved pool gives the same forecasts and intervals again, and knows what to do with strangers", async () => {
  const forecast = await forecastSeries(histories, request);
  const saved = JSON.parse(JSON.stringify(savePool(forecast, ["shop, A"]))) as ReturnType<typeof savePool>;
  const again = await predictPool(saved, members, ["shop, A"], histories);
  const before = forecast.models.find(({ name }) => name === poolName)!;
  expect(again.point).toEqual(before.point);
  const levels = [1e-6, 0.0005, 0.001, 0.01, 0.1, 0.5, 0.9, 0.995, 0.999, 0.9995, 1 - 1e-7];
  const [one, two] = [before, again].map((model) => model.quantiles(0, levels).values);
  two!.forEach((row, i) => Array.from(row).forEach((value, t) => expect(value).toBeCloseTo(one![i]![t]!, 6)));
  const spread = { levels: [99.9], quantiles: [] };
  const [ours, theirs] = [before, again].map(
    (model) => toRecords(forecastColumns(table, [model], [poolName], spread))[0]!,
  );
  for (const name of ["Pool-mean", "Pool-lo-99.9"]) expect(theirs![name]).toBeCloseTo(Number(ours![name]), 6);
  const stranger = await predictPool(saved, members, ["shop B"], histories);
  expect(stranger.point[0]!.every(Number.isFinite)).toBe(true);
  await expect(predictPool(saved, [], ["shop, A"], histories)).rejects.toThrowError(
    /was made with SeasonalNaive7/,
  );
});

test("crossValidation: nWindows cutoffs, stepSize apart, h rows each", async () => {
  const result = await crossValidation(table, { h: 3, nWindows: 2, stepSize: 2 });
  expect(result).toHaveLength(6);
  expect([...new Set(result.map((row) => row["cutoff"]))]).toEqual(["2025-02-24", "2025-02-26"]);
  expect(result[0]!["ds"]).toBe("2025-02-25");
  expect(result[0]).toHaveProperty("Pool");
});
