/** Rows of a table as they are read, and what can be said of their cells before it is known what they are. */
import { looksNumeric } from "../../landscape/text/parse-decimal.ts";

export interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

/** What a column to forecast is called elsewhere. */
export const targetNames = ["y", "target", "value"];

/** What a column of times is called elsewhere. */
export const timeNames = [
  "ds",
  "timestamp",
  "date",
  "datetime",
  "time",
  "month",
  "day",
  "week",
  "year",
  "hour",
];

/** A date with marks between its parts, whichever comes first. */
export const isMarkedDate = (text: string): boolean => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/.test(text.trim());

/** A column's name in small letters, without a unit behind it: `Time [s]` is a time. */
export function withoutUnit(name: string): string {
  return name.replace(/\s*[[(].*$/, "").toLowerCase();
}

/** Whether more than half of the rows are so. */
export function mostly(rows: readonly Row[], holds: (row: Row) => boolean): boolean {
  return 2 * rows.filter(holds).length > rows.length;
}

/** Words that mean "not measured". */
const missing = new Set(["", "na", "nan", "null", "none", "-", "n/a", "?"]);

export const isMissing = (text: string): boolean => missing.has(text.trim().toLowerCase());

/** A row of nothing but marks between columns. */
export const isEmpty = ({ fields }: Row): boolean => fields.every((field) => field.trim() === "");

/** A cell that is neither a number nor missing. */
export function isWord(field = ""): boolean {
  return !isMissing(field) && !looksNumeric(field);
}
