/**
 * Results that name designs instead of spelling them: by what they were called in the order (`r1-001`), by wells with or
 * without a plate, or as the grid that plate readers write. The table comes out with a column of sequences in front, line
 * by line as it was, so that whatever is wrong further on is told with its line.
 */
import { WindageError } from "../../error.ts";
import { mutationName, sequenceName } from "../../landscape/assay/column-names.ts";
import { guessDelimiter } from "../../landscape/assay/delimiter.ts";
import type { Delimiter } from "../../landscape/assay/assay.ts";
import { parseCsv } from "../../landscape/text/parse-csv.ts";
import { quoteSequence } from "../../landscape/text/quote-sequence.ts";
import type { Well } from "./lay-plates.ts";

/** An order as far as names go. */
export interface NamedOrder {
  readonly round: number;
  readonly sequences: readonly string[];
  readonly wells: readonly Well[];
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const designName = /^\s*r(\d{1,5})\s*[-_ ]\s*(\d{1,6})\s*$/i;
const wellOf = /^\s*([A-P]|A[A-F])\s*0*(\d{1,2})\s*$/i;
const plateName = /plate/i;
const parentName = /^\s*(?:_?wt|wild[ _-]?type|parent(?:al)?)\s*$/i;

/** The table with sequences, and what separates its columns; undefined where it names no design. */
export function withSequences(
  text: string,
  orders: readonly NamedOrder[],
  { parent, delimiter }: { readonly parent?: string | undefined; readonly delimiter?: Delimiter | undefined },
  file: string,
): string | undefined {
  if (orders.length === 0) return undefined;
  const rows = parseCsv(text, delimiter ?? guessDelimiter(text) ?? ",").flatMap((row): readonly Row[] =>
    "fields" in row ? [{ line: row.line, cells: row.fields.map((cell) => cell.trim()) }] : [],
  );
  const named =
    byName(rows, orders, parent, file) ?? byWell(rows, orders, parent, file) ?? byGrid(rows, orders, parent);
  if (named === undefined) return undefined;
  const lines: string[] = [];
  for (const { line, cells } of named) {
    while (lines.length < line - 1) lines.push("");
    lines.push(cells.map((cell) => cell.replaceAll(/[\t\n\r"]/g, " ")).join("\t"));
  }
  return `${lines.join("\n")}\n`;
}

/** The column in which nearly all cells, from the first on that is one, are as `test` says, with that first row. */
function columnOf(
  rows: readonly Row[],
  test: (cell: string) => boolean,
): { readonly column: number; readonly first: number } | undefined {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (let column = 0; column < width; column++) {
    const first = rows.findIndex(({ cells }) => test(cells[column] ?? ""));
    if (first < 0) continue;
    const below = rows
      .slice(first)
      .map(({ cells }) => cells[column] ?? "")
      .filter((cell) => cell !== "");
    if (below.filter(test).length >= 0.5 * below.length) return { column, first };
  }
  return undefined;
}

/** The rows of a table that begins with row `first`, with a sequence in front and without some columns. */
function rewritten(
  rows: readonly Row[],
  first: number,
  without: ReadonlySet<number>,
  sequenceOf: (row: Row) => string,
): readonly Row[] | undefined {
  const header = rows[first - 1];
  // Sequences or mutations beside the names are what is read.
  const spelled = header?.cells.some(
    (cell, i) => !without.has(i) && (sequenceName.test(cell) || mutationName.test(cell)),
  );
  if (spelled === true) return undefined;
  const kept = (cells: readonly string[]): readonly string[] => cells.filter((_, i) => !without.has(i));
  return [
    ...(header === undefined ? [] : [{ line: header.line, cells: ["sequence", ...kept(header.cells)] }]),
    ...rows.slice(first).map((row) => ({ line: row.line, cells: [sequenceOf(row), ...kept(row.cells)] })),
  ];
}

function byName(
  rows: readonly Row[],
  orders: readonly NamedOrder[],
  parent: string | undefined,
  file: string,
): readonly Row[] | undefined {
  const found = columnOf(rows, (cell) => designName.test(cell));
  if (found === undefined) return undefined;
  const { column, first } = found;
  const wells = columnsLike(rows, first, column);
  return rewritten(rows, first, new Set([column, ...wells]), ({ line, cells }) => {
    const cell = cells[column] ?? "";
    const name = designName.exec(cell);
    if (name === null) return parentName.test(cell) ? (parent ?? "") : "";
    const order = orders.find(({ round }) => round === Number(name[1]));
    const sequence = order?.sequences[Number(name[2]) - 1];
    if (sequence !== undefined) return sequence;
    throw new WindageError(
      "design/unknown-name",
      `${file}:${line}: got ${quoteSequence(cell)}, expected ${
        order === undefined
          ? `a design of order ${orders.map(({ round }) => round).join(", ")}`
          : `one of r${order.round}-001 to r${order.round}-${String(order.sequences.length).padStart(3, "0")}`
      }`,
    );
  });
}

/** Columns of plates and wells beside names, which say nothing more. */
function columnsLike(rows: readonly Row[], first: number, name: number): readonly number[] {
  const header = rows[first - 1]?.cells ?? [];
  return header.flatMap((cell, i) => (i !== name && /^(?:plate|well)\b/i.test(cell) ? [i] : []));
}

/** The last order that was laid out: who names wells means its plates. */
function laidOut(orders: readonly NamedOrder[]): NamedOrder | undefined {
  return orders.findLast(({ wells }) => wells.length > 0);
}

function wellKey(plate: number, cell: string): string {
  const [, letters = "", number = ""] = wellOf.exec(cell) ?? [];
  return `${plate} ${letters.toUpperCase()}${Number(number)}`;
}

function wellsOf({ sequences, wells }: NamedOrder, parent: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    wells.map(({ plate, well, holds }) => [
      wellKey(plate, well),
      typeof holds === "number" ? sequences[holds]! : parentName.test(holds) ? (parent ?? "") : "",
    ]),
  );
}

function byWell(
  rows: readonly Row[],
  orders: readonly NamedOrder[],
  parent: string | undefined,
  file: string,
): readonly Row[] | undefined {
  const order = laidOut(orders);
  const found = columnOf(rows, (cell) => wellOf.test(cell));
  if (order === undefined || found === undefined) return undefined;
  const { column, first } = found;
  const held = wellsOf(order, parent);
  const plates = order.wells.reduce((most, { plate }) => Math.max(most, plate), 0);
  const header = rows[first - 1]?.cells ?? [];
  const plateColumn = header.findIndex((cell) => plateName.test(cell));
  return rewritten(rows, first, new Set([column, plateColumn]), ({ line, cells }) => {
    const cell = cells[column] ?? "";
    if (!wellOf.test(cell)) return "";
    const plate =
      plateColumn < 0 ? (plates === 1 ? 1 : NaN) : Number(/(\d+)\D*$/.exec(cells[plateColumn] ?? "")?.[1]);
    if (Number.isInteger(plate) && plate >= 1 && plate <= plates) return held.get(wellKey(plate, cell)) ?? "";
    throw new WindageError(
      "design/unknown-well",
      `${file}:${line}: got well ${cell} ${plateColumn < 0 ? `without a plate, and order ${order.round} has ${plates}` : `of plate ${quoteSequence(cells[plateColumn] ?? "")}`}, expected a column "plate" with numbers from 1 to ${plates}`,
    );
  });
}

/** Grids as readers write them: a line of column numbers, then lines that begin with the letter of a row. */
function byGrid(
  rows: readonly Row[],
  orders: readonly NamedOrder[],
  parent: string | undefined,
): readonly Row[] | undefined {
  const order = laidOut(orders);
  if (order === undefined) return undefined;
  const held = wellsOf(order, parent);
  const table: Row[] = [];
  let plate = 0;
  let columns: readonly number[] = [];
  for (const { cells } of rows) {
    const numbers = cells.map((cell) => (/^\d{1,2}$/.test(cell) ? Number(cell) : 0));
    const from = numbers.indexOf(1);
    if (
      from >= 0 &&
      numbers[from + 1] === 2 &&
      numbers[from + 2] === 3 &&
      cells.slice(0, from).every((cell) => !wellOf.test(`${cell}1`))
    ) {
      columns = numbers;
      plate++;
      continue;
    }
    const at = cells.findIndex((cell) => /^(?:[A-P]|A[A-F])$/.test(cell));
    if (plate === 0 || at < 0) continue;
    for (const [i, value] of cells.entries()) {
      if (i <= at || (columns[i] ?? 0) < 1 || value === "") continue;
      const sequence = held.get(wellKey(plate, `${cells[at]}${columns[i]}`)) ?? "";
      if (sequence !== "") table.push({ line: table.length + 2, cells: [sequence, value] });
    }
  }
  return table.length === 0 ? undefined : [{ line: 1, cells: ["sequence", "value"] }, ...table];
}
