/** Numbers as much of Europe writes them, 1,5 for one and a half, become numbers with a point before they are read. */
import { guessDecimal } from "../../landscape/assay/measured-value.ts";
import { isMissing } from "./table-row.ts";
import type { Row } from "./table-row.ts";

const withComma = /^[-+]?\d*,\d+(?:[eE][-+]?\d+)?$/;

/**
 * Rows with points in the columns that have commas. A column whose commas may just as well separate thousands
 * stays as it is, and is refused later.
 */
export function withPoints<R extends Row>(rows: readonly R[], notes: string[]): readonly R[] {
  const width = rows[0]?.fields.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => i).filter((i) => hasCommas(rows, i));
  if (columns.length === 0) return rows;
  const written = new Set(columns);
  const example = rows.map(({ fields }) => fields[columns[0]!]!.trim()).find((cell) => withComma.test(cell))!;
  notes.push(`Decimal commas: ${example} is read as ${example.replace(",", ".")}.`);
  const withPoint = (cell: string, i: number): string =>
    written.has(i) && withComma.test(cell.trim()) ? cell.replace(",", ".") : cell;
  return rows.map((row) => ({ ...row, fields: row.fields.map(withPoint) }));
}

/** Whether at least half of a column, its name included, are numbers, and their commas no thousands. */
function hasCommas(rows: readonly Row[], column: number): boolean {
  const cells = rows.map(({ fields }) => (fields[column] ?? "").trim()).filter((cell) => !isMissing(cell));
  const commas = cells.filter((cell) => withComma.test(cell));
  if (commas.length === 0) return false;
  const numbers = cells.filter((cell) => withComma.test(cell) || Number.isFinite(Number(cell)));
  return 2 * numbers.length >= cells.length && guessDecimal(commas) === "comma";
}
