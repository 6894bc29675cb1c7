/** A forecast for people: what was guessed, how the models did on the past, and what comes next. */
import type { Forecast } from "../../forecast/forecaster.ts";
import type { Scores } from "../../forecast/pool/score.ts";
import { fewestValues } from "../../forecast/pool/backtest.ts";
import { largeNumber } from "../../large-number.ts";
import type { FanPanel } from "../../figure/kind/fan.ts";
import type { ForecastPlan } from "../../run/forecast/table-size.ts";
import { leftOutForWidth } from "../terminal/fitting-table.ts";
import { clip, printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { fitColumns, renderTable, type RankedColumn } from "../terminal/table.ts";
import { wrapText } from "../terminal/wrap.ts";
import { fanPlot } from "./fan-plot.ts";
import { duration } from "../../number-words.ts";

/** Scores that say nearly the same go first where a terminal is narrow. */
const columns: readonly RankedColumn[] = [
  { header: "model", align: "left", rank: 0 },
  ...(
    [
      ["CRPS", 0],
      ["WQL", 3],
      ["MASE", 1],
      ["sMAPE", 4],
      ["MAE", 2],
      ["80 % covers", 0],
    ] as const
  ).map(([header, rank]) => ({ header, align: "right" as const, rank })),
];

/** Models by backtest CRPS, best first. */
export function scoreTable(
  scores: ReadonlyMap<string, Scores>,
  style: TerminalStyle,
  width?: number,
): string {
  const rows = [...scores]
    .sort(([, a], [, b]) => a.crps - b.crps)
    .map(([name, s], i) => [
      i === 0 ? style.good(name) : name,
      figure(s.crps),
      figure(s.wql),
      figure(s.mase),
      figure(s.smape),
      figure(s.mae),
      `${(100 * s.coverage80).toFixed(0)} %`,
    ]);
  const fitted = fitColumns(columns, rows, width);
  const table = renderTable(fitted.columns, fitted.rows, style.bold);
  return [table, ...leftOutForWidth(fitted.leftOut, style, width)].join("\n");
}

/** What is to be known of the backtests besides their scores: none or fewer windows than were asked for. */
export function windowNotes(
  cutoffs: readonly string[],
  windows: number,
  { horizon, periods }: Pick<Forecast, "horizon" | "periods">,
): string[] {
  const [season = 1] = periods;
  const needs = `a window takes ${fewestValues({ periods })} values to forecast from${season > 1 ? `, two seasons of ${season},` : ""} and ${horizon} to judge by`;
  if (cutoffs.length === 0)
    return [
      `No backtest: the series are too short (${needs}). Intervals are a guess from how much the series change.`,
    ];
  return cutoffs.length < windows
    ? [
        `${cutoffs.length} of the ${windows} backtest windows asked for: the series are too short for more (${needs}).`,
      ]
    : [];
}

/** Nobody asks what takes less than this. */
const worthSaying = 20;

/** What backtests and forecast will cost, where that is much. */
export function planText(
  { series, values, seconds, bytes }: ForecastPlan,
  isGenerative: boolean,
): string | undefined {
  if (seconds < worthSaying) return undefined;
  const besides = isGenerative ? ", and the generative forecaster besides" : "";
  return `Backtests and forecast of ${largeNumber(series)} series read ${largeNumber(values)} values: about ${duration(seconds)} on two free cores and ${(bytes / 2 ** 30).toFixed(1)} GB of memory${besides}. Ctrl-C keeps the finished backtest windows.`;
}

/** Where the backtests were cut off; `of` names the series where others were cut off at other times. */
export function cutoffsText(cutoffs: readonly string[], horizon: number, of?: string): string {
  const whose =
    of === undefined
      ? ""
      : ` (series ${of}; the series end at different times, and backtests.csv has the cutoffs of each)`;
  return `Backtest: ${cutoffs.length} ${cutoffs.length === 1 ? "window" : "windows"} of ${horizon} steps, cut off after ${cutoffs.join(", ")}${whose}`;
}

/** One series' plot under its name. */
export function panelText(panel: FanPanel, width: number, style: TerminalStyle): string {
  const [q025, q10, , q50, , q90, q975] = panel.fan;
  const plot = fanPlot(
    { history: panel.history, fan: [q025!, q10!, q50!, q90!, q975!], times: panel.times },
    width,
    style,
  );
  return `${style.bold(clip(printableLine(panel.title), 60))}  ${style.dim("• history  ━ median  ▒ 80 %  ░ 95 %")}\n${plot}`;
}

export function notesText(notes: readonly string[], width: number): string {
  return notes.map((note) => wrapText(printableLine(note), width, 0)).join("\n");
}

/** Four significant digits, without an exponent where people do not expect one. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 1e9) return value.toExponential(3);
  return Math.abs(value) >= 1000
    ? value.toFixed(0)
    : value
        .toPrecision(4)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "");
}
