/** The tables of a comparison for a terminal: the best values bold, verdicts in colour where there is any. */
import { tableBlocks, type TableOptions } from "../../comparison/table-blocks.ts";
import type { Comparison } from "../../comparison/summarise.ts";
import { leftOutForWidth } from "../terminal/fitting-table.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";
import { wrapText } from "../terminal/wrap.ts";

/** One table per noise level and what the marks mean; 120 columns when the width is not known. */
export function compareText(
  comparison: Comparison,
  style: TerminalStyle,
  width = 120,
  options: Pick<TableOptions, "primary" | "ownNoise"> = {},
): string {
  const {
    blocks,
    remarks: said,
    leftOut,
    notes,
  } = tableBlocks(comparison, {
    ...options,
    width,
    label: printableLine,
  });
  const tables = blocks.map(({ title, headers, rows }) => {
    const columns = headers.map((header) => ({ header, align: "right" as const }));
    const lines = rows.map(({ kind, label, cells }) => [
      kind === "limit" ? style.dim(label) : label,
      ...cells.map(({ text, best, verdict }) => {
        // An empty cell stays bare: decorated, it would keep the spaces at the end of its line.
        if (text === "") return text;
        if (best) return style.bold(`${text} *`);
        if (verdict === "better") return style.good(text);
        if (verdict === "worse") return style.bad(text);
        return kind === "limit" || verdict === "unclear" ? style.dim(text) : text;
      }),
    ]);
    const table = renderTable([{ header: "method", align: "left" }, ...columns], lines, style.dim);
    return `${style.bold(title)}\n${table}`;
  });
  const remarks = [
    ...[...notes, ...said.map(({ lead, items }) => `${lead}: ${items.join("; ")}.`)].map((note) =>
      style.dim(wrapText(note, width, 0)),
    ),
    ...leftOutForWidth(leftOut, style, width),
  ];
  return [...tables, remarks.join("\n")].join("\n\n");
}
