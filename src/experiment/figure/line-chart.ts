/**
 * A figure of one or several panels with lines: means with bands for their intervals, labels at the ends of lines, a
 * dashed limit. The panels share their axes, so they can be compared by eye. Returns SVG text; draws nothing else.
 */
import { extent } from "./extent.ts";
import { shortLabel, textWidth } from "./labels.ts";
import { svgPage } from "./page.ts";
import { drawPanel, type PanelFrame } from "./panel.ts";
import { seriesStyle } from "./palette.ts";
import { linearScale, logScale, type Scale } from "./scale.ts";
import { element, type SvgNode } from "./svg.ts";

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  /** The interval; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** The ends of a bar at this point, where it is an estimate with an error of its own. */
  readonly bar?: readonly [number, number];
}

export interface ChartSeries {
  readonly label: string;
  readonly points: readonly ChartPoint[];
}

export interface ChartPanel {
  readonly title: string;
  readonly series: readonly ChartSeries[];
  readonly limit: readonly { readonly x: number; readonly y: number }[];
}

export interface ChartAxis {
  readonly title: string;
  readonly kind: "linear" | "log";
  /** Names for x = 0, 1, 2 … in place of numbers. */
  readonly categories?: readonly string[];
}

export interface ChartOptions {
  readonly title: string;
  /** Under the title: what the lines and bands are. */
  readonly subtitle: string;
  /** For those who cannot see the figure. */
  readonly description: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly limitLabel: string;
  readonly panels: readonly ChartPanel[];
}

const lineHeight = 14;
const labelSize = 11.5;

/** The range of values an axis has to show; a linear one of positive values begins at 0. */
function yScale(
  panels: readonly ChartPanel[],
  kind: "linear" | "log",
  range: readonly [number, number],
): Scale {
  const points = panels.flatMap(({ series }) => series.flatMap((one) => one.points));
  const limits = panels.flatMap(({ limit }) => limit.map(({ y }) => y));
  const means = [...points.map(({ y }) => y), ...limits];
  const ends = points.flatMap(({ low, high, bar = [] }) => [
    ...(low === null || high === null ? [] : [low, high]),
    ...bar,
  ]);
  const positive = means.filter((value) => value > 0);
  if (kind === "log" && positive.length > 0 && points.every(({ y }) => y > 0)) {
    // An interval that reaches below zero has no place on this axis; it is cut half a power of ten below the means.
    const [least] = extent(positive);
    const [lowest, high] = extent(positive, ends);
    return logScale([Math.max(least / 3, lowest), high > least ? high : least * 2], range);
  }
  const [low, high] = extent(means, ends);
  // From 0, unless the values lie so close together that nothing could be told apart.
  return linearScale([low >= 0 && low < 0.6 * high ? 0 : low, high > low ? high : low + 1], range, 5);
}

function xScale({ panels, x }: ChartOptions, range: readonly [number, number]): Scale {
  if (x.categories !== undefined) {
    const scale = linearScale([-0.5, x.categories.length - 0.5], range, 1, true);
    return {
      at: scale.at,
      ticks: x.categories.map((label, value) => ({ value, label: shortLabel(label, 14) })),
    };
  }
  const values = panels.flatMap(({ series, limit }) => [
    ...series.flatMap(({ points }) => points.map((point) => point.x)),
    ...limit.map((point) => point.x),
  ]);
  const [low, high] = extent(values);
  if (x.kind === "log" && low > 0 && high > low) return logScale([low, high], range);
  return linearScale(
    [low > 0 && low < 0.5 * high ? 0 : low, high],
    range,
    range[1] - range[0] > 420 ? 8 : 4,
    true,
  );
}

/** Marks and names in rows, for when they do not fit beside the lines. */
function legend(
  labels: readonly string[],
  left: number,
  top: number,
  width: number,
): { nodes: SvgNode[]; height: number } {
  const nodes: SvgNode[] = [];
  let x = left;
  let y = top;
  for (const [i, label] of labels.entries()) {
    const { colour, dash, mark } = seriesStyle(i);
    const text = shortLabel(label, 36);
    const room = 34 + textWidth(text, labelSize) + 14;
    if (x > left && x + room > left + width) {
      x = left;
      y += lineHeight + 5;
    }
    const line = {
      x1: x,
      x2: x + 26,
      y1: y,
      y2: y,
      stroke: colour,
      "stroke-width": 1.8,
      "stroke-dasharray": dash,
    };
    nodes.push(
      element("line", line),
      mark(x + 13, y),
      element("text", { x: x + 32, y: y + 4, "font-size": labelSize, fill: "#222222" }, text),
    );
    x += room;
  }
  return { nodes, height: y - top + lineHeight };
}

/** Draws the figure. */
export function lineChart(options: ChartOptions): string {
  const { panels, x, y } = options;
  const labels = [...new Set(panels.flatMap(({ series }) => series.map(({ label }) => label)))];
  const columns = panels.length === 1 ? 1 : 2;
  const [plotWidth, plotHeight] = panels.length === 1 ? [620, 360] : [360, 230];
  const hasLimit = panels.some(({ limit }) => limit.length > 0);
  const direct = x.categories === undefined && (labels.length + 1) * lineHeight <= plotHeight + lineHeight;
  const beside = [...(direct ? labels : []), ...(hasLimit ? [options.limitLabel] : [])];
  const gutter = 34 + Math.max(0, ...beside.map((label) => textWidth(shortLabel(label), labelSize)));
  const tilted = x.categories !== undefined && labels.length > 5;
  const margin = { left: 66, top: 34, bottom: tilted ? 92 : 48 };
  const cell = { width: margin.left + plotWidth + gutter, height: margin.top + plotHeight + margin.bottom };
  const width = Math.max(columns * cell.width, textWidth(options.title, 17) + 40);
  const head = 56;
  const rows = Math.ceil(panels.length / columns);
  const key =
    direct || x.categories !== undefined
      ? { nodes: [], height: 0 }
      : legend(labels, margin.left, head + rows * cell.height + 10, width - margin.left - 20);
  const height = head + rows * cell.height + (key.height > 0 ? key.height + 16 : 6);
  const drawn = panels.map((panel, i) => {
    const left = (i % columns) * cell.width + margin.left;
    const top = head + Math.floor(i / columns) * cell.height + margin.top;
    const frame: PanelFrame = {
      left,
      top,
      right: left + plotWidth,
      bottom: top + plotHeight,
      x: xScale(options, [left, left + plotWidth]),
      y: yScale(panels, y.kind, [top + plotHeight, top]),
      direct,
      tilted,
      lineHeight,
      labelSize,
    };
    return drawPanel(panel, labels, options, frame);
  });
  const { title, subtitle, description } = options;
  return svgPage({ width, height, title, subtitle, description }, [...drawn, ...key.nodes]);
}
