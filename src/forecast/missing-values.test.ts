import { expect, test } from "vitest";
import { Generator } from "../random/generator.ts";
import { goesOnFrom } from "./gflownet/member.ts";
import { copulaFactor } from "./generative/path-model.ts";
import { crossValidation } from "./cross-validation.ts";
import { forecastSeries } from "./forecaster.ts";
import { defaultMembers } from "./members.ts";
import { backtest } from "./pool/backtest.ts";
import { poolName } from "./pool/pool.ts";
import { score } from "./pool/score.ts";
import { readSeries } from "./series/read-series.ts";

const { members, pool } = defaultMembers([7]);
const request = { horizon: 7, periods: [7], members, pool, windows: { count: 3, step: 7 } };
const length = 120;

/** A weekly series with a level of its own; what was not measured at `missing` is NaN. */
function simulate(seed: number, missing: readonly number[]): Float64Array {
  const generator = Generator.fromSeed(seed);
  return Float64Array.from({ length }, (_, t) => {
    const value = 50 + 10 * Math.sin((2 * Math.PI * t) / 7) + generator.normal();
    return missing.includes(t) ? NaN : value;
  });
}

// The last origin is 113: gaps right before it, a week and more before it, and after it.
const gaps = [40, 95, 96, 108, 112, 115];
const histories = [simulate(1, gaps), simulate(2, [])];

test("what is missing before an origin is filled from nothing that came after it", async () => {
  const altered = histories.map((values) => values.map((value, t) => (t >= 113 ? 3 * value - 40 : value)));
  const [before, after] = await Promise.all(
    [histories, altered].map((values) => backtest(members, values, request, { count: 1, step: 7 })),
  );
  expect(after![0]!.histories).toEqual(before![0]!.histories);
  for (const { name } of members)
    expect(after![0]!.forecasts.get(name), name).toEqual(before![0]!.forecasts.get(name));
});

test("what is on the line to a reading after an origin is not known there", async () => {
  const generator = Generator.fromSeed(3);
  let time = 0;
  const readings = Array.from({ length: 80 }, () => {
    time += 0.2 + 3 * generator.float64() ** 3;
    return { time, value: 20 + generator.normal() };
  });
  const tableOf = (change: (time: number, value: number) => number) => {
    const rows = readings.map((reading) => `${reading.time},${change(reading.time, reading.value)}\n`);
    return readSeries(`age,co2\n${rows.join("")}`, "ice.csv", { timeCol: "age", irregular: "interpolate" });
  };
  const table = tableOf((_, value) => value);
  const { start, values } = table.series[0]!;
  for (let held = 7; held < values.length - 20; held++) {
    const cutoff = table.frequency.after(start, values.length - held - 1);
    const altered = tableOf((at, value) => (at > cutoff ? 3 * value - 40 : value));
    const [before, after] = await Promise.all(
      [table, altered].map((made) => {
        const { knownFrom, values: measured } = made.series[0]!;
        const ask = { horizon: 7, periods: [1], knownFrom: [knownFrom] };
        return backtest([], [measured.subarray(0, values.length - held + 7)], ask, { count: 1, step: 7 });
      }),
    );
    expect(after![0]!.histories, `${held}`).toEqual(before![0]!.histories);
    expect(after![0]!.actual).not.toEqual(before![0]!.actual);
  }
});

test("what was not measured after an origin is no value to be judged by", async () => {
  const [window] = await backtest(members, histories, request, { count: 1, step: 7 });
  expect([...window!.actual[0]!].map(Number.isNaN)).toEqual([...gaps, 0].map((_, t) => t === 2));
  const forecast = await forecastSeries(histories, request);
  expect(forecast.scores.size).toBe(members.length + 1);
  for (const scores of forecast.scores.values())
    expect(Object.values(scores).every(Number.isFinite)).toBe(true);
  const [path] = await forecast.paths(0, 1);
  expect(path!.every(Number.isFinite)).toBe(true);
  const model = forecast.models.find(({ name }) => name === poolName)!;
  const outcome = (actual: Float64Array) => ({
    actual,
    history: simulate(1, []),
    point: model.point[0]!,
    quantiles: (levels: readonly number[]) => model.quantiles(0, levels),
  });
  const [some, none] = [[0, 1], []].map((steps: number[]) =>
    Float64Array.from({ length: 7 }, (_, t) => (steps.includes(t) ? 50 : NaN)),
  );
  const mean = score([outcome(some!)], 7).mae;
  expect(mean).toBeCloseTo((Math.abs(model.point[0]![0]! - 50) + Math.abs(model.point[0]![1]! - 50)) / 2, 12);
  // One that was not measured at all is no outcome.
  expect(score([some!, none!].map(outcome), 7).mae).toBeCloseTo(mean, 12);
});

test("a series that was not measured in a window, or before it, is left out of it", async () => {
  const all = Array.from({ length }, (_, t) => t);
  const late = simulate(3, all.slice(0, 113));
  const gone = simulate(4, all.slice(113));
  const windows = await backtest(members, [...histories, late, gone], request, { count: 2, step: 7 });
  expect(windows.map(({ series }) => series)).toEqual([
    [0, 1, 3],
    [0, 1],
  ]);
});

test("crossValidation has no value where the file has none", async () => {
  const rows = Array.from(histories[0]!, (value, t) => {
    const date = new Date(Date.UTC(2025, 0, 1 + t)).toISOString().slice(0, 10);
    return `${date},${Number.isNaN(value) ? "" : value}`;
  });
  const table = readSeries(`ds,y\n${rows.join("\n")}\n`, "sales.csv");
  const made = await crossValidation(table, { h: 7, nWindows: 1 });
  expect(made.map(({ y }) => Number.isNaN(y))).toEqual(made.map((_, t) => t === 2));
  expect(made.every((row) => Number.isFinite(row[poolName]))).toBe(true);
});

test("a history goes on from one whose last season was filled otherwise", () => {
  const [before, history] = [Float64Array.from([1, 2, 3, 4, 5]), Float64Array.from([1, 2, 3, 9, 9, 6])];
  expect(goesOnFrom(before, history, 2)).toBe(true);
  expect(goesOnFrom(before, history, 1)).toBe(false);
  // Of no more than a season nothing may differ.
  expect(goesOnFrom(before, history, 7)).toBe(false);
  expect(goesOnFrom(before, before, 7)).toBe(true);
});

test("errors that were not measured say nothing about what hangs together", () => {
  const generator = Generator.fromSeed(5);
  const rows = Array.from({ length: 40 }, () => {
    const common = generator.normal();
    return Float64Array.from({ length: 3 }, () => common + 0.3 * generator.normal());
  });
  const some = rows.map((row, i) => (i % 10 === 0 ? Float64Array.of(row[0]!, NaN, row[2]!) : row));
  const [all, holed] = [rows, some].map((list) => copulaFactor(list, 3));
  holed!.forEach((value, i) => expect(value).toBeCloseTo(all![i]!, 0));
  expect(holed![3]).toBeGreaterThan(0.4);
});

test("windows longer than every series are refused", async () => {
  const table = readSeries("ds,y\n1,2\n2,3\n3,5\n", "short.csv", {});
  await expect(crossValidation(table, { h: 5, nWindows: 1 })).rejects.toThrow(
    "crossValidation: got h = 5 and series of at most 3 values",
  );
});
