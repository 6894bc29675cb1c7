/** What `windage design` shows: how the file was read, what scores are worth, which model was used, what to order. */
import type { Design, ModelReport, Proposal, UtilityMap } from "../../design/index.ts";
import type { Measurement } from "../../landscape/index.ts";
import { renderFields } from "../terminal/fields.ts";
import { counted, grouped } from "../terminal/number.ts";
import { clip, printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";
import { wrapText } from "../terminal/wrap.ts";

const bins = 10;

/** A number with as many decimals as tell scores of this range apart. */
export function scoreFormat(scores: readonly number[]): (value: number) => string {
  const low = Math.min(...scores.slice(0, 100_000));
  const high = Math.max(...scores.slice(0, 100_000));
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.max(high - low, 1e-12)))));
  return (value) => value.toFixed(Number.isFinite(digits) ? digits : 3);
}

/** The picture of a utility: how many sequences score so, and how often a sampler of it would build one of them. */
export function utilityPicture(
  measurements: readonly Measurement[],
  map: UtilityMap,
  minimize: boolean,
  style: TerminalStyle,
  width = 80,
): string {
  const scores = measurements.map(({ score }) => score);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const step = (high - low) / bins || 1;
  const counts = Array.from({ length: bins }, () => 0);
  const worth = Array.from({ length: bins }, () => 0);
  for (const score of scores) {
    const bin = Math.min(bins - 1, Math.floor((score - low) / step));
    counts[bin]!++;
    worth[bin]! += map.of(minimize ? -score : score);
  }
  const total = worth.reduce((sum, value) => sum + value, 0);
  const format = scoreFormat(scores);
  const labels = counts.map((_, bin) => `${format(low + bin * step)} … ${format(low + (bin + 1) * step)}`);
  const label = Math.max(...labels.map((text) => text.length), 5);
  const room = Math.max(8, Math.min(28, Math.floor((width - label - 20) / 2)));
  const bar = (share: number): string => (share > 0 ? "█".repeat(Math.max(1, Math.round(share * room))) : "");
  const most = Math.max(...counts);
  const head = `  ${style.dim("score".padEnd(label))}  ${style.dim("measured".padEnd(room + 7))}  ${style.dim("of the worth")}`;
  const lines = counts.map((count, bin) => {
    const share = worth[bin]! / total;
    const left = `${bar(count / most).padEnd(room)} ${grouped(count).padStart(6)}`;
    return `  ${labels[bin]!.padEnd(label)}  ${left}  ${bar(share).padEnd(room)} ${percent(share)}`.trimEnd();
  });
  return [head, ...lines].join("\n");
}

/** Models side by side, the one in use marked. */
function modelTable(
  models: readonly ModelReport[],
  chosen: number,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const columns: readonly TableColumn[] = [
    { header: "", align: "left" },
    { header: "model", align: "left" },
    { header: "rank correlation", align: "right" },
    { header: "error", align: "right" },
    { header: "80 % holds", align: "right" },
    ...(width === undefined || width >= 110 ? [{ header: "settings", align: "left" } as const] : []),
  ];
  const rows = models.map((model, i) => [
    i === chosen ? style.good("→") : "",
    clip(model.name, width === undefined ? undefined : Math.max(14, width - 48)),
    model.spearman.toFixed(3),
    String(Number(model.rmse.toPrecision(3))),
    percent(model.coverage),
    clip(model.settings, width === undefined ? undefined : Math.max(20, width - 92)),
  ]);
  return renderTable(columns, rows, style.dim);
}

/** The order as a table; columns that matter less are left out where there is no room. */
function orderTable(
  designs: readonly Design[],
  hasErrors: boolean,
  format: (value: number) => string,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const interval = ({ low, high }: { low: number; high: number }): string =>
    `${format(low)} … ${format(high)}`;
  const all: readonly (TableColumn & {
    readonly cell: (design: Design, i: number) => string;
    readonly need: number;
  })[] = [
    { header: "", align: "right", need: 0, cell: (_, i) => String(i + 1) },
    { header: "order", align: "left", need: 0, cell: ({ order }) => order },
    { header: "predicted", align: "right", need: 0, cell: ({ predicted }) => format(predicted.middle) },
    { header: "80 % interval", align: "left", need: 55, cell: ({ predicted }) => interval(predicted) },
    ...(hasErrors
      ? ([
          {
            header: "after errors",
            align: "right",
            need: 60,
            cell: ({ afterErrors }: Design) => format(afterErrors.middle),
          },
          {
            header: "80 % interval",
            align: "left",
            need: 110,
            cell: ({ afterErrors }: Design) => interval(afterErrors),
          },
        ] as const)
      : []),
    { header: "nearest measured", align: "left", need: 78, cell: ({ nearest }) => nearest.sequence },
    { header: "scored", align: "right", need: 90, cell: ({ nearest }) => format(nearest.score) },
    { header: "letters apart", align: "right", need: 60, cell: ({ nearest }) => String(nearest.distance) },
  ];
  const longest = Math.max(0, ...designs.map(({ order }) => order.length));
  // Long sequences take the room of other columns.
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - 2 * Math.max(0, longest - 10);
  const columns = all.filter(({ need }) => need <= Math.max(room, 0) || need === 0);
  const rows = designs.map((design, i) => columns.map(({ cell }) => printableLine(cell(design, i))));
  return renderTable(columns, rows, style.dim);
}

/** The whole answer for a person. */
export function proposalText(
  proposal: Proposal,
  {
    minimize,
    measured,
    wanted,
  }: { readonly minimize: boolean; readonly measured: readonly number[]; readonly wanted: number },
  style: TerminalStyle,
  width: number | undefined,
): string {
  const { designs, models, chosen, clean } = proposal;
  const format = scoreFormat([...measured]);
  const best = minimize ? Math.min(...measured) : Math.max(...measured);
  const mean =
    designs.reduce((sum, { predicted }) => sum + predicted.middle, 0) / Math.max(1, designs.length);
  const hasErrors = clean < 1;
  const after =
    designs.reduce((sum, { afterErrors }) => sum + afterErrors.middle, 0) / Math.max(1, designs.length);
  const facts: [string, string][] = [
    ["to order", `${counted(designs.length, "sequence")}, none of them measured before`],
    [
      "predicted",
      `mean ${format(mean)}${hasErrors ? `, ${format(after)} after synthesis errors` : ""}; best measured so far ${format(best)}`,
    ],
    ["new records", `about ${proposal.expectedRecords.toFixed(1)} of them should beat the best measured`],
    [
      "different",
      `${proposal.diversity.toFixed(1)} letters apart on average; ${proposal.novelty.toFixed(1)} from the nearest measured`,
    ],
    ...(hasErrors
      ? [["synthesis", `${percent(clean)} of orders come out without any error`] as [string, string]]
      : []),
    ["found by", `${proposal.search}, among ${counted(proposal.candidates, "candidate")}`],
  ];
  const short =
    designs.length < wanted
      ? `\n${wrapText(`Only ${designs.length} of ${wanted} could be found that are far enough apart and new; lower --min-distance or --min-novelty, or search longer with --steps.`, width ?? 100, 0)}\n`
      : "";
  return [
    style.bold("How well unseen sequences are predicted"),
    modelTable(models, chosen, style, width),
    "",
    style.bold("What to order"),
    orderTable(designs, hasErrors, format, style, width),
    short,
    renderFields(facts, style, width),
  ].join("\n");
}

function percent(share: number): string {
  const value = 100 * share;
  return `${value >= 10 || value === 0 ? value.toFixed(0) : String(Number(value.toPrecision(1)))} %`;
}
