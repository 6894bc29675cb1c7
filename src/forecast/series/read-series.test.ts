/** A table of series from a file, and what is said or refused of it. */
import { expect, test } from "vitest";
import { fillGaps } from "./fill-gaps.ts";
import { readSeries } from "./read-series.ts";

const days = (cells: readonly string[]): string =>
  cells.map((cell, i) => `2025-01-${String(i + 1).padStart(2, "0")},${cell}\n`).join("");

test("Nixtla's names, rows out of order, a duplicate, a gap and a missing value", () => {
  const text =
    "unique_id,ds,y\na,2025-01-03,3\na,2025-01-01,1\na,2025-01-06,\na,2025-01-03,5\nb,2025-01-01,7\nb,2025-01-02,8\n";
  const table = readSeries(text, "sales.csv");
  expect(table.series.map(({ id, values }) => [id, [...values]])).toEqual([
    ["a", [1, NaN, 4]],
    ["b", [7, 8]],
  ]);
  expect(table.frequency.name).toBe("D");
  expect(table.notes.join(" ")).toMatch(
    /Time column: ds, guessed.*Id column: unique_id.*1 reading of a time.*averaged.*1 row after the last value.*1 step without a row/,
  );
  expect([...fillGaps(table.series[0]!.values, 1)]).toEqual([1, 2.5, 4]);
});

test("a time that occurs several times has the mean of its values, whichever rows have none", () => {
  for (const cells of [
    ["1", "", "3"],
    ["", "1", "3"],
    ["1", "3", ""],
    ["", "", "2"],
    ["1", "2", "3"],
  ]) {
    const rows = cells.map((value) => `2025-01-02,${value}`);
    const { series } = readSeries(`ds,y\n2025-01-01,7\n${rows.join("\n")}\n2025-01-03,8\n`, "twice.csv");
    expect([...series[0]!.values], cells.join()).toEqual([7, 2, 8]);
  }
});

test("rows after the last value are steps ahead and no values to fill, with features or without", () => {
  const rows = ["2025-01-01,1,0", "2025-01-02,,0", "2025-01-03,3,1", "2025-01-04,,1", "2025-01-05,NA,0"];
  const text = `ds,y,promo\n${rows.join("\n")}\n`;
  for (const known of [[], ["promo"]]) {
    const { series, notes } = readSeries(text, "sales.csv", { target: "y", known });
    expect([...series[0]!.values]).toEqual([1, NaN, 3]);
    expect(notes.join(" ")).toMatch(/2 rows after the last value: steps ahead\..*1 value missing; filled/);
    expect(notes.join(" ")).not.toMatch(/without a row/);
  }
});

test.each([
  ["ds,y\n2025-01-01,1\n2025-01-32,2\n", /sales.csv, line 3: column "ds": got "2025-01-32", expected a time/],
  ["ds,y\n2025-01-01,1\n2025-01-02,twelve\n", /line 3: column "y": got "twelve", expected a number/],
  ["ds,y\n2025-01-01,1\n2025-01-02\n", /line 3: got 1 fields, expected 2/],
  ["ds,y\n", /line 1: got no rows/],
  ["", /got no rows, expected a table/],
  [
    "ds;sales\n2025-01-01;1.234,5\n2025-01-02;2,5\n",
    /got "1\.234,5" in the column "sales", expected .* decimal point; write 1234\.5\./,
  ],
  ["ds,a,b\n2025-01-01,1,2\n", /got 2 columns of numbers \(a, b\).*--target/],
  ["ds,y\n2025-01-01,1\n5,2\n", /line 3: column "ds": got "5", expected a date as in the rows before/],
  [
    "ds,y\n2025-01-01 00:00,1\n2025-01-01 01:00,1\n2025-01-01 02:00,1\n2025-01-01 02:20,2\n",
    /line 5: column "ds": got the time 2025-01-01 02:20:00.*not a whole number of steps of h/,
  ],
])("a bad file is refused with line and column: %j", (text, message) => {
  expect(() => readSeries(text, "sales.csv", { timeCol: "ds" })).toThrowError(message);
});

test("a column that is not there is named with those that are", () => {
  expect(() => readSeries("ds,y\n2025-01-01,1\n", "f.csv", { target: "sales" })).toThrowError(
    /--target names "sales", expected one of ds, y/,
  );
});

test.each([
  // A column of dates stays one although a date in it is wrong; it never becomes the names of the series.
  ["ds,y\n2025-01-01,1\n2025-02-30,2\n2025-01-03,3\n", /line 3: column "ds": got "2025-02-30"/],
  // Nothing tells the day from the month in these.
  [
    "ds,y\n03/04/2025,1\n04/04/2025,2\n",
    /line 2: column "ds": got "03\/04\/2025".*--date-order day-first or month-first/,
  ],
  // No day of the calendar, told as it stands in the file.
  [
    "ds,y\n30/01/2025,1\n31/01/2025,2\n31/02/2025,3\n",
    /line 4: column "ds": got "31\/02\/2025".*the day is taken to come first/,
  ],
  ["ds,y\n2025-01-01 10:99,1\n", /got "2025-01-01 10:99"/],
  // A mistyped number is one although nobody said which column is the target.
  [`date,sales\n${days(["1", "2x", "3", "4"])}`, /line 3: column "sales": got "2x", expected a number/],
  // Nor is a target whose commas may be thousands or decimals.
  [
    `ds;sales\n${days(["1,500", "2,500", "1,500"]).replace(/(-\d\d),/g, "$1;")}`,
    /got "1,500" in the column "sales", expected numbers without thousands marks.*write 1500, or 1.500/,
  ],
  [`ds,y\n${days(['"1,234"', '"5,678"'])}`, /got "1,234".*no thousands marks/],
  [`ds,y\n${days(["1e999", "1e999"])}`, /got "1e999", expected a number of at most 1e\+150/],
  // No other notation is read, nor what is nearer to 0 than any number.
  [`ds,y\n${days(["1", "0x10", "3"])}`, /line 3: column "y": got "0x10".*decimal notation; write 16/],
  [`ds,y\n${days(["1", "0b11", "3"])}`, /line 3: column "y": got "0b11".*write 3/],
  [`ds,y\n${days(["1", "0o17", "3"])}`, /line 3: column "y": got "0o17".*write 15/],
  [`ds,y\n${days(["1", "1e-400", "3"])}`, /line 3: column "y": got "1e-400".*nearer to 0 than 5e-324/],
  ["ds,y\n1,1\n2,2\n1e999,3\n", /line 4: column "ds": got "1e999", expected a time/],
  ["ds,y\n1,1\n1e-400,2\n2,3\n", /line 3: column "ds": got "1e-400", expected a time/],
  ["ds,y,y\n2025-01-01,1,2\n", /several columns called "y"/],
  [
    `ds,y\n${days(["1", "2", "3"])}9999-01-01,4\n`,
    /line 5: column "ds": .*nothing between 2025-01-03 and 9999-01-01/,
  ],
  [
    `${Array.from({ length: 40 }, (_, i) => `c${i}`).join(",")}\n${"1,".repeat(39)}1\n`,
    /c11, … \(40 in all\)/,
  ],
])("what would be misread is refused instead: %j", (text, message) => {
  expect(() => readSeries(text, "f.csv")).toThrowError(message);
});

test("a zone that does not exist and a column used twice are mistakes", () => {
  const text = `ds,y\n${days(["1", "2"])}`;
  expect(() => readSeries(text, "f.csv", { timezone: "Mars/Base" })).toThrowError(/"Mars\/Base"/);
  expect(() => readSeries(text, "f.csv", { idCol: "y", target: "y" })).toThrowError(/column "y" for two of/);
});

test("decimal commas are read, whatever separates the columns, and told", () => {
  const cells = ["1,5", "2", "-0,25", "NA", "3,125"];
  const plain = readSeries(`ds,sales\n${days(["1.5", "2", "-0.25", "NA", "3.125"])}`, "f.csv");
  for (const text of [
    `ds;sales\n${days(cells).replaceAll(/(-\d\d),/g, "$1;")}`,
    `ds\tsales\n${days(cells).replaceAll(/(-\d\d),/g, "$1\t")}`,
    `ds,sales\n${days(cells.map((cell) => `"${cell}"`))}`,
  ]) {
    const table = readSeries(text, "f.csv");
    expect(table.series).toEqual(plain.series);
    expect(table.notes).toContain("Decimal commas: 1,5 is read as 1.5.");
  }
  const mistyped = `ds;y\n${days(["1,5", "2,x", "1,25"]).replaceAll(/(-\d\d),/g, "$1;")}`;
  expect(() => readSeries(mistyped, "f.csv")).toThrowError(/line 3: column "y": got "2,x"/);
});

test.each([
  [
    "###,about\nwritten by,a program\nunit,m\n###,end\n",
    "Lines 1 to 4 are above the names of the columns; left out.",
  ],
  [
    "Daily sales; all shops\n\nSource: the till\n",
    "Lines 1 to 3 are above the names of the columns; left out.",
  ],
  ["Daily sales,\n", "Line 1 is above the names of the columns; left out."],
])("what a program writes above a table is left out and told: %j", (above, note) => {
  const text = `date,sales\n${days(["1", "2", "3", "NA", "5", "6", "7", "8"])}`;
  const [plain, table] = [readSeries(text, "f.csv"), readSeries(above + text, "f.csv")];
  expect(table.series).toEqual(plain.series);
  expect(table.notes).toContain(note);
  expect(() => readSeries(above + text.replace(",3", ",x"), "f.csv")).toThrowError(
    new RegExp(`line ${above.split("\n").length + 3}: column "sales": got "x"`),
  );
});

test("a line of units below the names is left out, and a first row without a number is not taken for names", () => {
  const units = readSeries(`date,flow\nUTC,m3/s\n${days(["1", "2", "3"])}`, "f.csv");
  expect(units.columns.names).toEqual(["date", "flow"]);
  expect(units.notes).toContain("Line 2 holds no numbers (units?); left out.");
  expect(units.series[0]!.values).toEqual(Float64Array.of(1, 2, 3));
  for (const cell of ["NA", ""]) {
    const { columns, notes } = readSeries(`date,flow\n${days([cell, "2", "3", "4"])}`, "f.csv");
    expect(columns.names).toEqual(["date", "flow"]);
    expect(notes.join(" ")).not.toContain("left out");
  }
  expect(() => readSeries(`shop,sales\nA,1O\nA,2\nA,3\nA,4\n`, "f.csv")).toThrowError(/got "1O"/);
});

test("units behind the names of columns do not hide what they are", () => {
  const { columns } = readSeries("Time [s],flow (m3/s),Value (ppm)\n1,5,1\n2,6,2\n3,7,4\n", "f.csv");
  expect(columns).toMatchObject({ time: 0, target: 2 });
});

test("of a count the cell that is no number is told, and no other", () => {
  const rows = Array.from({ length: 300 }, (_, i) => `${i === 200 ? "17oo" : 1500 + i},${i}`);
  expect(() => readSeries(`time,y\n${rows.join("\n")}\n`, "counts.csv")).toThrowError(
    /line 202: column "time": got "17oo", expected a time/,
  );
});

test("a header without rows is no series, whatever its names are", () => {
  expect(() => readSeries("sequence,score\n", "f.csv")).toThrowError(
    /line 1: got no rows below the header, expected at least one/,
  );
});
