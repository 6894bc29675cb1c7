/**
 * Panels of lines: means with bands for their intervals, bars for errors of their own, a dashed limit. Panels of one
 * figure share the axis below. Single points get a bar in place of a band; points without a number are left out.
 */
import { extent } from "./extent.ts";
import { fittingLabel, spread, textWidth } from "./labels.ts";
import { drawPanel, panelColumns, type Frame } from "./panel.ts";
import { countScale, linearScale, logScale, type Scale } from "./scale.ts";
import { dashEntry, drawKey, lineEntry, lookOf, type Look } from "./series.ts";
import type { Drawn, Place } from "./sheet.ts";
import { areaBetween, element, group, pathThrough, rounded, type Point, type SvgNode } from "./svg.ts";
import { paint } from "./theme.ts";
import { condensed, fewer, isNumber, thinned } from "./thin.ts";
import { sizes, words } from "./words.ts";

export interface LinePoint {
  readonly x: number;
  readonly y: number;
  /** The interval; null where there is none. */
  readonly low?: number | null;
  readonly high?: number | null;
  /** The ends of a bar at this point, where it is an estimate with an error of its own. */
  readonly bar?: readonly [number, number];
}

export interface LineSeries {
  readonly name: string;
  readonly points: readonly LinePoint[];
}

export interface LinePanel {
  readonly title?: string;
  /** What the upright axis measures, with its unit. */
  readonly measure: string;
  readonly log?: boolean;
  readonly series: readonly LineSeries[];
  readonly limit?: readonly { readonly x: number; readonly y: number }[];
  /** Ends that the upright axis has at least. */
  readonly covers?: readonly number[];
  /** An upright axis of its own, such as one of ranks. */
  readonly scale?: (range: readonly [from: number, to: number]) => Scale;
}

export interface LinesSpec {
  readonly x: {
    readonly title: string;
    readonly kind?: "linear" | "log" | "count";
    readonly exact?: boolean;
  };
  readonly limitName?: string;
  readonly panels: readonly LinePanel[];
  /** Whether all panels have the same upright axis, to be compared by eye. */
  readonly sameScale?: boolean;
  readonly height?: number;
  readonly marks?: boolean;
}

const mostSeries = 24;
const mostPanels = 12;
const labelHeight = 15;
const limitDash = "4 3";

/** The panel with what can be drawn of it. */
function drawable(panel: LinePanel): LinePanel {
  const series = panel.series.slice(0, 400).flatMap(({ name, points }) => {
    const known = points.filter(({ x, y }) => isNumber(x) && isNumber(y)).sort((a, b) => a.x - b.x);
    return known.length === 0 ? [] : [{ name, points: condensed(known, ({ y }) => y) }];
  });
  const limit = (panel.limit ?? []).slice(0, 10_000).filter(({ x, y }) => isNumber(x) && isNumber(y));
  return { ...panel, series: series.slice(0, mostSeries), limit };
}

/** The scale of the upright axis; a linear one of positive values begins at 0 unless they lie close together. */
function yScale(panels: readonly LinePanel[]): (range: readonly [number, number]) => Scale {
  const points = panels.flatMap(({ series }) => series.flatMap((one) => one.points));
  const values = [
    ...points.map(({ y }) => y),
    ...panels.flatMap(({ limit = [], covers = [] }) => [...limit.map(({ y }) => y), ...covers]),
  ];
  const ends = points.flatMap(({ low, high, bar = [] }) => [low, high, ...bar]).filter(isNumber);
  const positive = values.filter((value) => value > 0);
  const isLog = panels.some(({ log }) => log === true) && points.every(({ y }) => y > 0);
  if (isLog && positive.length > 0) {
    // An interval that reaches below zero has no place on this axis; it is cut half a power of ten below the means.
    const [least] = extent(positive);
    const [lowest, high] = extent(positive, ends);
    return (range) => logScale([Math.max(least / 3, lowest), high > least ? high : least * 2], range);
  }
  const [low, high] = extent(values, ends);
  return (range) => linearScale([low >= 0 && low < 0.6 * high ? 0 : low, high], range, 5);
}

function xScale(panels: readonly LinePanel[], { kind = "linear", exact }: LinesSpec["x"]) {
  const values = panels.map(({ series, limit = [] }) => [
    ...series.flatMap(({ points }) => points.map(({ x }) => x)),
    ...limit.map(({ x }) => x),
  ]);
  const [low, high] = extent(...values);
  return (range: readonly [number, number]): Scale => {
    const ticks = Math.max(2, Math.round((range[1] - range[0]) / 80));
    if (kind === "log" && low > 0 && high > low) return logScale([low, high], range);
    const from = exact !== true && low > 0 && low < 0.5 * high ? 0 : low;
    return kind === "count"
      ? countScale([from, high], range, ticks)
      : linearScale([from, high], range, ticks, true);
  };
}

/** An upright bar with feet. */
function bar(at: number, low: number, high: number, colour: string): SvgNode {
  const [x, y] = [rounded(at - 4), rounded(low)];
  return element("path", {
    d: `M${rounded(at)},${y}V${rounded(high)}m-4,0h8M${x},${y}h8`,
    stroke: colour,
    "stroke-width": 1.4,
    fill: "none",
  });
}

function interval({ points }: LineSeries, { colour }: Look, { x, y }: Frame): SvgNode[] {
  const bars = fewer(
    points.filter((point) => point.bar?.every(isNumber)),
    60,
  ).map((point) => bar(x.at(point.x), y.at(point.bar![0]), y.at(point.bar![1]), colour));
  const known = points.flatMap(({ x: at, low, high }) =>
    isNumber(low) && isNumber(high) ? [{ at: x.at(at), low: y.at(low), high: y.at(high) }] : [],
  );
  if (points.length === 1) return [...bars, ...known.map(({ at, low, high }) => bar(at, low, high, colour))];
  if (known.length < 2) return bars;
  const upper = thinned(known.map(({ at, high }) => [at, high] as const));
  const lower = thinned(known.map(({ at, low }) => [at, low] as const));
  return [element("path", { d: areaBetween(upper, lower), fill: colour, "fill-opacity": 0.16 }), ...bars];
}

function line({ name, points }: LineSeries, look: Look, { x, y }: Frame, marks: boolean): SvgNode {
  const places = points.map((point): Point => [x.at(point.x), y.at(point.y)]);
  const path = thinned(places);
  const stroke = {
    stroke: look.colour,
    "stroke-width": 1.8,
    "stroke-dasharray": look.dash,
    "stroke-linejoin": "round",
    fill: "none",
  };
  // Marks on a dense curve would hide it; a dozen are enough to tell lines apart.
  const shown = marks || places.length === 1 ? fewer(places, 12) : [];
  return group({}, [
    element("title", {}, fittingLabel(name, 600, 10)),
    ...(path.length > 1 ? [element("path", { d: pathThrough(path), ...stroke })] : []),
    ...shown.map(([px, py]) => look.mark(px, py)),
  ]);
}

/** Names beside the right edge, each joined to the end of its line. */
function endLabels(
  ends: readonly { readonly name: string; readonly colour: string; readonly at: Point }[],
  { right, top, bottom }: Frame,
  room: number,
): SvgNode[] {
  const places = spread(
    ends.map(({ at }) => at[1]),
    labelHeight,
    [top, bottom],
  );
  return ends.flatMap(({ name, colour, at: [x, y] }, i) => [
    element("path", {
      d: pathThrough([
        [x + 5, y],
        [right + 7, y],
        [right + 16, places[i]!],
      ]),
      fill: "none",
      stroke: colour,
      "stroke-opacity": 0.6,
    }),
    words(right + 19, places[i]! + 4, fittingLabel(name, room - 22, sizes.label)),
  ]);
}

/** Draws the panels, below one another where the figure is narrow; null where no point has a number. */
export function drawLines(place: Place, spec: LinesSpec): Drawn | null {
  const panels = spec.panels
    .map(drawable)
    .filter(({ series }) => series.length > 0)
    .slice(0, mostPanels);
  if (panels.length === 0) return null;
  const { limitName = "limit", marks = true } = spec;
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  const looks = new Map(names.map((name, i) => [name, lookOf(i)] as const));
  const hasLimit = panels.some(({ limit = [] }) => limit.length > 1);
  const width = place.right - place.left;
  const height = spec.height ?? (panels.length === 1 ? Math.min(340, width * 0.56) : 190);
  const beside = [...names, ...(hasLimit ? [limitName] : [])];
  const isDirect = panels.length === 1 && width >= 520 && beside.length <= Math.min(12, height / labelHeight);
  const isKeyed = !isDirect && beside.length > 1;
  const room =
    isDirect && beside.length > 1
      ? Math.min(
          190,
          26 + beside.reduce((most, name) => Math.max(most, textWidth(name.slice(0, 60), sizes.label)), 0),
        )
      : 12;
  const key = isKeyed
    ? drawKey(
        [
          ...names.map((name) => lineEntry(name, looks.get(name)!, marks)),
          ...(hasLimit ? [dashEntry(limitName, paint.limit, limitDash)] : []),
        ],
        place,
      )
    : { nodes: [], bottom: place.top };
  const columns = panelColumns(panels.length, place, 300);
  const nodes: SvgNode[] = [...key.nodes];
  let [top, bottom] = [key.bottom, key.bottom];
  const shared = yScale(panels);
  for (const [i, panel] of panels.entries()) {
    const [left, right] = columns[i % columns.length]!;
    if (i > 0 && i % columns.length === 0) top = bottom + 14;
    const {
      frame,
      axes,
      bottom: reached,
    } = drawPanel({
      left,
      right,
      top,
      height,
      title: panel.title ?? "",
      gutter: room,
      x: { title: spec.x.title, scale: xScale(panels, spec.x) },
      y: {
        title: panel.measure,
        scale: panel.scale ?? (spec.sameScale === true ? shared : yScale([panel])),
      },
    });
    bottom = Math.max(bottom, reached);
    const limit = thinned((panel.limit ?? []).map(({ x, y }): Point => [frame.x.at(x), frame.y.at(y)]));
    const dashed = { stroke: paint.limit, "stroke-width": 1.6, "stroke-dasharray": limitDash, fill: "none" };
    const ends = panel.series.map(({ name, points }) => {
      const last = points.at(-1)!;
      return { name, colour: looks.get(name)!.colour, at: [frame.x.at(last.x), frame.y.at(last.y)] as const };
    });
    if (limit.length > 1) ends.push({ name: limitName, colour: paint.limit, at: limit.at(-1)! });
    nodes.push(
      axes,
      ...panel.series.flatMap((series) => interval(series, looks.get(series.name)!, frame)),
      ...(limit.length > 1 ? [element("path", { d: pathThrough(limit), ...dashed })] : []),
      ...panel.series.map((series) => line(series, looks.get(series.name)!, frame, marks)),
      ...(isDirect && beside.length > 1 ? endLabels(ends, frame, room) : []),
    );
  }
  return { nodes, bottom };
}
