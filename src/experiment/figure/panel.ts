/** One panel of a figure: grid, axes, bands, lines, marks, the limit, and the labels at the ends of lines. */
import { shortLabel, spread } from "./labels.ts";
import type { ChartOptions, ChartPanel, ChartSeries } from "./line-chart.ts";
import { seriesStyle } from "./palette.ts";
import type { Scale } from "./scale.ts";
import { element, pathThrough, type SvgNode } from "./svg.ts";

/** Where a panel is, in pixels, and its axes. */
export interface PanelFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
  /** Whether series are named at the ends of their lines. */
  readonly direct: boolean;
  /** Whether names along the x axis are tilted, to have room. */
  readonly tilted: boolean;
  readonly lineHeight: number;
  readonly labelSize: number;
}

const ink = "#222222";
const limitInk = "#555555";

function axes(panel: ChartPanel, options: ChartOptions, frame: PanelFrame): SvgNode[] {
  const { left, right, top, bottom, x, y, labelSize } = frame;
  const text = { "font-size": labelSize, fill: "#444444" };
  const middle = (top + bottom) / 2;
  return [
    element("text", { x: left, y: top - 12, "font-size": 13, "font-weight": 600, fill: ink }, panel.title),
    ...y.ticks.flatMap(({ value, label }) => [
      element("line", { x1: left, x2: right, y1: y.at(value), y2: y.at(value), stroke: "#e4e4e4" }),
      element("text", { x: left - 7, y: y.at(value) + 4, "text-anchor": "end", ...text }, label),
    ]),
    ...x.ticks.flatMap(({ value, label }) => {
      const at = x.at(value);
      const place = frame.tilted
        ? { "text-anchor": "end", transform: `rotate(-35 ${at.toFixed(1)} ${bottom + 16})` }
        : { "text-anchor": "middle" };
      return [
        element("line", { x1: at, x2: at, y1: bottom, y2: bottom + 4, stroke: "#888888" }),
        element("text", { x: at, y: bottom + 17, ...place, ...text }, label),
      ];
    }),
    element("line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: "#888888" }),
    element(
      "text",
      {
        x: (left + right) / 2,
        y: bottom + (frame.tilted ? 82 : 36),
        "text-anchor": "middle",
        "font-size": 12,
        fill: ink,
      },
      options.x.title,
    ),
    element(
      "text",
      {
        x: left - 50,
        y: middle,
        "text-anchor": "middle",
        "font-size": 12,
        fill: ink,
        transform: `rotate(-90 ${(left - 50).toFixed(1)} ${middle.toFixed(1)})`,
      },
      options.y.title,
    ),
  ];
}

/** An upright bar with feet. */
function bar(at: number, low: number, high: number, colour: string): SvgNode {
  return element("path", {
    d: `M${at.toFixed(2)},${low.toFixed(2)}V${high.toFixed(2)}m-4,0h8M${(at - 4).toFixed(2)},${low.toFixed(2)}h8`,
    stroke: colour,
    "stroke-width": 1.4,
    fill: "none",
  });
}

/** The errors of estimates, at each point. */
function errorBars({ points }: ChartSeries, colour: string, { x, y }: PanelFrame): SvgNode[] {
  return points.flatMap((point) =>
    point.bar === undefined ? [] : [bar(x.at(point.x), y.at(point.bar[0]), y.at(point.bar[1]), colour)],
  );
}

/** The interval: a band along a line, a bar at a single point. */
function interval({ points }: ChartSeries, colour: string, { x, y }: PanelFrame): SvgNode[] {
  const known = points.flatMap((point) =>
    point.low === null || point.high === null
      ? []
      : [{ at: x.at(point.x), low: y.at(point.low), high: y.at(point.high) }],
  );
  if (points.length === 1) return known.map(({ at, low, high }) => bar(at, low, high, colour));
  if (known.length < 2) return [];
  const outline = [
    ...known.map(({ at, high }) => [at, high] as const),
    ...known.toReversed().map(({ at, low }) => [at, low] as const),
  ];
  return [element("path", { d: `${pathThrough(outline)}Z`, fill: colour, "fill-opacity": 0.15 })];
}

function line({ label, points }: ChartSeries, number: number, { x, y }: PanelFrame): SvgNode {
  const { colour, dash, mark } = seriesStyle(number);
  const places = points.map((point) => [x.at(point.x), y.at(point.y)] as const);
  // Marks on a dense curve would hide it; a dozen are enough to tell lines apart.
  const every = Math.max(1, Math.ceil(places.length / 12));
  const stroke = {
    stroke: colour,
    "stroke-width": 1.8,
    "stroke-dasharray": dash,
    "stroke-linejoin": "round",
  };
  return element(
    "g",
    {},
    element("title", {}, label),
    ...(places.length > 1 ? [element("path", { d: pathThrough(places), fill: "none", ...stroke })] : []),
    ...places.flatMap(([px, py], i) => ((places.length - 1 - i) % every === 0 ? [mark(px, py)] : [])),
  );
}

/** Names beside the right edge, each joined to the end of its line. */
function endLabels(
  panel: ChartPanel,
  labels: readonly string[],
  options: ChartOptions,
  frame: PanelFrame,
): SvgNode[] {
  const { x, y, right, top, bottom, lineHeight, labelSize } = frame;
  const ends = frame.direct
    ? panel.series.flatMap(({ label, points }) => {
        const last = points.at(-1);
        if (last === undefined) return [];
        const { colour } = seriesStyle(labels.indexOf(label));
        return [{ label, colour, from: x.at(last.x), y: y.at(last.y) }];
      })
    : [];
  const limitEnd = panel.limit.at(-1);
  if (limitEnd !== undefined) {
    ends.push({ label: options.limitLabel, colour: limitInk, from: x.at(limitEnd.x), y: y.at(limitEnd.y) });
  }
  const places = spread(
    ends.map((end) => end.y),
    lineHeight,
    [top, bottom],
  );
  return ends.flatMap(({ label, colour, from, y: at }, i) => {
    const place = places[i]!;
    const d = pathThrough([
      [from + 5, at],
      [right + 8, at],
      [right + 17, place],
    ]);
    return [
      element("path", { d, fill: "none", stroke: colour, "stroke-opacity": 0.55 }),
      element(
        "text",
        { x: right + 20, y: place + 4, "font-size": labelSize, fill: colour },
        shortLabel(label),
      ),
    ];
  });
}

/** Draws a panel; `labels` are those of the whole figure, so that a series looks the same in every panel. */
export function drawPanel(
  panel: ChartPanel,
  labels: readonly string[],
  options: ChartOptions,
  frame: PanelFrame,
): SvgNode {
  const limit = panel.limit.map((point) => [frame.x.at(point.x), frame.y.at(point.y)] as const);
  const dashed = { stroke: limitInk, "stroke-width": 1.6, "stroke-dasharray": "3 3", fill: "none" };
  return element(
    "g",
    {},
    ...axes(panel, options, frame),
    ...panel.series.flatMap((series) => {
      const { colour } = seriesStyle(labels.indexOf(series.label));
      return [...interval(series, colour, frame), ...errorBars(series, colour, frame)];
    }),
    ...(limit.length > 1 ? [element("path", { d: pathThrough(limit), ...dashed })] : []),
    ...panel.series.map((series) => line(series, labels.indexOf(series.label), frame)),
    ...endLabels(panel, labels, options, frame),
  );
}
