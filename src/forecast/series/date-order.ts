/**
 * Dates as people and spreadsheets write them, 1/15/2025 2:30 PM, 15.01.2025 or 15-Jan-25, become dates with the year first
 * before they are read. Which of two numbers is the day is seen in the whole column, where one of them passes 12; points are
 * written after days only. Where nothing tells, a column stays as it is, and is refused unless it is said.
 */
import { parseTime } from "./parse-time.ts";
import { isMissing } from "./table-row.ts";
import type { Row } from "./table-row.ts";

/** Which comes first in 03/04/2025. */
export type DateOrder = "day-first" | "month-first";

const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?\s+(\S.*))?$/;
const dayAndName = /^(\d{1,2})[-\s]([a-z]{3,9})\.?,?[-\s](\d{4}|\d{2})(?:,?\s+(\S.*))?$/i;
const nameAndDay = /^([a-z]{3,9})\.?\s(\d{1,2})(?:,\s?|\s)(\d{4})(?:,?\s+(\S.*))?$/i;
const halves = /^(\d{1,2})(:\d{2}(?::\d{2})?)?\s?([ap])\.?m\.?$/i;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Whether a cell is a date whose order of day and month has to be known. */
export const hasOrder = (cell: string): boolean => numbers.test(cell.trim());

/** The rows with dates that have their year first, and by column the order that was seen or said, where one was needed. */
export function withYearFirst(
  rows: readonly Row[],
  said: DateOrder | undefined,
  notes: string[],
): { readonly rows: readonly Row[]; readonly orders: ReadonlyMap<number, DateOrder> } {
  const width = rows[0]?.fields.length ?? 0;
  const readers = new Map<number, (cell: string) => string>();
  const orders = new Map<number, DateOrder>();
  for (let column = 0; column < width; column++) {
    const cells = rows.map(({ fields }) => (fields[column] ?? "").trim()).filter((cell) => !isMissing(cell));
    const dated = cells.filter((cell) => [numbers, dayAndName, nameAndDay].some((form) => form.test(cell)));
    if (dated.length === 0 || 2 * dated.length < cells.length) continue;
    const ordered = dated.filter(hasOrder);
    const order = ordered.length === 0 ? undefined : (said ?? orderOf(ordered));
    if (ordered.length > 0 && order === undefined) continue;
    readers.set(column, (cell) => yearFirst(cell.trim(), order) ?? cell);
    if (order === undefined) continue;
    orders.set(column, order);
    if (said === undefined) notes.push(orderNote(ordered, order));
  }
  if (readers.size === 0) return { rows, orders };
  const read = rows.map((row) => ({
    ...row,
    fields: row.fields.map((cell, i) => readers.get(i)?.(cell) ?? cell),
  }));
  return { rows: read, orders };
}

function orderOf(cells: readonly string[]): DateOrder | undefined {
  let [days, others] = [0, 0];
  for (const cell of cells) {
    const [, one, mark, two] = numbers.exec(cell)!;
    if (mark === "." || Number(one) > 12) days++;
    else if (Number(two) > 12) others++;
  }
  if (days === others) return undefined;
  return days > others ? "day-first" : "month-first";
}

/** With a date that shows it, if there is one. */
function orderNote(cells: readonly string[], order: DateOrder): string {
  const at = order === "day-first" ? 1 : 3;
  const example = cells.find((cell) => Number(numbers.exec(cell)![at]) > 12) ?? cells[0]!;
  return `Dates have the ${order === "day-first" ? "day" : "month"} first: ${example} is read as ${yearFirst(example, order) ?? example}.`;
}

/** Nothing where a cell is no such date, or no day of the calendar: it is told as it stands in the file. */
function yearFirst(cell: string, order: DateOrder | undefined): string | undefined {
  const ordered = numbers.exec(cell);
  if (ordered && order !== undefined) {
    const [, one, , two, year, clock] = ordered;
    const [day, month] = order === "day-first" ? [one, two] : [two, one];
    return joined(year!, Number(month), day!, clock);
  }
  const named = dayAndName.exec(cell);
  if (named) return joined(fullYear(named[3]!), monthOf(named[2]!), named[1]!, named[4]);
  const american = nameAndDay.exec(cell);
  return american ? joined(american[3]!, monthOf(american[1]!), american[2]!, american[4]) : undefined;
}

function joined(year: string, month: number, day: string, clock: string | undefined): string | undefined {
  const days = month > 12 || month === 0 ? 0 : new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  if (Number(day) > days) return undefined;
  const two = (number: number | string): string => String(number).padStart(2, "0");
  const text = `${year}-${two(month)}-${two(day)}${clock === undefined ? "" : ` ${wholeDay(clock)}`}`;
  return parseTime(text) ? text : undefined;
}

/** 1 to 12 by the first letters of an English name, 0 where it is none. */
function monthOf(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Two digits are a year around ours. */
function fullYear(year: string): string {
  return year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`;
}

/** 2:30 PM as 14:30; other clocks as they are. */
export function wholeDay(clock: string): string {
  const match = halves.exec(clock.trim());
  if (!match) return clock;
  const hour = (Number(match[1]) % 12) + (match[3]!.toLowerCase() === "p" ? 12 : 0);
  return Number(match[1]) > 12 ? clock : `${hour}${match[2] ?? ""}`;
}
