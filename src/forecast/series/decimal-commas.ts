/** Numbers as much of Europe writes them, 1,5 for one and a half, become numbers with a point before they are read. */
import { WindageError } from "../../error.ts";
import { guessDecimal } from "../../landscape/assay/measured-value.ts";
import { looksNumeric } from "../../landscape/text/parse-decimal.ts";
import { isMissing } from "./table-row.ts";
import type { Row } from "./table-row.ts";

const withComma = /^[-+]?\d*,\d+(?:[eE][-+]?\d+)?$/;

/** The point of 1.234 separates thousands where commas are decimal, or it is a fraction that somebody wrote with a point. */
const withThousands = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/;

/**
 * Rows with points in the columns that have commas, and for each of these an example. A column whose commas may just as
 * well separate thousands stays as it is, and is refused later.
 */
export function withPoints<R extends Row>(
  rows: readonly R[],
  notes: string[],
): { readonly rows: readonly R[]; readonly commas: ReadonlyMap<number, string> } {
  const width = rows[0]?.fields.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => i).filter((i) => hasCommas(rows, i));
  const exampleOf = (column: number): string =>
    rows.map(({ fields }) => (fields[column] ?? "").trim()).find((cell) => withComma.test(cell))!;
  const commas = new Map(columns.map((column) => [column, exampleOf(column)]));
  if (columns.length === 0) return { rows, commas };
  const example = commas.get(columns[0]!)!;
  notes.push(`Decimal commas: ${example} is read as ${example.replace(",", ".")}.`);
  const withPoint = (cell: string, i: number): string =>
    commas.has(i) && withComma.test(cell.trim()) ? cell.replace(",", ".") : cell;
  return { rows: rows.map((row) => ({ ...row, fields: row.fields.map(withPoint) })), commas };
}

/**
 * Refuses 1.234 in a column that has decimal commas: as a fraction it would be a thousandth of what is meant. The rows are
 * those of the file, with their commas.
 */
export function refuseThousands(
  rows: readonly Row[],
  column: number,
  name: string,
  example: string | undefined,
  file: string,
): void {
  if (example === undefined) return;
  const odd = rows.find(({ fields }) => withThousands.test((fields[column] ?? "").trim()));
  if (!odd) return;
  const got = odd.fields[column]!.trim();
  throw new WindageError(
    "forecast/bad-file",
    `${file}, line ${odd.line}: column ${JSON.stringify(name)}: got ${JSON.stringify(got)} in a column with decimal commas such as ${example}, expected a number without thousands marks; write ${got.replaceAll(".", "")}, or ${got.replace(".", ",")} if a fraction is meant.`,
  );
}

/** Whether at least half of a column, its name included, are numbers, and their commas no thousands. */
function hasCommas(rows: readonly Row[], column: number): boolean {
  const cells = rows.map(({ fields }) => (fields[column] ?? "").trim()).filter((cell) => !isMissing(cell));
  const commas = cells.filter((cell) => withComma.test(cell));
  if (commas.length === 0) return false;
  const numbers = cells.filter((cell) => withComma.test(cell) || looksNumeric(cell));
  return 2 * numbers.length >= cells.length && guessDecimal(commas) === "comma";
}
