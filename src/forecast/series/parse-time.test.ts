/** Times as people and programs write them, and as clocks of zones show them. */
import { expect, test } from "vitest";
import { formatTime, parseTime } from "./parse-time.ts";
import { timeAt } from "./grid.ts";
import { readSeries } from "./read-series.ts";

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

test("seconds since 1970 are told as such, and days with offsets that change want a zone", () => {
  const seconds = Array.from({ length: 6 }, (_, i) => `${1_735_689_600 + 900 * i},${i}`).join("\n");
  expect(readSeries(`timestamp,y\n${seconds}\n`, "f.csv").notes.join(" ")).toMatch(
    /look like seconds since 1970 \(1735689600 is 2025-01-01 00:00:00\+00:00\)/,
  );
  expect(readSeries("timestamp,y\n0,1\n900,2\n", "f.csv").notes.join(" ")).not.toMatch(/1970/);
  const local = [28, 29, 30, 31].map((day) => `2025-03-${day}T00:00+0${day > 30 ? 2 : 1}:00,1`).join("\n");
  expect(() => readSeries(`ds,y\n${local}\n`, "f.csv")).toThrowError(/local clock need --timezone/);
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
