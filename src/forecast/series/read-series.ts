/**
 * From the text of a CSV file to series on a regular grid of times: guesses which column is the time, which names the
 * series and how often they are measured, and says so; puts rows in order, averages duplicates, marks gaps, and refuses
 * what it does not understand with line and column. It does not fill gaps; `fillGaps` does.
 */
import type { CsvRow } from "../../landscape/text/csv-rows.ts";
import { parseCsv } from "../../landscape/text/parse-csv.ts";
import { chooseColumns } from "./choose-columns.ts";
import type { Columns, ColumnWishes } from "./choose-columns.ts";
import { withYearFirst } from "./date-order.ts";
import type { DateOrder } from "./date-order.ts";
import { refuseThousands, withPoints } from "./decimal-commas.ts";
import { featureCells } from "./feature-cells.ts";
import type { FeatureCells } from "./feature-cells.ts";
import { frequencyOf } from "./frequency.ts";
import type { Frequency } from "./frequency.ts";
import { withClock } from "./join-clock.ts";
import { asRead, inOrder, interpolated, medianFrequency, onGrid } from "./grid.ts";
import type { Reading, Series, Where } from "./grid.ts";
import { formatTime, parseTime } from "./parse-time.ts";
import type { Clock, TimeKind } from "./parse-time.ts";
import { bad, readingsOf } from "./readings.ts";
import { delimiterOf, tableOf } from "./table-head.ts";
import { isEmpty, isMissing } from "./table-row.ts";
import type { Row } from "./table-row.ts";
import { guessInZone, inZone } from "./zoned-frequency.ts";

/** Readings at the end of a series whose distances tell when the next ones will be, where times are irregular. */
const recentReadings = 64;

/** How `readSeries` reads a file: which columns, at which frequency, in which zone. */
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

export function readSeries(text: string, file: string, options: ReadOptions = {}): SeriesTable {
  const lines = parseCsv(text, delimiterOf(text)).map((row) => soundRow(row, file));
  const steps = seriesOfRows(lines, file, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A row of a table whose quotes are in order. */
export function soundRow(row: CsvRow, file: string): Row {
  if ("problem" in row) throw bad(file, row.line, row.problem);
  return row;
}

/** The same from rows, in steps, each of which gives the share that is done. */
export function* seriesOfRows(
  lines: readonly Row[],
  file: string,
  options: ReadOptions = {},
): Generator<number, SeriesTable> {
  // A zone that does not exist is a mistake also where the file has dates only.
  if (options.timezone !== undefined) parseTime("2000-01-01 00:00", options.timezone);
  const notes: string[] = [];
  const until = lines.findLastIndex((row) => !isEmpty(row)) + 1;
  const named = wishedNames(options);
  const table = withClock(tableOf(lines.slice(0, until), notes, named), named, options.timeCol, notes);
  yield 0.1;
  const dated = withYearFirst(table, options.dateOrder, notes);
  yield 0.2;
  const { rows, commas } = withPoints(dated.rows, notes);
  yield 0.3;
  const { columns, first } = chooseColumns(rows, file, options, notes);
  // Spreadsheets write rows that were cleared as nothing but marks; where rows are counted, they are steps.
  const body = rows.slice(first).filter((row) => columns.time === undefined || !isEmpty(row));
  // Other columns of dates may have another order, and say nothing about the times of the next file.
  const seen = columns.time === undefined ? undefined : dated.orders.get(columns.time);
  yield 0.4;
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
  const reading = readingsOf(body, file, columns, { ...options, ...order }, [...cells.known, ...cells.past]);
  let step = reading.next();
  for (; !step.done; step = reading.next()) yield 0.45 + 0.35 * step.value;
  const { bySeries, kind, hasOffset } = step.value;
  const hasFeatures = cells.known.length + cells.past.length > 0;
  const complete = [...bySeries].map(([id, list]) => Object.assign(inOrder(list), { id }));
  const { absent, ahead } = withoutValue(complete.map(({ readings }) => readings));
  // Rows after the last value are to come, not gaps; only features say anything about them.
  yield 0.85;
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
  yield 0.9;
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
