/** How well models predict rows they have not seen, side by side, and the figure by which one of them was chosen. */
import type { ModelReport } from "../../design/index.ts";
import { type Fact, fittingTable } from "../terminal/fitting-table.ts";
import { percent } from "../terminal/number.ts";
import { clip } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";

/** Models side by side, the one in use marked. */
export function modelTable(
  models: readonly ModelReport[],
  chosen: number,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const settings = width === undefined ? undefined : Math.max(20, width - 88);
  const columns: readonly Fact<ModelReport>[] = [
    { header: "", align: "left", rank: 0, cell: (_, i) => (i === chosen ? style.good("→") : "") },
    { header: "model", align: "left", rank: 0, cell: ({ name }) => name },
    { header: "correlation", align: "right", rank: 0, cell: ({ spearman }) => spearman.toFixed(3) },
    {
      header: "error",
      align: "right",
      rank: 1,
      cell: ({ rmse }) => String(Number(rmse.toPrecision(3))),
    },
    { header: "80 % holds", align: "right", rank: 2, cell: ({ coverage }) => percent(coverage) },
    { header: "settings", align: "left", rank: 3, cell: (model) => clip(model.settings, settings) },
  ];
  return fittingTable(columns, models, style, width);
}
