/** A chart of characters: lines or points with an axis at the left and one below, as wide as the terminal has room for. */
import { extent } from "../../figure/draw/extent.ts";
import { linearScale, logScale, type Scale } from "../../figure/draw/scale.ts";
import { clip } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { Braille } from "./braille.ts";

type Place = readonly [x: number, y: number];

export interface ChartSpec {
  readonly title: string;
  /** What the axis below measures. */
  readonly x: string;
  readonly lines: readonly { readonly places: readonly Place[]; readonly dashed?: boolean }[];
  readonly points?: readonly Place[];
  readonly log?: boolean;
  readonly rows?: number;
  /** What lines and dashes are, in a line below. */
  readonly key?: string;
}

const fewestColumns = 24;

function isPlace([x, y]: Place): boolean {
  return Number.isFinite(x) && Number.isFinite(y);
}

/** The chart; undefined where nothing has a number. */
export function chart(spec: ChartSpec, width: number, style: TerminalStyle): string | undefined {
  const lines = spec.lines.map((line) => ({ ...line, places: line.places.filter(isPlace) }));
  const points = (spec.points ?? []).filter(isPlace);
  const all = [...lines.flatMap(({ places }) => places), ...points];
  if (all.length === 0) return undefined;
  const { rows = 12 } = spec;
  const [low, high] = extent(all.map(([, y]) => y));
  const isLog = spec.log === true && low > 0;
  const scaleY = (range: Place): Scale =>
    isLog
      ? logScale([low, high > low ? high : low * 2], range)
      : linearScale([low >= 0 && low < 0.6 * high ? 0 : low, high], range, 4);
  const labels = scaleY([4 * rows - 1, 0]).ticks.map(({ value, label }) => ({ value, label }));
  const margin = Math.max(1, ...labels.map(({ label }) => label.length));
  const columns = Math.max(fewestColumns, Math.min(width - margin - 3, 120));
  const grid = new Braille(columns, rows);
  const y = scaleY([grid.height - 1, 0]);
  const x = linearScale(
    extent(all.map(([at]) => at)),
    [0, grid.width - 1],
    Math.max(2, Math.floor(columns / 14)),
    true,
  );
  for (const { places, dashed = false } of lines) {
    for (const [i, to] of places.entries()) {
      const from = places[i - 1] ?? to;
      grid.line([x.at(from[0]), y.at(from[1])], [x.at(to[0]), y.at(to[1])], dashed ? 4 : 1);
    }
  }
  for (const [at, value] of points) grid.dot(x.at(at), y.at(value));
  const byRow = new Map(labels.map(({ value, label }) => [Math.floor(y.at(value) / 4), label] as const));
  const body = grid.lines().map((line, row) => {
    const label = byRow.get(row);
    return `${(label ?? "").padStart(margin)} ${label === undefined ? "│" : "┤"}${style.good(line)}`.trimEnd();
  });
  const below = Array.from({ length: columns }, () => " ");
  let free = 0;
  for (const { value, label } of x.ticks) {
    const at = Math.max(0, Math.min(columns - label.length, Math.round(x.at(value) / 2 - label.length / 2)));
    if (at < free) continue;
    Array.from(label).forEach((sign, i) => (below[at + i] = sign));
    free = at + label.length + 2;
  }
  const indent = " ".repeat(margin + 1);
  const key = [`→ ${spec.x}`, ...(spec.key === undefined ? [] : [spec.key])].join("   ");
  return [
    style.bold(clip(spec.title, width)),
    ...body,
    `${indent}└${"─".repeat(columns)}`,
    style.dim(`${indent} ${below.join("").trimEnd()}`),
    style.dim(clip(`${indent} ${key}`, width)),
  ].join("\n");
}
