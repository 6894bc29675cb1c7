/**
 * Where a table begins: many programs write a few lines about the data above the names of its columns, and a line of units
 * below them. Both are left out and told. Where it is not plain that they are there, the first line is the header.
 */
import { isMissing } from "./table-row.ts";
import type { Row } from "./table-row.ts";
import { parseTime } from "./parse-time.ts";

/** Nobody writes more lines than this above a table. */
const mostLines = 200;
/** Rows below a header by which it is known that their columns hold numbers. */
const looked = 10;

/** Tabs and semicolons separate columns as well as commas do: the mark that stands equally often in the most lines. */
export function delimiterOf(text: string): string {
  const lines = text.split(/\r\n?|\n/, mostLines).filter((line) => line !== "");
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

/** The header and the rows below it. */
export function tableOf<R extends Row>(rows: readonly R[], notes: string[]): readonly R[] {
  const width = commonWidth(rows);
  const last = Math.min(rows.length - 1, mostLines);
  for (let at = 0; at < last; at++) {
    const isHead = at === 0 ? rows[0]!.fields.length === width : isNames(rows[at]!, width);
    if (!isHead || !numbersFollow(rows, at, width)) continue;
    if (at === 1 && isNames(rows[0]!, width)) {
      notes.push(`Line ${rows[1]!.line} holds no numbers (units?); left out.`);
      return [rows[0]!, ...rows.slice(2)];
    }
    if (at > 0) {
      const until = rows[at]!.line - 1;
      notes.push(
        until === 1
          ? "Line 1 is above the names of the columns; left out."
          : `Lines 1 to ${until} are above the names of the columns; left out.`,
      );
    }
    return rows.slice(at);
  }
  return rows;
}

/** How many fields most rows have. */
function commonWidth(rows: readonly Row[]): number {
  const often = new Map<number, number>();
  for (const { fields } of rows) often.set(fields.length, (often.get(fields.length) ?? 0) + 1);
  return [...often].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}

/** A mistyped number or a date is no name, and neither is a missing value; an index column may have none. */
function isNames({ fields }: Row, width: number): boolean {
  const isName = (field: string): boolean =>
    !isMissing(field) && !/^[-+.,\d]/.test(field.trim()) && parseTime(field) === undefined;
  return fields.length === width && fields.every((field, i) => isName(field) || (i === 0 && field === ""));
}

/** Whether some column has a number in the next row, and numbers or nothing in nearly all of the next few. */
function numbersFollow(rows: readonly Row[], at: number, width: number): boolean {
  const next = rows.slice(at + 1, at + 1 + looked);
  const isNumber = (field = ""): boolean =>
    !isMissing(field) && Number.isFinite(Number(field.replace(",", ".")));
  const fits = ({ fields }: Row, i: number): boolean =>
    fields.length === width && (isMissing(fields[i]!) || isNumber(fields[i]));
  return Array.from({ length: width }, (_, i) => i).some(
    (i) => isNumber(next[0]!.fields[i]) && 5 * next.filter((row) => fits(row, i)).length >= 4 * next.length,
  );
}
