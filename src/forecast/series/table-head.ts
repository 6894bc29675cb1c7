/**
 * Where a table begins: many programs write a few lines about the data above the names of its columns, and a line of units
 * below them. Both are left out and told. Where it is not plain that they are there, the first line is the header.
 */
import { looksNumeric } from "../../landscape/text/parse-decimal.ts";
import { isMarkedDate, isMissing, targetNames, timeNames, withoutUnit } from "./table-row.ts";
import type { Row } from "./table-row.ts";
import { parseTime } from "./parse-time.ts";

/** Nobody writes more lines than this above a table; by them it is seen what separates its columns. */
export const headLines = 200;
/** Rows below a header by which it is known that their columns hold numbers. */
const looked = 10;
const usualNames = new Set([...timeNames, ...targetNames]);

/** Tabs and semicolons separate columns as well as commas do: the mark that stands equally often in the most lines. */
export function delimiterOf(text: string): string {
  const lines = text.split(/\r\n?|\n/, headLines).filter((line) => line !== "");
  const alike = (mark: string): number => {
    const often = new Map<number, number>();
    for (const line of lines) {
      const marks = line.split(mark).length - 1;
      if (marks > 0) often.set(marks, (often.get(marks) ?? 0) + 1);
    }
    return Math.max(0, ...often.values());
  };
  // Commas stand as often as semicolons where they are those of numbers and of a name such as "Load, kWh".
  return ["\t", ";", ","].reduce((best, mark) => (alike(mark) > alike(best) ? mark : best));
}

/** The header and the rows below it; `wished` are names that it is said to have. */
export function tableOf<R extends Row>(
  rows: readonly R[],
  notes: string[],
  wished: readonly string[] = [],
): readonly R[] {
  const width = commonWidth(rows);
  const last = Math.min(rows.length - 1, headLines);
  for (let at = 0; at < last; at++) {
    const isHead =
      at === 0 ? rows[0]!.fields.length === width : isNames(rows[at]!, width) || isUndated(rows, at, width);
    if (!isHead || !numbersFollow(rows, at, width)) continue;
    const hasUnits = at > 0 && isNames(rows[at - 1]!, width) && isUnits(rows, at, wished);
    const head = hasUnits ? at - 1 : at;
    if (head > 0) {
      const until = rows[head]!.line - 1;
      notes.push(
        until === 1
          ? "Line 1 is above the names of the columns; left out."
          : `Lines 1 to ${until} are above the names of the columns; left out.`,
      );
    }
    if (hasUnits) notes.push(`Line ${rows[at]!.line} holds no numbers (units?); left out.`);
    return [rows[head]!, ...rows.slice(at + 1)];
  }
  return rows;
}

/** Whether a line below one that may be names holds units, and is not the names below a line about the data. */
function isUnits(rows: readonly Row[], at: number, wished: readonly string[]): boolean {
  const names = new Set(wished);
  const isKnown = ({ fields }: Row): boolean =>
    fields.some((field) => names.has(field.trim()) || usualNames.has(withoutUnit(field.trim())));
  const [above, below] = [rows[at - 1]!, rows[at]!];
  if (isKnown(above) !== isKnown(below)) return isKnown(above);
  // Units are missing where there are none; above a table there are seldom other lines as wide as it is.
  return at === 1 || (below.fields.some(isMissing) && !above.fields.some(isMissing));
}

/** Whether a row below names has words, but no date where all of the next few have one: it is no row of data. */
function isUndated(rows: readonly Row[], at: number, width: number): boolean {
  const { fields } = rows[at]!;
  const next = rows.slice(at + 1, at + 1 + looked);
  return (
    fields.length === width &&
    isNames(rows[at - 1]!, width) &&
    fields.every((field) => isMissing(field) || isName(field)) &&
    fields.some((field) => !isMissing(field)) &&
    fields.some((_, i) => next.every((row) => isMarkedDate(row.fields[i] ?? "")))
  );
}

/** How many fields most rows have. */
function commonWidth(rows: readonly Row[]): number {
  const often = new Map<number, number>();
  for (const { fields } of rows) often.set(fields.length, (often.get(fields.length) ?? 0) + 1);
  return [...often].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

function isName(field: string): boolean {
  return !isMissing(field) && !/^[-+.,\d]/.test(field.trim()) && parseTime(field) === undefined;
}

/** A mistyped number or a date is no name, and neither is a missing value; an index column may have none. */
function isNames({ fields }: Row, width: number): boolean {
  return fields.length === width && fields.every((field, i) => isName(field) || (i === 0 && field === ""));
}

/**
 * Whether some column has a number in the next row, or nothing beside a date, and numbers or nothing in nearly all of the
 * next few.
 */
function numbersFollow(rows: readonly Row[], at: number, width: number): boolean {
  const next = rows.slice(at + 1, at + 1 + looked);
  const isNumber = (field = ""): boolean => !isMissing(field) && looksNumeric(field.replace(",", "."));
  const fits = ({ fields }: Row, i: number): boolean =>
    fields.length === width && (isMissing(fields[i]!) || isNumber(fields[i]));
  const isDated = next[0]!.fields.some(isMarkedDate);
  const begins = (i: number): boolean =>
    isNumber(next[0]!.fields[i]) ||
    (isDated && isMissing(next[0]!.fields[i] ?? "") && next.some(({ fields }) => isNumber(fields[i])));
  return Array.from({ length: width }, (_, i) => i).some(
    (i) => begins(i) && 5 * next.filter((row) => fits(row, i)).length >= 4 * next.length,
  );
}
