/**
 * Tables for a terminal: aligned columns under a light rule. Cells are finished strings, so whoever builds the
 * table decides how numbers are rounded; this file only measures and pads.
 */

import { clip } from "./printable.ts";
import { visibleLength } from "./style.ts";

/** One column; numbers read best aligned to the right. */
export interface TableColumn {
  readonly header: string;
  readonly align: "left" | "right";
}

const gap = "  ";

function pad(cell: string, width: number, align: TableColumn["align"]): string {
  const space = " ".repeat(width - visibleLength(cell));
  return align === "left" ? cell + space : space + cell;
}

/** Shortens the last, undecorated cell of each row so that the table fits a terminal; not without a width. */
export function fitLastColumn(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): readonly (readonly string[])[] {
  if (width === undefined) return rows;
  const last = columns.length - 1;
  let room = width;
  for (const [index, { header }] of columns.slice(0, last).entries()) {
    const cells = rows.map((row) => visibleLength(row[index] ?? ""));
    room -= Math.max(visibleLength(header), ...cells) + gap.length;
  }
  return rows.map((row) => row.with(last, clip(row[last] ?? "", Math.max(room, 12))));
}

/** Renders rows under headers, without a final line break; missing cells are empty. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  decorateHeader: (text: string) => string = (text) => text,
): string {
  const widths = columns.map((column, index) =>
    Math.max(visibleLength(column.header), ...rows.map((row) => visibleLength(row[index] ?? ""))),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, index) => pad(cells[index] ?? "", widths[index] ?? 0, column.align))
      .join(gap)
      .trimEnd();
  return [
    line(columns.map((column) => decorateHeader(column.header))),
    widths.map((width) => "─".repeat(width)).join(gap),
    ...rows.map((row) => line(row)),
  ].join("\n");
}
