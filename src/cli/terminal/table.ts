/**
 * Tables for a terminal: aligned columns under a light rule. Cells are finished strings, so whoever builds the
 * table decides how numbers are rounded; this file only measures and pads, and sets what does not fit below.
 */

import { clipMiddle } from "./printable.ts";
import { visibleLength } from "./style.ts";
import { wrapText } from "./wrap.ts";

/** One column; numbers read best aligned to the right. */
export interface TableColumn {
  readonly header: string;
  readonly align: "left" | "right";
}

/** A column that may be left out; those of high rank go first, that of rank 0 never. */
export interface RankedColumn extends TableColumn {
  readonly rank: number;
}

const gap = "  ";

function pad(cell: string, width: number, align: TableColumn["align"]): string {
  const space = " ".repeat(width - visibleLength(cell));
  return align === "left" ? cell + space : space + cell;
}

/** The width of a column; rows may be more than a call takes arguments. */
function widthOf(header: string, rows: readonly (readonly string[])[], index: number): number {
  return rows.reduce((most, row) => Math.max(most, visibleLength(row[index] ?? "")), visibleLength(header));
}

/**
 * Wraps the last, undecorated cell of each row into further rows so that the table fits a terminal; not without a width.
 * A word that is longer than the room, such as a path, loses its middle.
 */
export function fitLastColumn(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): readonly (readonly string[])[] {
  if (width === undefined) return rows;
  const last = columns.length - 1;
  let room = width;
  for (const [index, { header }] of columns.slice(0, last).entries()) {
    room -= widthOf(header, rows, index) + gap.length;
  }
  room = Math.max(room, 12);
  return rows.flatMap((row) => {
    const words = (row[last] ?? "").split(/\s+/).map((word) => clipMiddle(word, room));
    const [first = "", ...more] = wrapText(words.join(" "), room, 0).split("\n");
    return [row.with(last, first), ...more.map((line) => row.map((_, i) => (i === last ? line : "")))];
  });
}

/** A table without some of its columns. */
interface FittedTable {
  readonly columns: readonly RankedColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Headers of columns with content that there was no room for. */
  readonly leftOut: readonly string[];
}

/** Leaves out columns without any content, and then, by rank, those that a terminal has no room for. */
export function fitColumns(
  columns: readonly RankedColumn[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): FittedTable {
  const sized = columns.map((column, index) => ({
    ...column,
    index,
    size: widthOf(column.header, rows, index),
  }));
  const filled = sized.filter(
    ({ rank, index }) => rank === 0 || rows.some((row) => (row[index] ?? "") !== ""),
  );
  let kept = filled;
  const total = (): number => kept.reduce((sum, { size }) => sum + size + gap.length, -gap.length);
  while (total() > width && kept.some(({ rank }) => rank > 0)) {
    const highest = Math.max(...kept.map(({ rank }) => rank));
    kept = kept.filter(({ rank }) => rank !== highest);
  }
  return {
    columns: kept,
    rows: rows.map((row) => kept.map(({ index }) => row[index] ?? "")),
    leftOut: filled.filter((column) => !kept.includes(column)).map(({ header }) => header),
  };
}

/**
 * Renders rows under headers, without a final line break; missing cells are empty. Columns that `width` has no room for
 * follow in further tables below, each with the first column again.
 */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  decorateHeader: (text: string) => string = (text) => text,
  width = Number.POSITIVE_INFINITY,
): string {
  const widths = columns.map(({ header }, index) => widthOf(header, rows, index));
  const render = (shown: readonly number[]): string => {
    const line = (cells: readonly string[]): string =>
      shown
        .map((index) => pad(cells[index] ?? "", widths[index]!, columns[index]!.align))
        .join(gap)
        .trimEnd();
    return [
      line(columns.map((column) => decorateHeader(column.header))),
      shown.map((index) => "─".repeat(widths[index]!)).join(gap),
      ...rows.map((row) => line(row)),
    ].join("\n");
  };
  return columnsPerTable(widths, width).map(render).join("\n\n");
}

/** Which columns stand side by side; the first one always does. */
function columnsPerTable(widths: readonly number[], width: number): readonly (readonly number[])[] {
  const tables: number[][] = [[0]];
  let used = widths[0] ?? 0;
  for (const [index, size] of widths.entries()) {
    if (index === 0) continue;
    used += gap.length + size;
    if (used > width && tables.at(-1)!.length > 1) {
      tables.push([0]);
      used = widths[0]! + gap.length + size;
    }
    tables.at(-1)!.push(index);
  }
  return tables;
}
