/**
 * Many files have the date in one column and the time of day in another. Where dates repeat and the clock tells their rows
 * apart, the two are read together as the time, and it is said; a column that was named for something else is left alone.
 */
import { wholeDay } from "./date-order.ts";
import { isMissing, withoutUnit } from "./table-row.ts";
import type { Row } from "./table-row.ts";

const date = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$|^\d{1,2}[-\s][a-z]{3,9}[-\s]\d{2,4}$/i;
const clock = /^\d{1,2}(?::\d{2}){1,2}(?:[.,]\d+)?(?:\s?[ap]\.?m\.?)?$|^\d{1,2}\.\d{2}\.\d{2}$/i;
/** What the time of day is called, here and there. */
const clockNames = /time|hour|clock|zeit|uhr|heure|hora|\bora\b|tijd|\btid\b|klok/;

/** The rows with the clock behind the date, as a whole day's, and without the column it was in. */
export function withClock(
  rows: readonly Row[],
  named: readonly string[],
  timeCol: string | undefined,
  notes: string[],
): readonly Row[] {
  const head = rows[0]?.fields ?? [];
  const columns = Array.from(head, (_, i) => i);
  const holds = (i: number, form: RegExp): boolean => {
    const cells = rows.slice(1).map(({ fields }) => (fields[i] ?? "").trim());
    const some = cells.filter((cell) => !isMissing(cell));
    return some.length > 0 && some.every((cell) => form.test(cell));
  };
  const nameOf = (i: number): string => head[i]!.trim();
  const clocks = columns.filter(
    (i) => clockNames.test(withoutUnit(nameOf(i))) && !named.includes(nameOf(i)) && holds(i, clock),
  );
  const dates = columns.filter(
    (i) => (timeCol === undefined || nameOf(i) === timeCol) && !clocks.includes(i) && holds(i, date),
  );
  const [[day, ...otherDates], [hour, ...otherClocks]] = [dates, clocks];
  if (day === undefined || hour === undefined || otherDates.length + otherClocks.length > 0) return rows;
  const count = (...of: number[]): number =>
    new Set(rows.slice(1).map(({ fields }) => of.map((i) => (fields[i] ?? "").trim()).join(" "))).size;
  if (count(day, hour) === count(day)) return rows;
  notes.push(`The time is read from two columns, ${nameOf(day)} and ${nameOf(hour)}.`);
  const joined = (cell: string, of: string): string =>
    isMissing(cell) || isMissing(of) ? cell : `${cell.trim()} ${wholeDay(withColons(of.trim()))}`;
  return rows.map((row, at) => ({
    ...row,
    fields: row.fields.flatMap((cell, i) =>
      i === hour ? [] : i === day && at > 0 ? joined(cell, row.fields[hour] ?? "") : cell,
    ),
  }));
}

/** 18.00.00, as Italy writes it. */
function withColons(cell: string): string {
  return /^\d{1,2}\.\d{2}\.\d{2}$/.test(cell) ? cell.replaceAll(".", ":") : cell;
}
