import { expect, test } from "vitest";
import { fillGaps } from "./fill-gaps.ts";
import { frequencyOf, guessFrequency } from "./frequency.ts";
import { formatTime, parseTime } from "./parse-time.ts";
import { calendarColumns } from "./calendar.ts";
import { timeAt } from "./grid.ts";
import { readSeries } from "./read-series.ts";

const at = (text: string): number => parseTime(text)!.value;

test("stamps: dates, months, times, offsets, numbers; impossible and ambiguous ones are none", () => {
  expect(parseTime("1970-01-02")).toEqual({ kind: "date", value: 86_400_000 });
  expect(parseTime("1949-02")).toEqual({ kind: "date", value: Date.UTC(1949, 1, 1) });
  expect(parseTime("2025-03-30T02:30:00+02:00")).toEqual({
    kind: "instant",
    value: Date.UTC(2025, 2, 30, 0, 30),
    hasOffset: true,
  });
  expect(parseTime("2025-03-30 14:00")!.value).toBe(Date.UTC(2025, 2, 30, 14));
  expect(parseTime("17")).toEqual({ kind: "number", value: 17 });
  const noon = Date.UTC(2025, 2, 30, 12);
  for (const text of [
    "2025-03-30 12",
    "20250330T1200",
    "20250330120000",
    "202503301200",
    "2025033012",
    "2025-03-30T12:00:00,000",
  ])
    expect(parseTime(text), text).toEqual({ kind: "instant", value: noon });
  // As PostgreSQL writes zones, and as ISO 8601 does in its basic form.
  for (const text of ["2025-03-30 14:00:00+02", "20250330T1200Z", "20250330T140000+0200"])
    expect(parseTime(text), text).toEqual({ kind: "instant", value: noon, hasOffset: true });
  expect(parseTime("2025-03-30 24:00")!.value).toBe(Date.UTC(2025, 2, 31));
  for (const text of ["2025-03-30 24:30", "2025-03-30 25:00", "2025-0330", "2025+02"])
    expect(parseTime(text), text).toBeUndefined();
  for (const text of ["2025-02-31", "03/04/2025", "soon", ""]) expect(parseTime(text), text).toBeUndefined();
  expect(formatTime(Date.UTC(2025, 0, 1, 13), { timeKind: "instant" })).toBe("2025-01-01 13:00:00");
  expect(formatTime(0.05103 + 16 * (0.32633 - 0.05103), { timeKind: "number" })).toBe("4.45583");
  expect(formatTime(1700000000.123, { timeKind: "number" })).toBe("1700000000.123");
});

test("a zone's clock: 1 h ahead in winter, 2 h in summer, one hour skipped in March and shown twice in October", () => {
  const zone = "Europe/Berlin";
  expect(parseTime("2025-01-01 12:00", zone)!.value).toBe(Date.UTC(2025, 0, 1, 11));
  expect(parseTime("2025-07-01 12:00", zone)!.value).toBe(Date.UTC(2025, 6, 1, 10));
  expect(parseTime("2025-10-26 02:30", zone)).toEqual({
    kind: "instant",
    value: Date.UTC(2025, 9, 26, 0, 30),
    again: Date.UTC(2025, 9, 26, 1, 30),
  });
  expect(parseTime("2025-03-30 02:30", zone)!.value).toBe(Date.UTC(2025, 2, 30, 1, 30));
  expect(() => parseTime("2025-01-01 12:00", "Mars/Base")).toThrowError(
    /"Mars\/Base", expected a name such as/,
  );
});

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

test("daylight saving: 25 readings of one October day are 25 hours in UTC", () => {
  const hours = [0, 1, 2, 2, ...Array.from({ length: 21 }, (_, i) => i + 3)];
  const text = `time,load\n${hours.map((h, i) => `2025-10-26 ${String(h).padStart(2, "0")}:00,${i}`).join("\n")}\n`;
  const table = readSeries(text, "load.csv", { timezone: "Europe/Berlin" });
  expect([...table.series[0]!.values]).toEqual(hours.map((_, i) => i));
  const naive = readSeries(text, "load.csv");
  expect(naive.notes.join(" ")).toMatch(/1 reading of a time that was there already/);
});

test("the hour that a clock shows twice is read the right way round in files that begin with the latest row", () => {
  const hours = ["00:00", "01:00", "02:00", "02:00", "03:00", "04:00"];
  const rows = hours.map((hour, i) => `2025-10-26 ${hour},${i}`);
  for (const ordered of [rows, rows.toReversed()]) {
    const { series } = readSeries(`ds,y\n${ordered.join("\n")}\n`, "load.csv", { timezone: "Europe/Berlin" });
    expect([...series[0]!.values]).toEqual([0, 1, 2, 3, 4, 5]);
  }
});

test("gaps are filled from the seasons around them, else on a line", () => {
  expect([...fillGaps(Float64Array.from([1, 5, 2, NaN, 3, 7]), 2)]).toEqual([1, 5, 2, 6, 3, 7]);
  expect([...fillGaps(Float64Array.from([NaN, 2, NaN, 4]), 1)]).toEqual([2, 2, 3, 4]);
});

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

test("numbers that count steps go past 1600, which alone would be a year", () => {
  const steps = Array.from({ length: 100 }, (_, k) => `${1550 + k},${k}`);
  const table = readSeries(`ds,y\n${steps.join("\n")}\n`, "steps.csv", {});
  expect(table).toMatchObject({ timeKind: "number", frequency: { name: "1" } });
  expect(table.series[0]!.values).toHaveLength(100);
  const years = readSeries("ds,y\n1960,1\n1961,2\n1962,3\n", "years.csv", {});
  expect(years).toMatchObject({ timeKind: "date", frequency: { name: "YS" } });
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
  ["1/13/2025", "month", ["1/12/2025", "1/13/2025", "1/14/2025"]],
  ["15/01/2025", "day", ["12/01/2025", "15/01/2025", "16/01/2025", "17/01/2025"]],
  ["15-01-2025", "day", ["12-01-2025", "15-01-2025", "16-01-2025", "17-01-2025"]],
  // Points are written after days only, also where no number passes 12.
  ["03.04.2025", "day", ["03.04.2025", "04.04.2025", "05.04.2025"]],
])("dates such as %s have the %s first", (example, first, stamps) => {
  const table = readSeries(`ds;y\n${stamps.map((stamp) => `${stamp};1\n`).join("")}`, "f.csv");
  expect(table.frequency.name).toBe("D");
  expect(table.dateOrder).toBe(`${first}-first`);
  const year = /^(\d+).(\d+)/.exec(example)!;
  const [day, month] = first === "day" ? [year[1]!, year[2]!] : [year[2]!, year[1]!];
  expect(table.notes).toContain(
    `Dates have the ${first} first: ${example} is read as 2025-${month.padStart(2, "0")}-${day.padStart(2, "0")}.`,
  );
});

test.each([
  ["Jan 15, 2025", Date.UTC(2025, 0, 15)],
  ["January 15 2025", Date.UTC(2025, 0, 15)],
  ["15-Jan-25", Date.UTC(2025, 0, 15)],
  ["15 Jan 2025 02:30", Date.UTC(2025, 0, 15, 2, 30)],
  ["1/15/2025 2:30 PM", Date.UTC(2025, 0, 15, 14, 30)],
  ["1/15/2025 12:05:10 am", Date.UTC(2025, 0, 15, 0, 5, 10)],
])("the time %s", (stamp, start) => {
  const next = stamp.replace("15", "16");
  expect(readSeries(`ds;y\n${stamp};1\n${next};2\n`, "f.csv").series[0]!.start).toBe(start);
});

test("where no date tells the day from the month, the order is asked for, and with it they are read", () => {
  const text = `ds,y\n${Array.from({ length: 12 }, (_, i) => `01/${String(i + 1).padStart(2, "0")}/2025,${i}\n`).join("")}`;
  expect(() => readSeries(text, "f.csv")).toThrowError(/got "01\/01\/2025".*--date-order/);
  expect(readSeries(text, "f.csv", { dateOrder: "day-first" }).frequency.name).toBe("MS");
  expect(readSeries(text, "f.csv", { dateOrder: "month-first" }).frequency.name).toBe("D");
});

const days = (cells: readonly string[]): string =>
  cells.map((cell, i) => `2025-01-${String(i + 1).padStart(2, "0")},${cell}\n`).join("");

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

test("seconds since 1970 are told as such, and days with offsets that change want a zone", () => {
  const seconds = Array.from({ length: 6 }, (_, i) => `${1_735_689_600 + 900 * i},${i}`).join("\n");
  expect(readSeries(`timestamp,y\n${seconds}\n`, "f.csv").notes.join(" ")).toMatch(
    /look like seconds since 1970 \(1735689600 is 2025-01-01 00:00:00\+00:00\)/,
  );
  expect(readSeries("timestamp,y\n0,1\n900,2\n", "f.csv").notes.join(" ")).not.toMatch(/1970/);
  const local = [28, 29, 30, 31].map((day) => `2025-03-${day}T00:00+0${day > 30 ? 2 : 1}:00,1`).join("\n");
  expect(() => readSeries(`ds,y\n${local}\n`, "f.csv")).toThrowError(/local clock need --timezone/);
});

test("an irregular series without any value stays one missing value", () => {
  const table = readSeries("id,t,y\na,0,1\na,1,2\na,3,3\na,6.5,4\nb,0,\nb,2.2,\n", "f.csv", { timeCol: "t" });
  expect([...table.series[1]!.values]).toEqual([NaN]);
});

test("a long gap is filled in one pass", () => {
  const values = new Float64Array(300_000).fill(NaN);
  values[0] = 0;
  values[values.length - 1] = values.length - 1;
  expect(fillGaps(values, 1)[123_456]).toBeCloseTo(123_456, 6);
});

test("a zone that does not exist and a column used twice are mistakes", () => {
  const text = `ds,y\n${days(["1", "2"])}`;
  expect(() => readSeries(text, "f.csv", { timezone: "Mars/Base" })).toThrowError(/"Mars\/Base"/);
  expect(() => readSeries(text, "f.csv", { idCol: "y", target: "y" })).toThrowError(/column "y" for two of/);
});

test("days and months of a zone are counted by its clock, and times are written in it", () => {
  const stamps = (count: number, stamp: (i: number) => string): string =>
    `when,y\n${Array.from({ length: count }, (_, i) => `${stamp(i)},${i}`).join("\n")}\n`;
  const dayAt = (i: number): string => `2025-03-${String(20 + i).padStart(2, "0")} 00:00`;
  const berlin = { timezone: "Europe/Berlin" };
  // The 30th has 23 hours there.
  const days = readSeries(stamps(12, dayAt), "days.csv", berlin);
  expect(days.frequency.name).toBe("D");
  expect([...days.series[0]!.values]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const written = (table: typeof days, step: number): string =>
    formatTime(table.frequency.after(table.series[0]!.start, step), table);
  expect(written(days, 10)).toBe("2025-03-30 00:00:00+01:00");
  expect(written(days, 11)).toBe("2025-03-31 00:00:00+02:00");
  expect(written(days, 12)).toBe("2025-04-01 00:00:00+02:00");
  const months = readSeries(
    stamps(9, (i) => `2025-0${i + 1}-01 00:00`),
    "months.csv",
    berlin,
  );
  expect(months.frequency.name).toBe("MS");
  expect(written(months, 10)).toBe("2025-11-01 00:00:00+01:00");
  // An hour is an hour: of the two that the clock calls half past two, the second comes an hour later.
  const hours = readSeries(
    stamps(5, (i) => `2025-10-26 0${i}:30`),
    "hours.csv",
    berlin,
  );
  expect(hours.frequency.name).toBe("h");
  expect([2, 3, 4].map((step) => written(hours, step))).toEqual([
    "2025-10-26 02:30:00+02:00",
    "2025-10-26 02:30:00+01:00",
    "2025-10-26 03:30:00+01:00",
  ]);
  const offsets = readSeries(
    stamps(4, (i) => `2025-03-01T0${i}:00+02:00`),
    "offsets.csv",
  );
  expect(written(offsets, 4)).toBe("2025-03-01 02:00:00+00:00");
  expect(offsets.notes.join(" ")).toMatch(/written in UTC, or in the clock of --timezone/);
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

test("of a count the cell that is no number is told, and no other", () => {
  const rows = Array.from({ length: 300 }, (_, i) => `${i === 200 ? "17oo" : 1500 + i},${i}`);
  expect(() => readSeries(`time,y\n${rows.join("\n")}\n`, "counts.csv")).toThrowError(
    /line 202: column "time": got "17oo", expected a time/,
  );
});

test("years that begin a little before 1600 are numbers, and a mistyped year among others is told", () => {
  const years = Array.from({ length: 431 }, (_, i) => `${1590 + i},${i}`);
  const table = readSeries(`year,y\n${years.join("\n")}\n`, "rings.csv");
  expect(table).toMatchObject({ timeKind: "number", frequency: { name: "1" } });
  expect(table.series[0]!.values).toHaveLength(431);
  const mistyped = [...years.slice(20), "202,1"];
  expect(() => readSeries(`year,y\n${mistyped.join("\n")}\n`, "rings.csv")).toThrowError(
    /line 413: column "year": got "202", expected a date/,
  );
});

test("numbers with an exponent are numbers, as NumPy writes small ones", () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${((i + 1) * 1e-5).toExponential()},${i}`);
  const table = readSeries(`time,y\n${rows.join("\n")}\n`, "small.csv");
  expect(table).toMatchObject({ timeKind: "number", frequency: { name: "0.00001" } });
});

test("20250330 and 202503 are dates, also where months end, and counts that pass such numbers are counts", () => {
  const days = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2025, 0, 1 + i)).toISOString());
  const table = readSeries(
    `date,y\n${days.map((day, i) => `${day.slice(0, 10).replaceAll("-", "")},${i}`).join("\n")}\n`,
    "days.csv",
  );
  expect(table).toMatchObject({ timeKind: "date", frequency: { name: "D" } });
  expect(table.series[0]!.values).toHaveLength(60);
  const mistyped = days.map((day, i) => `${i === 30 ? "20250132" : day.slice(0, 10).replaceAll("-", "")},1`);
  expect(() => readSeries(`date,y\n${mistyped.join("\n")}\n`, "days.csv")).toThrowError(
    /line 32: column "date": got "20250132", expected a date/,
  );
  const months = Array.from(
    { length: 30 },
    (_, i) => `${2023 + Math.floor(i / 12)}${String((i % 12) + 1).padStart(2, "0")}`,
  );
  const monthly = readSeries(
    `month,y\n${months.map((month, i) => `${month},${i}`).join("\n")}\n`,
    "months.csv",
  );
  expect(monthly).toMatchObject({ timeKind: "date", frequency: { name: "MS" } });
  const counts = Array.from({ length: 200 }, (_, i) => `${202_490 + i},${i}`);
  expect(readSeries(`time,y\n${counts.join("\n")}\n`, "counts.csv").timeKind).toBe("number");
});

test("steps shorter than a second are told apart in what is written", () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${new Date(250 * i).toISOString().slice(0, 23)},${i}`);
  const table = readSeries(`time,y\n${rows.join("\n")}\n`, "fast.csv");
  const written = [20, 21, 22].map((step) =>
    formatTime(timeAt(table.series[0]!, table.frequency, step), table),
  );
  expect(written).toEqual(["1970-01-01 00:00:05", "1970-01-01 00:00:05.250", "1970-01-01 00:00:05.500"]);
});

test("a row that does not name its series is told, where others do", () => {
  const rows = ["a,2025-01-01,1", "a,2025-01-02,2", " ,2025-01-03,3", "b,2025-01-01,4"];
  expect(() => readSeries(`unique_id,ds,y\n${rows.join("\n")}\n`, "shops.csv")).toThrowError(
    /line 4: column "unique_id": got " ", expected the name of its series/,
  );
  expect(readSeries("id,ds,y\n,2025-01-01,1\n,2025-01-02,2\n", "one.csv").series).toHaveLength(1);
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
