import { expect, test } from "vitest";
import { calendarColumns } from "./calendar.ts";
import { timeAt } from "./grid.ts";
import { readSeries } from "./read-series.ts";
import { tableFeatures } from "./table-features.ts";

const rows = (count: number, cells: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `2025-01-${String(i + 1).padStart(2, "0")},${cells(i)}\n`).join("");

test("numbers and words become columns, and rows without a value are the steps ahead", () => {
  const text = `ds,y,price,kind\n${rows(12, (i) => `${i < 9 ? i : ""},${i === 2 ? "" : 2 * i},${i % 2 === 0 ? "sale" : "usual"}`)}`;
  const table = readSeries(text, "shop.csv", { known: ["price", "kind"] });
  expect(table.featureNames).toEqual({ known: ["price", "kind=sale", "kind=usual"], past: [] });
  expect([...table.series[0]!.values]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const [features] = tableFeatures(table, { horizon: 3 })!;
  expect([...features!.known[0]!]).toEqual([0, 2, NaN, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
  expect(Array.from(features!.known[1]!.subarray(8))).toEqual([1, 0, 1, 0]);
  expect(table.notes.join(" ")).toMatch(/price, kind=sale, kind=usual \(known beforehand\).*3 rows after/);
  expect(() => tableFeatures(table, { horizon: 4 })).toThrowError(
    /got 3 rows of series "series" after its last value \(2025-01-09\), expected 4.*"price" is said to be known/,
  );
});

test("features of the past need no rows ahead; a stray word among numbers is named with its line", () => {
  const text = `ds,y,heat\n${rows(9, (i) => `${i},${20 - i}`)}`;
  const table = readSeries(text, "shop.csv", { past: ["heat"] });
  expect([...tableFeatures(table, { horizon: 3 })![0]!.past[0]!]).toHaveLength(9);
  const stray = `ds,y,heat\n${rows(30, (i) => `${i},${i === 17 ? "warm" : i / 3}`)}`;
  expect(() => readSeries(stray, "shop.csv", { past: ["heat"] })).toThrowError(
    /line 19: column "heat": got "warm" in a feature with 30 different cells/,
  );
  const codes = `ds,y,heat\n${rows(9, (i) => `${i},${i === 4 ? "0x10" : i % 3}`)}`;
  expect(() => readSeries(codes, "shop.csv", { past: ["heat"] })).toThrowError(
    /line 6: column "heat": got "0x10" in a feature .*expected a number in decimal notation; write 16/,
  );
  expect(() => readSeries(text, "shop.csv", { past: ["cold"] })).toThrowError(
    /--past names "cold", expected one of ds, y, heat/,
  );
  expect(() => readSeries(text, "shop.csv", { known: ["heat"], past: ["heat"] })).toThrowError(
    /column "heat" for two of/,
  );
});

test("the calendar comes from the stamps alone, in the clock of a zone, and leaves out what never changes", () => {
  const hours = Array.from({ length: 48 }, (_, i) => Date.UTC(2025, 6, 4, 22) + i * 3_600_000);
  const [sine, cosine] = calendarColumns(hours, "Europe/Berlin");
  // 22:00 UTC is midnight in Berlin's summer: Saturday begins, and the weekend is all there is.
  expect([sine![0], cosine![0]].map((value) => Math.round(value! * 1e9) / 1e9)).toEqual([0, 1]);
  expect(calendarColumns(hours, "Europe/Berlin")).toHaveLength(6);
  expect(calendarColumns(hours)).toHaveLength(7);
  expect(calendarColumns(hours)[4]![0]).toBe(0);
  const days = Array.from({ length: 14 }, (_, i) => Date.UTC(2025, 0, 6 + i));
  expect(calendarColumns(days)).toHaveLength(5);
  expect(Array.from(calendarColumns(days)[2]!.subarray(0, 7))).toEqual([0, 0, 0, 0, 0, 1, 1]);
});

test("irregular readings stay readings, with their times; --irregular interpolate puts them on a grid", () => {
  const text = "id,t,y\na,0,1\na,1,2\na,3,\na,3.57,3\na,6.51,4\na,13,9\n";
  const table = readSeries(text, "ice.csv", { timeCol: "t" });
  const [one] = table.series;
  expect([...one!.values]).toEqual([1, 2, 3, 4, 9]);
  expect([...one!.times!]).toEqual([0, 1, 3.57, 6.51, 13]);
  expect(table.notes.join(" ")).toMatch(/1 value missing; left out.*every reading is a step/);
  expect(timeAt(one!, table.frequency, 6)).toBe(13 + 2 * table.frequency.between(0, 1) ** -1);
  const [features] = tableFeatures(table, { horizon: 2 })!;
  expect(features!.times).toHaveLength(7);
  const grid = readSeries(text, "ice.csv", { timeCol: "t", irregular: "interpolate" });
  expect(grid.series[0]!.times).toBeUndefined();
  expect(() => tableFeatures(table, { horizon: 2, calendar: true })).toThrowError(/expected dates/);
});

test("of several columns of words the one that tells rows of a time apart names the series", () => {
  const text = `day,kind,site,load\n${rows(20, (i) => `${i % 5 === 0 ? "holiday" : "usual"},north,${i}`)}${rows(20, (i) => `${i % 5 === 0 ? "holiday" : "usual"},south,${2 * i}`)}`;
  const table = readSeries(text, "load.csv", { target: "load" });
  expect(table.series.map(({ id }) => id)).toEqual(["north", "south"]);
  expect(table.notes.join(" ")).toMatch(/Id column: site, guessed/);
  const mixed = readSeries(`day,load\n${rows(20, String)}${rows(20, String)}`, "load.csv");
  expect(mixed.notes.join(" ")).toMatch(/20 readings of a time .* averaged\. Are these several series\?/);
});
