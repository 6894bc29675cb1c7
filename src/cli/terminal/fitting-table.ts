/** Tables of facts about rows, in which columns that matter less give way where a terminal has no room for them. */
import type { TerminalStyle } from "./style.ts";
import { fitColumns, renderTable, type RankedColumn } from "./table.ts";

/** A column with what it shows of a row. */
export interface Fact<Row> extends RankedColumn {
  readonly cell: (row: Row, index: number) => string;
}

/** A table without the columns it has no room for. */
export function fittingTable<Row>(
  facts: readonly Fact<Row>[],
  rows: readonly Row[],
  style: TerminalStyle,
  width: number | undefined,
): string {
  const cells = rows.map((row, i) => facts.map(({ cell }) => cell(row, i)));
  const fitted = fitColumns(facts, cells, width);
  return renderTable(fitted.columns, fitted.rows, style.dim, width);
}
