/** Readings at uneven times. */
import { expect, test } from "vitest";
import { readSeries } from "./read-series.ts";

test("irregular times are interpolated to the median distance, and it is said", () => {
  const table = readSeries("age,co2\n0,10\n1,11\n3,13\n6,16\n7.3,17.3\n", "ice.csv", {
    timeCol: "age",
    target: "co2",
    irregular: "interpolate",
  });
  expect(table.notes.join(" ")).toMatch(/irregular.*median distance/);
  const { start, values } = table.series[0]!;
  values.forEach((value, k) => expect(value).toBeCloseTo(10 + table.frequency.after(start, k), 9));
});

test("after irregular readings steps ahead come at the pace of the last ones, and it is said", () => {
  const gaps = Array.from({ length: 300 }, (_, k) => (k < 200 ? 10 : 0.01) * (1 + ((k * 37) % 10) / 10));
  const times = gaps.map((_, k) => gaps.slice(0, k + 1).reduce((sum, gap) => sum + gap, 0));
  const text = `age,co2\n${times.map((time, k) => `${time},${k}`).join("\n")}\n`;
  const { frequency, notes, isIrregular } = readSeries(text, "ice.csv", { timeCol: "age", target: "co2" });
  expect(isIrregular).toBe(true);
  expect(frequency.after(0, 1)).toBeCloseTo(0.015, 3);
  expect(notes.join(" ")).toMatch(/apart by the median distance of the last 64 readings \(every 0\.01/);
});

test("an irregular series without any value stays one missing value", () => {
  const table = readSeries("id,t,y\na,0,1\na,1,2\na,3,3\na,6.5,4\nb,0,\nb,2.2,\n", "f.csv", { timeCol: "t" });
  expect([...table.series[1]!.values]).toEqual([NaN]);
});

test("three readings may be irregular, as more of them may", () => {
  const table = readSeries("time,y\n0.366,1\n0.526,2\n2.758,3\n", "three.csv");
  expect(table.isIrregular).toBe(true);
  expect(table.series[0]!.times).toHaveLength(3);
  expect(readSeries("time,y\n1,1\n2,2\n4,3\n", "three.csv").isIrregular).toBe(false);
});

test("numbers that fall from row to row may be ages, and it is said which way the forecast goes", () => {
  const ages = [90, 71, 55, 30, 12, 3].map((age, i) => `${age},${i}`);
  const notesOf = (rows: readonly string[]): string =>
    readSeries(`time,y\n${rows.join("\n")}\n`, "core.csv").notes.join(" ");
  expect(notesOf(ages)).toContain("goes on after the largest. If they are ages");
  expect(notesOf(ages.toReversed())).not.toContain("ages");
});
