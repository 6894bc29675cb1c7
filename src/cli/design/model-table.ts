/** How well models predict rows they have not seen, side by side, and the figure by which one of them was chosen. */
import type { ModelReport } from "../../design/surrogate/surrogate.ts";
import { type Fact, fittingTable } from "../terminal/fitting-table.ts";
import { percent } from "../../number-words.ts";
import { clip } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { wrapText } from "../terminal/wrap.ts";

const whatDecides =
  "→ is used: the pool, unless a model has a clearly smaller top error. That is the error of scores stretched at their better end (where nearly all lie at a floor, of levels above it), so that to miss a good sequence counts for more than to miss a poor one: what is ordered is chosen among the best.";

/** What is left out of some data by how its name begins, and why (`src/design/surrogate/model-kinds.ts`). */
const costly: readonly (readonly [kind: string, reason: string])[] = [
  ["words with gaps", "sequences this short have none, or all rows together too many"],
  ["networks", "training them on sequences this long takes too long"],
  ["Gaussian process", "too slow with this many rows"],
];

function leftOut(models: readonly ModelReport[]): string {
  const missing = costly.filter(([kind]) => models.every(({ name }) => !name.startsWith(kind)));
  return missing.length === 0
    ? ""
    : ` Left out: ${missing.map(([kind, reason]) => `${kind} (${reason})`).join(", ")}.`;
}

/** Models side by side, the one in use marked, and a sentence on what decides. */
export function modelTable(
  models: readonly ModelReport[],
  chosen: number,
  log: boolean,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const error = log ? "error (log10)" : "error";
  const settings = width === undefined ? undefined : Math.max(20, width - 94 - error.length);
  const columns: readonly Fact<ModelReport>[] = [
    {
      // One column, so that the arrow and the name stand together in front of whatever a terminal shows below.
      header: "  model",
      align: "left",
      rank: 0,
      cell: ({ name }, i) => `${i === chosen ? style.good("→") : " "} ${name}`,
    },
    { header: "correlation", align: "right", rank: 0, cell: ({ spearman }) => spearman.toFixed(3) },
    {
      header: error,
      align: "right",
      rank: 1,
      cell: ({ rmse }) => String(Number(rmse.toPrecision(3))),
    },
    {
      header: "top error",
      align: "right",
      rank: 0,
      cell: ({ betterEnd }) => betterEnd.toFixed(3),
    },
    { header: "80 % holds", align: "right", rank: 2, cell: ({ coverage }) => percent(coverage) },
    { header: "settings", align: "left", rank: 3, cell: (model) => clip(model.settings, settings) },
  ];
  return `${fittingTable(columns, models, style, width)}\n${wrapText(whatDecides + leftOut(models), width ?? 100, 0)}`;
}
