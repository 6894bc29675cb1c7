/** Steps between times: guessed, named and counted on. */
import { expect, test } from "vitest";
import { frequencyOf, guessFrequency } from "./frequency.ts";
import { formatTime, parseTime } from "./parse-time.ts";
import { calendarColumns } from "./calendar.ts";
import { timeAt } from "./grid.ts";
import { readSeries } from "./read-series.ts";

const at = (text: string): number => parseTime(text)!.value;

const days = (cells: readonly string[]): string =>
  cells.map((cell, i) => `2025-01-${String(i + 1).padStart(2, "0")},${cell}\n`).join("");

test("frequencies are guessed, stepped and named", () => {
  const hours = Array.from({ length: 30 }, (_, i) => i * 3_600_000);
  expect(guessFrequency([hours], "instant").frequency.name).toBe("h");
  const months = ["2024-01", "2024-02", "2024-03", "2024-04"].map(at);
  const { frequency } = guessFrequency([months], "date");
  expect([frequency.name, frequency.periods]).toEqual(["MS", [12]]);
  expect(formatTime(frequency.after(at("2024-11-01"), 3), { timeKind: "date" })).toBe("2025-02-01");
  expect(formatTime(frequencyOf("M").after(at("2024-01-31"), 1), { timeKind: "date" })).toBe("2024-02-29");
  const weekdays = Array.from({ length: 20 }, (_, i) => frequencyOf("B").after(at("2025-01-01"), i));
  expect(formatTime(weekdays[3]!, { timeKind: "date" })).toBe("2025-01-06");
  expect(guessFrequency([weekdays], "date").frequency.name).toBe("B");
  expect(frequencyOf("15min").periods).toEqual([96, 672]);
  expect(() => frequencyOf("2B")).toThrowError(/"2B", expected one such as/);
  expect(() => frequencyOf("fortnight")).toThrowError(/"fortnight", expected one such as/);
});

test("numbers that count steps go past 1600, which alone would be a year", () => {
  const steps = Array.from({ length: 100 }, (_, k) => `${1550 + k},${k}`);
  const table = readSeries(`ds,y\n${steps.join("\n")}\n`, "steps.csv", {});
  expect(table).toMatchObject({ timeKind: "number", frequency: { name: "1" } });
  expect(table.series[0]!.values).toHaveLength(100);
  const years = readSeries("ds,y\n1960,1\n1961,2\n1962,3\n", "years.csv", {});
  expect(years).toMatchObject({ timeKind: "date", frequency: { name: "YS" } });
});

test("ends of months stay ends of months, whichever month comes first", () => {
  const ends = ["2024-11-30", "2024-12-31", "2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30"];
  for (const first of [0, 3]) {
    const table = readSeries(
      `ds,y\n${ends
        .slice(first)
        .map((end) => `${end},1\n`)
        .join("")}`,
      "f.csv",
    );
    expect(table.frequency.name).toBe("ME");
    const [one] = table.series;
    const next = [0, 1, 2].map((step) => timeAt(one!, table.frequency, one!.values.length + step));
    expect(next.map((time) => formatTime(time, table))).toEqual(["2025-05-31", "2025-06-30", "2025-07-31"]);
  }
  // The 30th is no end of a month, and stays the 30th where there is one.
  const thirtieth = readSeries("ds,y\n2024-11-30,1\n2024-12-30,1\n2025-01-30,1\n2025-02-28,1\n", "f.csv");
  expect(thirtieth.frequency.name).toBe("MS");
  expect(formatTime(timeAt(thirtieth.series[0]!, thirtieth.frequency, 4), thirtieth)).toBe("2025-03-30");
});

test("weeks go on before 1970", () => {
  const dates = (from: string, skipped: readonly number[]): string[] =>
    Array.from({ length: 40 }, (_, i) => new Date(at(from) + i * 86_400_000))
      .filter((date) => !skipped.includes(date.getUTCDay()))
      .map((date) => date.toISOString().slice(0, 10));
  const read = (list: readonly string[]) =>
    readSeries(`ds,y\n${list.map((date) => `${date},1\n`).join("")}`, "f.csv");
  expect(read(dates("1962-01-01", [])).frequency.name).toBe("D");
  const weekdays = dates("1962-01-01", [0, 6]);
  const table = read(weekdays);
  expect(table.frequency.name).toBe("B");
  expect(table.series[0]!.values).toHaveLength(weekdays.length);
  const stamps = weekdays.map((_, step) => timeAt(table.series[0]!, table.frequency, step));
  expect(stamps.map((time) => formatTime(time, table))).toEqual(weekdays);
  // Saturday and Sunday are the weekend of the calendar then as now.
  const weekend = calendarColumns(dates("1962-01-01", []).map(at)).find((column) =>
    column.every((value) => value === 0 || value === 1),
  );
  expect(weekend!.slice(0, 8)).toEqual(Float64Array.of(0, 0, 0, 0, 0, 1, 1, 0));
});

test("of two distances that are as common the smaller one is the step", () => {
  const table = readSeries("ds,y\n2025-01-01,1\n2025-01-03,3\n2025-01-04,4\n", "f.csv");
  expect(table.frequency.name).toBe("D");
  expect([...table.series[0]!.values]).toEqual([1, NaN, 3, 4]);
});

test("a frequency too coarse for the times is refused, not thinned out", () => {
  const text = `ds,y\n${days(["1", "2", "3"])}`;
  expect(() => readSeries(text, "f.csv", { freq: "MS" })).toThrowError(
    /line 3: column "ds": got the times 2025-01-01 and 2025-01-02 .* in one step of MS/,
  );
});

test("decimal times that are evenly apart are regular, whatever their last binary digits", () => {
  const tenths = Array.from({ length: 60 }, (_, i) => `${(i / 10).toFixed(1)},${i}`);
  const table = readSeries(`time,y\n${tenths.join("\n")}\n`, "tenths.csv");
  expect(table).toMatchObject({ isIrregular: false, frequency: { name: "0.1" } });
  expect(formatTime(timeAt(table.series[0]!, table.frequency, 60), table)).toBe("6");
  const late = Array.from({ length: 60 }, (_, i) => `${(1000 + i / 20).toFixed(2)},${i}`);
  expect(readSeries(`time,y\n${late.join("\n")}\n`, "late.csv").frequency.name).toBe("0.05");
  const rowLost = readSeries(`time,y\n${tenths.toSpliced(7, 2).join("\n")}\n`, "tenths.csv");
  expect(rowLost.series[0]!.values.findIndex(Number.isNaN)).toBe(7);
});

test("months of which many are missing are months still, at their beginnings and at their ends", () => {
  const monthly = (day: (i: number) => string, kept: (i: number) => boolean): ReturnType<typeof readSeries> =>
    readSeries(
      `ds,y\n${[...Array(48).keys()]
        .filter(kept)
        .map((i) => `${day(i)},${i}`)
        .join("\n")}\n`,
      "months.csv",
    );
  const month = (i: number): string => new Date(Date.UTC(2020, i, 1)).toISOString().slice(0, 7);
  const monthEnd = (i: number): string => new Date(Date.UTC(2020, i + 1, 0)).toISOString().slice(0, 10);
  for (const kept of [(i: number) => i % 6 !== 3, (i: number) => i % 3 !== 1]) {
    const begins = monthly(month, kept);
    expect(begins).toMatchObject({ isIrregular: false, frequency: { name: "MS" } });
    expect(begins.series[0]!.values).toHaveLength(48);
    expect([...begins.series[0]!.values].filter((value, i) => value !== i && kept(i))).toEqual([]);
    const ends = monthly(monthEnd, kept);
    expect(ends).toMatchObject({ isIrregular: false, frequency: { name: "ME" } });
  }
});
