/** Tables of facts about rows, in which columns that matter less give way where a terminal has no room for them. */
import type { TerminalStyle } from "./style.ts";
import { fitColumns, renderTable, type RankedColumn } from "./table.ts";
import { wrapText } from "./wrap.ts";

/** A column with what it shows of a row. */
export interface Fact<Row> extends RankedColumn {
  readonly cell: (row: Row, index: number) => string;
}

/** A remark on columns that a terminal had no room for; none where there was. */
export function leftOutForWidth(
  headers: readonly string[],
  style: TerminalStyle,
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  return headers.length === 0
    ? []
    : [style.dim(wrapText(`Left out for width: ${headers.join(", ")}.`, width, 0))];
}

/** A table without the columns it has no room for, and their names below it. */
export function fittingTable<Row>(
  facts: readonly Fact<Row>[],
  rows: readonly Row[],
  style: TerminalStyle,
  width: number | undefined,
): string {
  const cells = rows.map((row, i) => facts.map(({ cell }) => cell(row, i)));
  const fitted = fitColumns(facts, cells, width);
  const table = renderTable(fitted.columns, fitted.rows, style.dim, width);
  return [table, ...leftOutForWidth(fitted.leftOut, style, width)].join("\n");
}
