/** What separates the columns of a table: the sign that cuts nearly all of its lines into the same number of cells. */
import { parseCsv } from "../text/parse-csv.ts";
import type { Delimiter } from "./assay.ts";
import { readVariant } from "./mutation-text.ts";

const delimiters: readonly Delimiter[] = [",", ";", "\t"];
const looked = 50;

/** The delimiter of the first lines, or of the last where those are not yet the table. */
export function guessDelimiter(text: string): Delimiter | undefined {
  const lines = text.trimEnd().split("\n");
  return steadyDelimiter(lines.slice(0, looked)) ?? steadyDelimiter(lines.slice(-looked));
}

/** The delimiter that cuts lines into the most columns, the same number in nearly all of them. */
function steadyDelimiter(lines: readonly string[]): Delimiter | undefined {
  const start = lines.join("\n");
  let best: Delimiter | undefined;
  let most = 1;
  for (const delimiter of delimiters) {
    const rows = parseCsv(start, delimiter).flatMap((row) => ("fields" in row ? [row.fields] : []));
    // As they are, since the last columns may be empty here and there; or without cells that were only appended.
    const usual = steadyWidth(rows) ?? steadyWidth(rows.map(trimmed)) ?? 1;
    if (best === "," && delimiter === ";" && isInsideVariants(start)) continue;
    // A comma that is a decimal mark also cuts steadily; a semicolon or tab that does the same is the real one.
    if (usual > 1 && (usual > most || delimiter !== ",")) {
      best = delimiter;
      most = usual;
    }
  }
  return best;
}

/** Whether semicolons stand between mutations of one cell, "V39A;D40W", in a table with commas. */
function isInsideVariants(start: string): boolean {
  const rows = parseCsv(start, ",").flatMap((row) => ("fields" in row ? [row.fields] : []));
  const cells = rows.flat().filter((cell) => cell.includes(";"));
  return cells.length > 0 && cells.every((cell) => readVariant(cell) !== undefined);
}

/** The number of cells that nearly all rows have. */
function steadyWidth(rows: readonly (readonly string[])[]): number | undefined {
  const widths = rows.map(({ length }) => length);
  const usual = mostFrequent(widths);
  return widths.filter((width) => width === usual).length >= 0.8 * widths.length ? usual : undefined;
}

/** A row without the empty cells that spreadsheets append. */
export function trimmed(fields: readonly string[]): readonly string[] {
  return fields.slice(0, fields.findLastIndex((cell) => cell.trim() !== "") + 1);
}

/** The value that occurs most often, the first of several. */
export function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = 0;
  for (const [value, count] of counts) if (count > (counts.get(best) ?? 0)) best = value;
  return best;
}
