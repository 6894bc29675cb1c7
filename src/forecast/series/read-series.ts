/**
 * From the text of a CSV file to series on a regular grid of times: guesses which column is the time, which names the
 * series and how often they are measured, and says so; puts rows in order, averages duplicates, marks gaps, and refuses
 * what it does not understand with line and column. It does not fill gaps; `fillGaps` does.
 */
import { WindageError } from "../../error.ts";
import { parseCsv } from "../../landscape/text/parse-csv.ts";
import { expectedDecimal, parseDecimal } from "../../landscape/text/parse-decimal.ts";
import { chooseColumns } from "./choose-columns.ts";
import type { Columns, ColumnWishes } from "./choose-columns.ts";
import { hasOrder, withYearFirst } from "./date-order.ts";
import type { DateOrder } from "./date-order.ts";
import { refuseThousands, withPoints } from "./decimal-commas.ts";
import { featureCells } from "./feature-cells.ts";
import type { FeatureCells } from "./feature-cells.ts";
import { frequencyOf } from "./frequency.ts";
import type { Frequency } from "./frequency.ts";
import { withClock } from "./join-clock.ts";
import { asRead, inOrder, interpolated, medianFrequency, onGrid } from "./grid.ts";
import type { Reading, Series, Where } from "./grid.ts";
import { clockInstant, formatTime, isCount, parseTime } from "./parse-time.ts";
import type { Clock, ParsedTime, TimeKind } from "./parse-time.ts";
import { delimiterOf, tableOf } from "./table-head.ts";
import { isEmpty, isMissing } from "./table-row.ts";
import type { Row } from "./table-row.ts";
import { guessInZone, inZone } from "./zoned-frequency.ts";

/** Readings at the end of a series whose distances tell when the next ones will be, where times are irregular. */
const recentReadings = 64;

/** Which columns to read, at which frequency, in which zone. */
export interface ReadOptions extends ColumnWishes {
  /** A frequency name; guessed unless told. */
  readonly freq?: string;
  /** The zone of wall-clock times without an offset. */
  readonly timezone?: string;
  /** Which comes first in 03/04/2025; seen in its column unless told. */
  readonly dateOrder?: DateOrder;
  /** What is done with irregular times: every reading a step (the default), or values on straight lines between them. */
  readonly irregular?: "readings" | "interpolate";
}

/** The series of a file, and what was guessed about it. */
export interface SeriesTable extends Clock {
  readonly series: readonly Series[];
  readonly frequency: Frequency;
  /** Whether the file's times are irregular, whatever was done about it. */
  readonly isIrregular: boolean;
  readonly columns: Columns;
  /** Which came first in times such as 13/04/2025, where there were any. */
  readonly dateOrder?: DateOrder;
  /** The file's name, for messages. */
  readonly file: string;
  /** Names of the series' feature columns: first those known beforehand, then those of the past. */
  readonly featureNames: { readonly known: readonly string[]; readonly past: readonly string[] };
  /** What was guessed and what was mended, in sentences. */
  readonly notes: readonly string[];
}

/** The largest value whose squares can be summed. */
const largest = 1e150;

export function readSeries(text: string, file: string, options: ReadOptions = {}): SeriesTable {
  const lines = parseCsv(text, delimiterOf(text)).map((row): Row => {
    if ("problem" in row) throw bad(file, row.line, row.problem);
    return row;
  });
  // A zone that does not exist is a mistake also where the file has dates only.
  if (options.timezone !== undefined) parseTime("2000-01-01 00:00", options.timezone);
  const notes: string[] = [];
  const until = lines.findLastIndex((row) => !isEmpty(row)) + 1;
  const named = wishedNames(options);
  const table = withClock(tableOf(lines.slice(0, until), notes, named), named, options.timeCol, notes);
  const dated = withYearFirst(table, options.dateOrder, notes);
  const { rows, commas } = withPoints(dated.rows, notes);
  const { columns, first } = chooseColumns(rows, file, options, notes);
  // Spreadsheets write rows that were cleared as nothing but marks; where rows are counted, they are steps.
  const body = rows.slice(first).filter((row) => columns.time === undefined || !isEmpty(row));
  // Other columns of dates may have another order, and say nothing about the times of the next file.
  const seen = columns.time === undefined ? undefined : dated.orders.get(columns.time);
  const order = seen === undefined ? {} : { dateOrder: seen };
  for (const column of [columns.target, ...columns.known, ...columns.past])
    refuseThousands(dated.rows, column, columns.names[column]!, commas.get(column), file);
  const cellsOf = (list: readonly number[]): FeatureCells[] =>
    list.map((column) => featureCells(body, column, columns.names[column]!, isMissing, file));
  const cells = { known: cellsOf(columns.known), past: cellsOf(columns.past) };
  const featureNames = {
    known: cells.known.flatMap(({ names }) => names),
    past: cells.past.flatMap(({ names }) => names),
  };
  if (featureNames.known.length + featureNames.past.length > 0) notes.push(featureNote(featureNames));
  const { bySeries, kind, hasOffset } = readingsOf(body, file, columns, { ...options, ...order }, [
    ...cells.known,
    ...cells.past,
  ]);
  const hasFeatures = cells.known.length + cells.past.length > 0;
  const complete = [...bySeries].map(([id, list]) => Object.assign(inOrder(list), { id }));
  const { absent, ahead } = withoutValue(complete.map(({ readings }) => readings));
  // Rows after the last value are to come, not gaps; only features say anything about them.
  const ordered = hasFeatures
    ? complete
    : complete.map((one) => ({ ...one, readings: untilLastValue(one.readings) }));
  const duplicates = ordered.reduce((sum, one) => sum + one.duplicates, 0);
  if (duplicates > 0)
    notes.push(
      `${count(duplicates, "reading")} of a time that was there already; averaged.${5 * duplicates > body.length ? " Are these several series? Then name their column with --id-col." : ""}`,
    );
  const times = complete.map(({ readings }) => readings.map(({ time }) => time));
  const clock = clockOf(kind, hasOffset, options.timezone, notes);
  if (kind === "number")
    notes.push(...sinceEpochNote(times.flat()), ...backwardsNote([...bySeries.values()]));
  const guess = guessInZone(times, clock);
  if (ahead > 0) notes.push(`${count(ahead, "row")} after the last value: steps ahead.`);
  const isIrregular = options.freq === undefined && guess.share < 0.5;
  const where: Where = (line) =>
    `${file}, line ${line}${columns.time === undefined ? "" : `: column ${JSON.stringify(columns.names[columns.time])}`}`;
  const made = { ...clock, ...order, columns, notes, file, featureNames, isIrregular };
  if (isIrregular) {
    if (absent > 0) notes.push(`${count(absent, "value")} missing; left out.`);
    if (options.irregular === "interpolate") {
      const frequency = medianFrequency(times, kind);
      notes.push(
        `The times are irregular: values were interpolated to steps of the median distance (${frequency.name}); features other than the calendar are left out.`,
      );
      const series = ordered.map(({ id, readings }) => interpolated(id, readings, frequency, clock, file));
      return { ...made, featureNames: { known: [], past: [] }, series, frequency };
    }
    // What comes next comes at the pace of late, which may be far from that of years ago.
    const frequency = medianFrequency(
      times.map((list) => list.slice(-recentReadings)),
      kind,
    );
    notes.push(
      `The times are irregular: every reading is a step, and the time between readings is a feature. Steps ahead are apart by the median distance of the last ${recentReadings} readings (${frequency.name})${columns.known.length > 0 ? ", or where rows without a value are" : ""}. --irregular interpolate puts values on an even grid instead.`,
    );
    return { ...made, series: ordered.map(({ id, readings }) => asRead(id, readings)), frequency };
  }
  if (absent > 0) notes.push(`${count(absent, "value")} missing; filled from the values around them.`);
  const frequency = options.freq === undefined ? guess.frequency : inZone(frequencyOf(options.freq), clock);
  if (columns.time !== undefined && options.freq === undefined) {
    notes.push(`Frequency: ${frequency.name}, guessed from the times.`);
  }
  const series = ordered.map(({ id, readings }) => onGrid(id, readings, frequency, clock, where));
  const gaps = series.reduce(
    (sum, { values, features }, i) =>
      sum + (features?.[0]?.length ?? values.length) - ordered[i]!.readings.length,
    0,
  );
  if (gaps > 0) notes.push(`${count(gaps, "step")} without a row; filled from the values around them.`);
  return { ...made, series, frequency };
}

function wishedNames({ target, idCol, timeCol, known = [], past = [] }: ReadOptions): string[] {
  return [target, idCol, timeCol, ...known, ...past].filter((name) => name !== undefined);
}

/** Stamps with offsets are instants, which have to be written in some clock. */
function clockOf(timeKind: TimeKind, hasOffset: boolean, zone: string | undefined, notes: string[]): Clock {
  if (timeKind !== "instant") return { timeKind };
  if (zone !== undefined) return { timeKind, zone };
  if (!hasOffset) return { timeKind };
  notes.push("Times have offsets: they are written in UTC, or in the clock of --timezone.");
  return { timeKind, zone: "UTC" };
}

/** Counts of seconds or milliseconds since 1970 are dates to people, and numbers without days and weeks to us. */
function sinceEpochNote(times: readonly number[]): string[] {
  const unit = [1, 1000].find((size) => times.every((time) => time >= 9e8 * size && time < 5e9 * size));
  if (unit === undefined || times[0] === undefined) return [];
  const stamp = formatTime((times[0] * 1000) / unit, { timeKind: "instant", zone: "UTC" });
  return [
    `Times look like ${unit === 1 ? "seconds" : "milliseconds"} since 1970 (${times[0]} is ${stamp}), and are taken as plain numbers, which have no days and weeks: write them as dates, or name the seasons with --season.`,
  ];
}

/** Numbers that fall from row to row may be ages, whose future is at 0 and not after the largest. */
function backwardsNote(series: readonly (readonly Reading[])[]): string[] {
  const falls = (list: readonly Reading[]): boolean =>
    list.length > 2 && list.every(({ time }, i) => i === 0 || time < list[i - 1]!.time);
  if (!series.every(falls)) return [];
  return [
    "Times fall from row to row: rows were put in order, and the forecast goes on after the largest. If they are ages, which grow into the past, write them with a minus sign.",
  ];
}

/** Readings without a value: those of the past, and those after the last value, which are to come. */
function withoutValue(series: readonly (readonly Reading[])[]): { absent: number; ahead: number } {
  let [absent, ahead] = [0, 0];
  for (const readings of series) {
    const known = untilLastValue(readings);
    ahead += readings.length - known.length;
    absent += known.filter(({ value }) => Number.isNaN(value)).length;
  }
  return { absent, ahead };
}

/** The readings up to the last value; all of them where there is none. */
function untilLastValue(readings: readonly Reading[]): readonly Reading[] {
  const last = readings.findLastIndex(({ value }) => !Number.isNaN(value));
  return last < 0 ? readings : readings.slice(0, last + 1);
}

function featureNote({ known, past }: SeriesTable["featureNames"]): string {
  const part = (names: readonly string[], what: string): string[] =>
    names.length === 0 ? [] : [`${names.slice(0, 12).join(", ")}${names.length > 12 ? ", …" : ""} (${what})`];
  return `Features: ${[...part(known, "known beforehand"), ...part(past, "known of the past")].join("; ")}.`;
}

function readingsOf(
  rows: readonly Row[],
  file: string,
  columns: Columns,
  options: ReadOptions,
  cells: readonly FeatureCells[],
): { bySeries: Map<string, Reading[]>; kind: TimeKind; hasOffset: boolean } {
  const bySeries = new Map<string, Reading[]>();
  let kind: TimeKind | undefined;
  let hasOffset = false;
  const seen = new Map<string, number>();
  const counts = columns.time !== undefined && isCount(rows.map(({ fields }) => fields[columns.time!] ?? ""));
  const stamped = rows.some(
    ({ fields }) =>
      columns.time !== undefined &&
      parseTime(fields[columns.time] ?? "", undefined, counts)?.kind === "instant",
  );
  const read = { columns, file, zone: options.timezone, dateOrder: options.dateOrder, counts, stamped };
  // A column without any name is that of one series; where others have names, a row without one is a mistake.
  const hasNames = columns.id !== undefined && rows.some(({ fields }) => fields[columns.id!]?.trim());
  for (const [index, row] of rows.entries()) {
    if (row.fields.length !== columns.names.length) {
      throw bad(
        file,
        row.line,
        `got ${row.fields.length} fields, expected ${columns.names.length} as in the header`,
      );
    }
    const id = columns.id === undefined ? "series" : row.fields[columns.id]!.trim();
    if (hasNames && id === "") throw cell(file, row, columns, columns.id, "the name of its series");
    const list = bySeries.get(id) ?? [];
    bySeries.set(id, list);
    const time = timeOf(row, columns.id === undefined ? index : list.length, read);
    if (kind !== undefined && (kind === "number") !== (time.kind === "number")) {
      throw cell(
        file,
        row,
        columns,
        columns.time!,
        `a ${kind === "number" ? "number" : "date"} as in the rows before`,
      );
    }
    kind = kind === "instant" ? kind : time.kind;
    const isFirst = index === 0;
    // A clock of nobody knows where has no place among instants, unless its zone is given.
    if (!isFirst && options.timezone === undefined && hasOffset !== (time.hasOffset === true)) {
      const expected = hasOffset
        ? "one with an offset such as +02:00 as in the rows before; write it, or say with --timezone where the clock of times without one is"
        : "one without an offset as in the rows before; take it out, or say with --timezone where the clock of times without one is";
      throw cell(file, row, columns, columns.time!, expected);
    }
    hasOffset ||= time.hasOffset === true;
    const value = valueOf(row, columns, file);
    const key = `${id}\n${time.value}`;
    const earlier = time.again === undefined ? undefined : seen.get(key);
    // Of two readings of an hour that the clock shows twice the second is the later one, or the first if rows run backwards.
    const runsBack = earlier !== undefined && list[0]!.time > time.value;
    if (runsBack) list[earlier] = { ...list[earlier]!, time: time.again! };
    if (earlier === undefined) seen.set(key, list.length);
    const instant = earlier === undefined || runsBack ? time.value : time.again!;
    const reading = { time: instant, value, line: row.line };
    list.push(
      cells.length === 0 ? reading : { ...reading, features: cells.flatMap((one) => one.numbers(row)) },
    );
  }
  if (bySeries.size === 0) throw bad(file, 1, "got no rows below the header, expected at least one");
  return { bySeries, kind: kind ?? "number", hasOffset };
}

/** What has to be known to read a stamp, and to tell what is wrong with it. */
interface StampReading {
  readonly columns: Columns;
  readonly file: string;
  readonly zone: string | undefined;
  readonly dateOrder: DateOrder | undefined;
  readonly counts: boolean;
  /** Whether some of the times have a clock; a date among them is its midnight, which many programs leave out. */
  readonly stamped: boolean;
}

function timeOf(
  row: Row,
  index: number,
  { columns, file, zone, dateOrder, counts, stamped }: StampReading,
): ParsedTime {
  if (columns.time === undefined) return { kind: "number", value: index };
  const text = row.fields[columns.time]!;
  const time = parseTime(text, zone, counts);
  if (time?.kind === "date" && stamped && zone !== undefined)
    return { kind: "instant", value: clockInstant(time.value, zone) };
  if (time) return time;
  const order = !hasOrder(text)
    ? ""
    : dateOrder === undefined
      ? "; nobody can tell the day from the month here, so say --date-order day-first or month-first"
      : `; the ${dateOrder === "day-first" ? "day" : "month"} is taken to come first`;
  throw cell(
    file,
    row,
    columns,
    columns.time,
    `a time such as 2025-03-30 14:00 or 2025-03, or a number${order}`,
  );
}

function valueOf(row: Row, columns: Columns, file: string): number {
  const text = row.fields[columns.target]!.trim();
  if (isMissing(text)) return NaN;
  const value = parseDecimal(text);
  if (value !== undefined && Math.abs(value) <= largest) return value;
  const expected =
    Math.abs(Number(text)) > largest
      ? `a number of at most ${largest}, since squares of values have to be numbers too`
      : `${expectedDecimal(text)}, or nothing where it is missing`;
  throw cell(file, row, columns, columns.target, expected);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function bad(file: string, line: number, problem: string): WindageError {
  return new WindageError("forecast/bad-file", `${file}, line ${line}: ${problem}.`);
}

function cell(file: string, row: Row, columns: Columns, column: number, expected: string): WindageError {
  const got = JSON.stringify(row.fields[column]!.slice(0, 40));
  return bad(
    file,
    row.line,
    `column ${JSON.stringify(columns.names[column])}: got ${got}, expected ${expected}`,
  );
}
