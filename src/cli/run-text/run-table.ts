/**
 * The table of `windage runs list`: the runs with what tells them apart and what came of them. Columns that no run has
 * anything for are left out, and on a narrow terminal those that tell least.
 */
import type { BrokenRun, ListedRun, RunCondition } from "../../run/list-runs.ts";
import { ago, fixed, grouped } from "../../number-words.ts";
import { leftOutForWidth } from "../terminal/fitting-table.ts";
import { clip, printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { fitColumns, renderTable, type RankedColumn } from "../terminal/table.ts";
import { leafText } from "./flatten.ts";

/** That the last metrics shown are not the last there were. */
function damagedText(lines: number): string {
  return lines === 1
    ? "the last line of its metrics is damaged or missing, so the one before is shown"
    : `the last ${grouped(lines)} lines of its metrics are damaged or missing, so the one before is shown`;
}

/** What a list should say about a run beside its figures. */
export function damageOf({ damagedLines, problemOfSummary }: ListedRun): readonly string[] {
  return [
    ...(damagedLines > 0 ? [damagedText(damagedLines)] : []),
    ...(problemOfSummary === null ? [] : [problemOfSummary]),
  ];
}

/** How a run stands, in the colour that fits. */
export function conditionText(condition: RunCondition | "broken", style: TerminalStyle): string {
  if (condition === "finished") return style.good(condition);
  const alarming = condition === "failed" || condition === "broken" || condition === "interrupted";
  return alarming ? style.bad(condition) : condition;
}

const columns: readonly RankedColumn[] = [
  { header: "run", align: "left", rank: 0 },
  { header: "state", align: "left", rank: 1 },
  { header: "objective", align: "left", rank: 4 },
  { header: "α", align: "right", rank: 5 },
  { header: "TV", align: "right", rank: 2 },
  { header: "regret", align: "right", rank: 3 },
  { header: "top mean", align: "right", rank: 6 },
  { header: "loss", align: "right", rank: 9 },
  { header: "iteration", align: "right", rank: 8 },
  { header: "updated", align: "left", rank: 7 },
];

/** Renders the table; without a width nothing is left out for room. */
export function runTable(
  runs: readonly (ListedRun | BrokenRun)[],
  style: TerminalStyle,
  width: number | undefined,
): string {
  const longestName = width === undefined ? undefined : 36;
  const rows = runs.map((run) => {
    if ("problem" in run) return [clip(printableLine(run.id), longestName), conditionText("broken", style)];
    const { id, last, condition, status } = run;
    const { objective, alpha, tv, regret, top } = run.figures;
    return [
      clip(printableLine(id), longestName),
      conditionText(condition, style),
      objective === null ? "" : clip(printableLine(objective), 20),
      alpha === null ? "" : leafText(alpha),
      tv === null ? "" : fixed(tv, 4),
      regret === null ? "" : fixed(regret, 4),
      top === null ? "" : top.toFixed(3),
      last === null ? "" : leafText(last["loss"]),
      last === null ? "" : grouped(last.iteration),
      ago(status.updated),
    ];
  });
  const fitted = fitColumns(columns, rows, width);
  const table = renderTable(fitted.columns, fitted.rows, style.bold);
  return [table, ...leftOutForWidth(fitted.leftOut, style, width)].join("\n");
}
