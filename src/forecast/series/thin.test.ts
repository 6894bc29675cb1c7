import { expect, test } from "vitest";
import { readSeries, type SeriesTable } from "./read-series.ts";
import { timeAt } from "./grid.ts";
import { thin } from "./thin.ts";

const base = readSeries("ds,y\n2025-01-01 00:00,1\n2025-01-01 01:00,2\n", "hours.csv");

function tableOf(lengths: readonly number[], more: object = {}): SeriesTable {
  const start = base.series[0]!.start;
  const series = lengths.map((length, i) => ({
    id: `s${i}`,
    start,
    values: Float64Array.from({ length }, (_, t) => t),
    ...more,
  }));
  return { ...base, series };
}

test("below a hundred thousand values nothing is left out, and nothing said", () => {
  for (const lengths of [[99_999], Array.from({ length: 999 }, () => 100)]) {
    const table = tableOf(lengths);
    expect(thin(table, 192, true)).toEqual({ table });
    expect(thin(table, 192, true).table).toBe(table);
  }
});

test("of a long series the end is read, with its times, its features and what was known when", () => {
  const length = 1_000_000;
  const steps = Float64Array.from({ length: length + 24 }, (_, t) => t);
  const knownFrom = Int32Array.from({ length }, (_, t) => t + 1);
  const table = tableOf([length], { features: [steps], knownFrom });
  const { table: thinned, judged } = thin(table, 192, true);
  const [one] = thinned.series;
  expect(judged).toBeUndefined();
  expect(one!.values).toHaveLength(200_000);
  expect(one!.values[0]).toBe(800_000);
  expect(timeAt(one!, base.frequency, 199_999)).toBe(timeAt(table.series[0]!, base.frequency, 999_999));
  expect([one!.features![0]![0], one!.features![0]!.length]).toEqual([800_000, 200_024]);
  expect(one!.knownFrom![0]).toBe(1);
  expect(thinned.notes.at(-1)).toBe(
    "Large file: of 1,000,000 values, the last 200,000 of each series are read, in backtests and for the forecast.",
  );
  const times = tableOf([300_000], { times: Float64Array.from({ length: 300_000 }, (_, t) => t * t) });
  const [irregular] = thin(times, 10, true).table.series;
  expect([irregular!.start, irregular!.times!.at(-1)]).toEqual([1e10, 299_999 ** 2]);
});

test("what backtests and seasons need is kept, and short series are not cut for long ones", () => {
  expect(thin(tableOf([1_000_000]), 100_000, true).table.series[0]!.values).toHaveLength(400_000);
  const mixed = thin(tableOf([500_000, ...Array.from({ length: 10 }, () => 5_000)]), 192, true);
  expect(mixed.table.series.map(({ values }) => values.length)).toEqual([150_000, ...Array(10).fill(5_000)]);
});

test("of many series some are backtested, spread over the file, unless each is to be weighed by its own", () => {
  const table = tableOf(Array.from({ length: 1000 }, () => 1000));
  const { table: thinned, judged } = thin(table, 192, true);
  expect(thinned.series).toEqual(table.series);
  expect(judged).toHaveLength(200);
  expect([judged![0], judged![1], judged!.at(-1)]).toEqual([0, 5, 995]);
  expect(thinned.notes.at(-1)).toContain("backtests are of 200 of the 1,000 series");
  expect(thin(table, 192, false)).toEqual({ table });
  const short = tableOf(Array.from({ length: 20_000 }, () => 10));
  expect(thin(short, 192, true).judged).toHaveLength(1000);
  // No fewer than fifty, however long they are.
  const long = thin(tableOf(Array.from({ length: 100 }, () => 20_000)), 192, true);
  expect(long.judged).toHaveLength(50);
  expect(long.table.series[0]!.values).toHaveLength(10_000);
});
