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

const hourRows = (count: number, stamp: (day: string, hour: number) => string): string =>
  Array.from({ length: count }, (_, i) => {
    const time = new Date(Date.UTC(2025, 0, 1, i));
    return `${stamp(time.toISOString().slice(0, 10), time.getUTCHours())},${i}`;
  }).join("\n");

test("a date among times with a clock is the midnight of the zone", () => {
  const rows = hourRows(60, (day, hour) => (hour === 0 ? day : `${day} ${two(hour)}:00:00`));
  const table = readSeries(`time,y\n${rows}`, "f.csv", { timezone: "America/New_York" });
  expect([...table.series[0]!.values]).toEqual(Array.from({ length: 60 }, (_, i) => i));
  expect(table.series[0]!.start).toBe(Date.UTC(2025, 0, 1, 5));
});

test("times with and without offsets in one column are refused unless the zone is given", () => {
  const rows = hourRows(60, (day, hour) => (hour === 0 ? day : `${day} ${two(hour)}:00+01:00`));
  expect(() => readSeries(`time,y\n${rows}`, "f.csv")).toThrowError(
    /line 3: column "time": got "2025-01-01 01:00\+01:00".*without an offset.*--timezone/,
  );
  const later = rows.split("\n").slice(1).join("\n");
  expect(() => readSeries(`time,y\n${later}`, "f.csv")).toThrowError(
    /line 25: column "time": got "2025-01-02".*with an offset.*--timezone/,
  );
  const table = readSeries(`time,y\n${rows}`, "f.csv", { timezone: "Europe/Berlin" });
  expect([...table.series[0]!.values]).toEqual(Array.from({ length: 60 }, (_, i) => i));
});

test("a point that may separate thousands is refused in a column with decimal commas", () => {
  const rows = (odd: string): string =>
    dayRows(30, (y, m, d, i) => `${d}.${m}.${y};${i === 5 ? odd : `${i},125`}`);
  expect(() => readSeries(`date;y\n${rows("1.234")}\n31.01.2025;0,5`, "f.csv")).toThrowError(
    /line 7: column "y": got "1.234" in a column with decimal commas such as 0,125.*write 1234, or 1,234/,
  );
  expect(readSeries(`date;y\n${rows("1.5")}\n31.01.2025;0,5`, "f.csv").series[0]!.values[5]).toBe(1.5);
});

test("decimal commas and a comma in a name do not hide semicolons", () => {
  const rows = dayRows(30, (y, m, d, i) => `${y}-${m}-${d};${i},5`);
  const table = readSeries(`date;load, kWh\n${rows}`, "f.csv");
  expect(table.columns.names).toEqual(["date", "load, kWh"]);
  expect(table.series[0]!.values[3]).toBe(3.5);
});

test("a first line with a date above dates is data, and no header", () => {
  const rows = dayRows(30, (y, m, d, i) => `${d}.${m}.${y};${i},5`);
  const table = readSeries(rows, "f.csv");
  expect(table.notes).toContain("No header: columns are called column1, column2, …");
  expect(table.series[0]!.values).toHaveLength(30);
  const named = readSeries(
    dayRows(30, (y, m, d, i) => `north,${y}-${m}-${d},${i}\nsouth,${y}-${m}-${d},${i}`),
    "f.csv",
  );
  expect(named.series.map(({ id, values }) => [id, values.length])).toEqual([
    ["north", 30],
    ["south", 30],
  ]);
});

test("rows of nothing but marks are passed over where there are times, and are steps where rows are counted", () => {
  const rows = dayRows(30, (y, m, d, i) => `${y}-${m}-${d};${i}${i === 9 ? "\n;" : ""}`);
  const table = readSeries(`date;y\n${rows}\n;\n;\n`, "f.csv");
  expect([...table.series[0]!.values]).toEqual(Array.from({ length: 30 }, (_, i) => i));
  const counted = readSeries("a;y\n7;1\n8;2\n;\n9;4\n;\n", "f.csv", { target: "y" });
  expect([...counted.series[0]!.values]).toEqual([1, 2, NaN, 4]);
});

test("names are found between lines about the data and a line of units", () => {
  const rows = dayRows(30, (y, m, d, i) => `${d}.${m}.${y};${i},5`);
  const namesOf = (head: string, target?: string): readonly string[] =>
    readSeries(`${head}\n${rows}`, "f.csv", target === undefined ? {} : { target }).columns.names;
  expect(namesOf("Logger: XY\nTime;Temp\n;°C")).toEqual(["Time", "Temp"]);
  expect(namesOf("Station;Berlin\nTime;Temp")).toEqual(["Time", "Temp"]);
  expect(namesOf("Station;Berlin\nDatum;Temperatur", "Temperatur")).toEqual(["Datum", "Temperatur"]);
  expect(namesOf("Station;Berlin\nPlace;Mitte\nDatum;Temperatur")).toEqual(["Datum", "Temperatur"]);
  expect(namesOf("Datum;Temp\nUTC;°C")).toEqual(["Datum", "Temp"]);
  expect(namesOf("Time;Share\n-;%")).toEqual(["Time", "Share"]);
  // A first value that is missing hides neither.
  expect(namesOf("Report\nDatum;Temp\n31.12.2024;")).toEqual(["Datum", "Temp"]);
});

test("a time that is not understood is told as it stands in the file", () => {
  const rows = dayRows(30, (y, m, d, i) => `${m}/${d}/${y} ${i === 20 ? "12 o'clock" : "2 PM"},${i}`);
  expect(() => readSeries(`time,y\n${rows}`, "f.csv")).toThrowError(
    /line 22: column "time": got "01\/21\/2025 12 o'clock"/,
  );
  const table = readSeries(`time,y\n${rows.replace("12 o'clock", "2 PM")}`, "f.csv");
  expect(table.series[0]!.start).toBe(Date.UTC(2025, 0, 1, 14));
});

test.each([
  [
    "Datum;Uhrzeit;y",
    (day: string, hour: number) => `${day.split("-").toReversed().join(".")};${two(hour)}:00`,
  ],
  ["y2;Time;Date;y", (day: string, hour: number) => `1;${two(hour)}.00.00;${day}`],
  ["date;time;y", (day: string, hour: number) => `${day};${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`],
])("a date and a clock in two columns are one time: %s", (head, stamp) => {
  const rows = hourRows(60, stamp).replaceAll(",", ";");
  const table = readSeries(`${head}\n${rows}`, "f.csv", { target: "y" });
  expect([table.frequency.name, table.series.length, table.series[0]!.start]).toEqual([
    "h",
    1,
    Date.UTC(2025, 0, 1),
  ]);
  expect(table.series[0]!.values).toHaveLength(60);
  expect(table.notes.join(" ")).toMatch(
    /The time is read from two columns, (Datum and Uhrzeit|Date and Time|date and time)/,
  );
});

test("a clock that tells no rows of a date apart, or that was named for something else, stays a column", () => {
  const rows = dayRows(30, (y, m, d, i) => `${y}-${m}-${d},0${i % 9}:30,${i}`);
  expect(readSeries(`date,opening time,y\n${rows}`, "f.csv")).toMatchObject({ frequency: { name: "D" } });
  const twice = dayRows(30, (y, m, d, i) => `${y}-${m}-${d},09:30,${i}\n${y}-${m}-${d},10:30,${i}`);
  const table = readSeries(`date,time,y\n${twice}`, "f.csv", { idCol: "time" });
  expect(table.series.map(({ id }) => id)).toEqual(["09:30", "10:30"]);
});

test("hours without minutes and marks are times, and seconds since 1970 are none", () => {
  const rows = hourRows(60, (day, hour) => `${day.replaceAll("-", "")}${two(hour)}`);
  const table = readSeries(`stamp,y\n${rows}`, "f.csv");
  expect([table.frequency.name, table.series[0]!.values.length]).toEqual(["h", 60]);
  const seconds = Array.from({ length: 24 }, (_, i) => `${1_712_010_100 + i},${i}`).join("\n");
  expect(readSeries(`time,y\n${seconds}`, "f.csv").timeKind).toBe("number");
});
