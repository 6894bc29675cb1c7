/**
 * A fan chart made of characters: the end of the history as dots, the forecast's median as a line, its 80 and 95 %
 * intervals as shades. Every column is one or more steps; the scale stands on the left, the times below.
 */
import { extent } from "../../figure/draw/extent.ts";
import { visibleLength, type TerminalStyle } from "../terminal/style.ts";

export interface FanPlot {
  readonly history: ArrayLike<number>;
  /** Quantiles .025, .1, .5, .9, .975, `[level][step]`. */
  readonly fan: readonly ArrayLike<number>[];
  readonly times: readonly [string, string, string];
}

const height = 14;
const shades = { outer: "░", inner: "▒", median: "━", history: "•" };

/** The plot in at most `width` columns. */
export function fanPlot({ history, fan, times }: FanPlot, width: number, style: TerminalStyle): string {
  const horizon = fan[0]!.length;
  const [low, high] = extent(...[history, ...fan].map((row) => Array.from(row)));
  const span = high > low ? high - low : 1;
  const labels = [high, (high + low) / 2, low].map(axisNumber);
  const margin = Math.max(...labels.map((label) => label.length)) + 1;
  const steps = history.length + horizon;
  const columns = Math.max(20, Math.min(2 * steps, width - margin - 2));
  const rowOf = (value: number): number =>
    Math.min(height - 1, Math.max(0, Math.round(((high - value) / span) * (height - 1))));
  const cells = Array.from({ length: height }, () => Array.from({ length: columns }, () => " "));
  const put = (from: number, to: number, column: number, mark: string): void => {
    for (let row = Math.min(from, to); row <= Math.max(from, to); row++) cells[row]![column] = mark;
  };
  // Several steps may share a column, or a step take two of them.
  for (let k = 0; k < Math.max(steps, columns); k++) {
    const step = Math.floor((k * steps) / Math.max(steps, columns));
    const column = Math.floor((k * columns) / Math.max(steps, columns));
    if (step < history.length) {
      put(rowOf(history[step]!), rowOf(history[step]!), column, shades.history);
      continue;
    }
    const at = (level: number): number => rowOf(fan[level]![step - history.length]!);
    put(at(0), at(4), column, style.dim(shades.outer));
    put(at(1), at(3), column, shades.inner);
    put(at(2), at(2), column, style.good(shades.median));
  }
  const axis = (row: number): string =>
    row === 0
      ? labels[0]!
      : row === Math.floor(height / 2)
        ? labels[1]!
        : row === height - 1
          ? labels[2]!
          : "";
  const body = cells.map((line, row) => `${axis(row).padStart(margin - 1)} ┤${line.join("")}`);
  const rule = `${" ".repeat(margin)}└${"─".repeat(columns)}`;
  return [...body, rule, timesLine(times, margin + 1, columns, history.length / steps)].join("\n");
}

/** The first stamp at the left, the last at the right, the cutoff where the forecast begins if there is room. */
function timesLine(
  [first, cutoff, last]: FanPlot["times"],
  margin: number,
  columns: number,
  share: number,
): string {
  const middle = Math.round(share * columns - cutoff.length / 2);
  const start = columns - visibleLength(last);
  const roomy = middle > first.length + 1 && middle + cutoff.length + 1 < start;
  const between = roomy ? `${" ".repeat(middle - first.length)}${cutoff}` : "";
  const left = `${first}${between}`;
  return `${" ".repeat(margin)}${left}${" ".repeat(Math.max(1, start - left.length))}${last}`;
}

function axisNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}
