/** Which column tells series apart. */
import { expect, test } from "vitest";
import { readSeries } from "./read-series.ts";

const days = (cells: readonly string[]): string =>
  cells.map((cell, i) => `2025-01-${String(i + 1).padStart(2, "0")},${cell}\n`).join("");

test("sensors that stand one after the other are series, also where no time is shared and other words are there", () => {
  const times = (hours: readonly number[]): string[] =>
    hours.map((hour) => `2025-01-01 ${String(hour).padStart(2, "0")}:00`);
  const rows = (id: string, stamps: readonly string[]): string[] =>
    stamps.map((stamp, i) => `${id},${stamp},${i % 2 ? "on" : "off"},${i}`);
  const blocks = [...rows("a", times([0, 3, 5, 11])), ...rows("b", times([1, 2, 7, 10, 12]))];
  const table = readSeries(`sensor,when,state,y\n${blocks.join("\n")}\n`, "f.csv");
  expect(table.series.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(table.notes.join(" ")).toMatch(/Id column: sensor, guessed/);
  // One series with a reading out of place is one series.
  const late = [...rows("ok", times([0, 1, 2, 4, 5])), ...rows("late", times([3]))];
  expect(readSeries(`note,when,state,y\n${late.join("\n")}\n`, "f.csv").series).toHaveLength(1);
  // So is one whose words change while time goes on.
  const later = [...rows("old", times([0, 1, 2, 3])), ...rows("new", times([4, 5, 6, 7]))];
  expect(readSeries(`pump,when,state,y\n${later.join("\n")}\n`, "f.csv").series).toHaveLength(1);
});

test("shops that have numbers are series, and words that describe their days are not", () => {
  const rows = [1, 2].flatMap((shop) =>
    Array.from({ length: 12 }, (_, i) => {
      const promo = (i * shop) % 3 ? "no" : "yes";
      return `2025-01-${String(i + 1).padStart(2, "0")},${shop},${promo},${(i * 7 + shop) % 5},${i + 10 * shop}`;
    }),
  );
  const text = `date,store,promo,visitors,sales\n${rows.join("\n")}\n`;
  const table = readSeries(text, "f.csv", { target: "sales" });
  expect(table.series.map(({ id, values }) => [id, values.length])).toEqual([
    ["1", 12],
    ["2", 12],
  ]);
  expect(table.notes.join(" ")).toMatch(/Id column: store, guessed.*Not used: promo, visitors/);
  // Numbers that do not come back at every time name nothing.
  const measured = text.replace("store,", "").replaceAll(/,\d+,(yes|no),/g, ",$1,");
  expect(readSeries(measured, "f.csv", { target: "sales" }).notes.join(" ")).not.toMatch(
    /Id column: visitors/,
  );
});

test("words that differ in every row do not name series, and old Mac line ends are read", () => {
  const table = readSeries("ds,note,y\r2025-01-01,cold,1\r2025-01-02,warm,2\r", "f.csv");
  expect(table.series.map(({ id, values }) => [id, [...values]])).toEqual([["series", [1, 2]]]);
  expect(table.notes.join(" ")).toMatch(/Not used: note/);
});

test("words that describe the days of one series do not cut it into several, and those that name sensors do", () => {
  const promoted = readSeries(`date,promo,y\n${days(["no,1", "yes,2", "no,3", "no,4", "yes,5"])}`, "f.csv");
  expect(promoted.series.map(({ values }) => values.length)).toEqual([5]);
  expect(promoted.notes.join(" ")).toMatch(/Not used: promo/);
  // One after the other, or at uneven times of their own.
  const blocks = readSeries(`date,shop,y\n${days(["a,1", "a,2", "a,3", "b,4", "b,5"])}`, "f.csv");
  expect(blocks.series.map(({ id }) => id)).toEqual(["a", "b"]);
  const stamps = [1, 2.7, 4.1, 4.9, 8.3, 9.2, 13.7, 14];
  const sensors = stamps.map((time, i) => `${time},${i % 2 === 0 ? "a" : "b"},${i}`).join("\n");
  expect(readSeries(`time,sensor,y\n${sensors}\n`, "f.csv").series.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a row that does not name its series is told, where others do", () => {
  const rows = ["a,2025-01-01,1", "a,2025-01-02,2", " ,2025-01-03,3", "b,2025-01-01,4"];
  expect(() => readSeries(`unique_id,ds,y\n${rows.join("\n")}\n`, "shops.csv")).toThrowError(
    /line 4: column "unique_id": got " ", expected the name of its series/,
  );
  expect(readSeries("id,ds,y\n,2025-01-01,1\n,2025-01-02,2\n", "one.csv").series).toHaveLength(1);
});
