/**
 * Fan charts: the end of each history, the forecast and its 50, 80 and 95 % intervals, as SVG text; a second fan, for
 * futures that meet a condition, is drawn over the first in another colour. At most six series, one panel each.
 */
import { extent } from "../../experiment/figure/extent.ts";
import { shortLabel, textWidth } from "../../experiment/figure/labels.ts";
import { svgPage } from "../../experiment/figure/page.ts";
import { linearScale } from "../../experiment/figure/scale.ts";
import { element, pathThrough, type SvgNode } from "../../experiment/figure/svg.ts";

/** Quantiles at `fanLevels`, `[level][step]`. */
export type Fan = readonly ArrayLike<number>[];

export const fanLevels: readonly number[] = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975];

export interface FanPanel {
  readonly title: string;
  /** The end of the history, oldest first. */
  readonly history: ArrayLike<number>;
  readonly fan: Fan;
  /** The fan given a condition. */
  readonly given?: Fan;
  /** The stamps of the first value shown, of the last one known and of the last one forecast. */
  readonly times: readonly [string, string, string];
}

export interface FanChart {
  readonly title: string;
  readonly subtitle: string;
  readonly panels: readonly FanPanel[];
  /** What the second fan is conditioned on. */
  readonly condition?: string;
}

const mostPanels = 6;
const plain = { line: "#0072b2", bands: ["#d3e5f2", "#a6cbe4", "#74add3"] };
const conditional = { line: "#d55e00", bands: ["#f9ddc8", "#f2b98f", "#e99557"] };

export function fanChart(chart: FanChart): string {
  const panels = chart.panels.slice(0, mostPanels);
  const columns = panels.length === 1 ? 1 : 2;
  const [plotWidth, plotHeight] = columns === 1 ? [720, 330] : [430, 210];
  const cell = { width: plotWidth + 96, height: plotHeight + 74 };
  const head = 76;
  const width = Math.max(columns * cell.width, textWidth(chart.title, 17) + 40);
  const height = head + Math.ceil(panels.length / columns) * cell.height + 8;
  const drawn = panels.flatMap((panel, i) => {
    const left = (i % columns) * cell.width + 70;
    const top = head + Math.floor(i / columns) * cell.height + 26;
    return panelNodes(panel, { left, top, right: left + plotWidth, bottom: top + plotHeight });
  });
  const { title, subtitle, condition } = chart;
  const description = `${subtitle} ${panels.map((panel) => panel.title).join(", ")}.`;
  return svgPage({ width, height, title, subtitle, description }, [...legend(condition), ...drawn]);
}

function legend(condition: string | undefined): SvgNode[] {
  const entries: readonly (readonly [string, string, number])[] = [
    ["#333333", "history", 2],
    [plain.line, "median", 2],
    ...["95 %", "80 %", "50 %"].map((name, i) => [plain.bands[i]!, name, 9] as const),
    ...(condition === undefined
      ? []
      : [[conditional.line, `given ${shortLabel(condition, 60)}`, 9] as const]),
  ];
  let x = 20;
  return entries.flatMap(([colour, name, thickness]) => {
    const nodes = [
      element("rect", { x, y: 63 - thickness / 2, width: 20, height: thickness, fill: colour }),
      element("text", { x: x + 26, y: 67, "font-size": 11.5, fill: "#333333" }, name),
    ];
    x += 26 + textWidth(name, 11.5) + 16;
    return nodes;
  });
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function panelNodes(panel: FanPanel, frame: Frame): SvgNode[] {
  const { history, fan, given, times } = panel;
  const { left, right, top, bottom } = frame;
  const known = history.length;
  const horizon = fan[0]!.length;
  const [low, high] = extent(...[history, ...fan, ...(given ?? [])].map((row) => Array.from(row)));
  const y = linearScale(
    [low >= 0 && low < 0.4 * high ? 0 : low, high > low ? high : low + 1],
    [bottom, top],
    5,
  );
  const x = (step: number): number => left + ((right - left) * step) / Math.max(1, known + horizon - 1);
  const text = { "font-size": 11.5, fill: "#444444" };
  const stamps: readonly (readonly [number, string, string])[] = [
    [left, times[0], "start"],
    ...cutoffStamp(times, left, right, x(known - 1)),
    [right, times[2], "end"],
  ];
  const historyPath = pathThrough(Array.from(history, (value, t) => [x(t), y.at(value)]));
  return [
    element(
      "text",
      { x: left, y: top - 10, "font-size": 13, "font-weight": 600, fill: "#222222" },
      shortLabel(panel.title, 50),
    ),
    ...y.ticks.flatMap(({ value, label }) => [
      element("line", { x1: left, x2: right, y1: y.at(value), y2: y.at(value), stroke: "#e9e9e9" }),
      element("text", { x: left - 7, y: y.at(value) + 4, "text-anchor": "end", ...text }, label),
    ]),
    element("line", {
      x1: x(known - 1),
      x2: x(known - 1),
      y1: top,
      y2: bottom,
      stroke: "#999999",
      "stroke-dasharray": "3 3",
    }),
    ...fanNodes(fan, history[known - 1], plain, (t, value) => [x(known + t), y.at(value)]),
    ...(given
      ? fanNodes(given, history[known - 1], conditional, (t, value) => [x(known + t), y.at(value)], 0.55)
      : []),
    element("path", {
      d: historyPath,
      fill: "none",
      stroke: "#333333",
      "stroke-width": 1.4,
      "stroke-linejoin": "round",
    }),
    element("line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: "#888888" }),
    ...stamps.map(([at, label, anchor]) =>
      element("text", { x: at, y: bottom + 17, "text-anchor": anchor, ...text }, label),
    ),
  ];
}

/** The stamp where the forecast begins: below its line, else left of it, else left out, so that none lie on another. */
function cutoffStamp(
  [first, cutoff, last]: FanPanel["times"],
  left: number,
  right: number,
  at: number,
): (readonly [number, string, string])[] {
  const gap = 10;
  const width = textWidth(cutoff, 11.5);
  const from = left + textWidth(first, 11.5) + gap;
  const to = right - textWidth(last, 11.5) - gap;
  if (at - width / 2 >= from && at + width / 2 <= to) return [[at, cutoff, "middle"]];
  return at - width >= from && at <= to ? [[at, cutoff, "end"]] : [];
}

/** Bands from the outside in, then the median; all begin at the last known value. */
function fanNodes(
  fan: Fan,
  last: number | undefined,
  { line, bands }: { line: string; bands: readonly string[] },
  at: (step: number, value: number) => readonly [number, number],
  opacity = 1,
): SvgNode[] {
  const begin = last === undefined ? [] : [at(-1, last)];
  const along = (row: ArrayLike<number>): (readonly [number, number])[] =>
    Array.from(row, (value, t) => at(t, value));
  const nodes = bands.map((colour, i) => {
    const outline = [...begin, ...along(fan[fan.length - 1 - i]!), ...along(fan[i]!).toReversed()];
    return element("path", { d: `${pathThrough(outline)}Z`, fill: colour, "fill-opacity": opacity });
  });
  const median = pathThrough([...begin, ...along(fan[Math.floor(fan.length / 2)]!)]);
  return [
    ...nodes,
    element("path", { d: median, fill: "none", stroke: line, "stroke-width": 2, "stroke-linejoin": "round" }),
  ];
}
