import { expect, test } from "vitest";
import { readSeries } from "./read-series.ts";

const two = (number: number): string => String(number).padStart(2, "0");

/** Rows of the first days of 2025; `row` gets year, month and day. */
function dayRows(count: number, row: (y: string, m: string, d: string, i: number) => string): string {
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(Date.UTC(2025, 0, 1 + i));
    return row("2025", two(date.getUTCMonth() + 1), two(date.getUTCDate()), i);
  }).join("\n");
}

test("the order of day and month is that of the times, whatever other columns of dates have", () => {
  const rows = dayRows(30, (y, m, d, i) => `${d}/${m}/${y};${i};${m}/${d}/${y}`);
  const table = readSeries(`date;y;shipped\n${rows}`, "f.csv");
  expect(table.dateOrder).toBe("day-first");
  // As the run that was made from it reads the next file.
  const again = readSeries(`date;y;shipped\n${rows}`, "f.csv", { dateOrder: table.dateOrder! });
  expect(again.series[0]!.values).toEqual(table.series[0]!.values);
});
