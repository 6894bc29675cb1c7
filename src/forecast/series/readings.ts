/** From the rows of a table to readings, series by series: times in one clock, values, and features; what is not understood is refused. */
import { WindageError } from "../../error.ts";
import { expectedDecimal, parseDecimal } from "../../landscape/text/parse-decimal.ts";
import type { Columns } from "./choose-columns.ts";
import { hasOrder } from "./date-order.ts";
import type { DateOrder } from "./date-order.ts";
import type { FeatureCells } from "./feature-cells.ts";
import type { Reading } from "./grid.ts";
import { clockInstant, isCount, parseTime } from "./parse-time.ts";
import type { ParsedTime, TimeKind } from "./parse-time.ts";
import { isMissing } from "./table-row.ts";
import type { Row } from "./table-row.ts";

/** The largest value whose squares can be summed. */
const largest = 1e150;

/** Rows read between two turns of everything else. */
const rowsAtOnce = 2 ** 15;

/** What a file's rows turned out to be. */
export interface Readings {
  readonly bySeries: ReadonlyMap<string, Reading[]>;
  readonly kind: TimeKind;
  readonly hasOffset: boolean;
}

/** Reads the rows in steps, each of which gives the share that is done. */
export function* readingsOf(
  rows: readonly Row[],
  file: string,
  columns: Columns,
  options: { readonly timezone?: string; readonly dateOrder?: DateOrder },
  cells: readonly FeatureCells[],
): Generator<number, Readings> {
  const bySeries = new Map<string, Reading[]>();
  let kind: TimeKind | undefined;
  let hasOffset = false;
  // Where readings stand, by series and time; known as soon as the clock shows some time twice.
  let seen: Map<string, number> | undefined;
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
    if (index % rowsAtOnce === 0) yield index / rows.length;
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
    if (time.again !== undefined) seen ??= placesOf(bySeries);
    const earlier = time.again === undefined ? undefined : seen?.get(keyOf(id, time.value));
    // Of two readings of an hour that the clock shows twice the second is the later one, or the first if rows run backwards.
    const runsBack = earlier !== undefined && list[0]!.time > time.value;
    if (runsBack) list[earlier] = { ...list[earlier]!, time: time.again! };
    if (earlier === undefined) seen?.set(keyOf(id, time.value), list.length);
    const instant = earlier === undefined || runsBack ? time.value : time.again!;
    const reading = { time: instant, value, line: row.line };
    list.push(
      cells.length === 0 ? reading : { ...reading, features: cells.flatMap((one) => one.numbers(row)) },
    );
  }
  if (bySeries.size === 0) throw bad(file, 1, "got no rows below the header, expected at least one");
  return { bySeries, kind: kind ?? "number", hasOffset };
}

const keyOf = (id: string, time: number): string => `${id}\n${time}`;

function placesOf(bySeries: ReadonlyMap<string, readonly Reading[]>): Map<string, number> {
  return new Map(
    [...bySeries].flatMap(([id, list]) => list.map(({ time }, at) => [keyOf(id, time), at] as const)),
  );
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

export function bad(file: string, line: number, problem: string): WindageError {
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
