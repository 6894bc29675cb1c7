/**
 * Rows with a name at the left and a number along an axis below: bars, or dots with intervals; each may have a limit of
 * its own, which is an upright stroke. Names have room here that they would not have below an axis.
 */
import { extent } from "./extent.ts";
import { fittingLabel, textWidth } from "./labels.ts";
import { linearScale, logScale, type Scale } from "./scale.ts";
import { drawKey, lookOf, type KeyEntry } from "./series.ts";
import type { Drawn, Place } from "./sheet.ts";
import { element, type SvgNode } from "./svg.ts";
import { paint } from "./theme.ts";
import { isNumber } from "./thin.ts";
import { sizes, words } from "./words.ts";

export interface Row {
  readonly name: string;
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
  readonly limit?: number | null;
  readonly colour?: string;
  /** What is written beside it; the number itself, unless given. */
  readonly said?: string;
}

export interface RowsSpec {
  readonly title?: string;
  /** What is measured, with its unit. */
  readonly measure: string;
  readonly kind: "bars" | "dots";
  readonly log?: boolean;
  readonly rows: readonly Row[];
  readonly limitName?: string;
  /** Where the axis ends at least. */
  readonly covers?: readonly number[];
  readonly key?: readonly KeyEntry[];
}

const mostRows = 60;

function scaleOf({ rows, kind, log, covers = [] }: RowsSpec, range: readonly [number, number]): Scale {
  const values = rows.flatMap(({ value, low, high, limit }) => [value, low, high, limit]).filter(isNumber);
  const [low, high] = extent(values, covers);
  const ticks = Math.max(2, Math.round((range[1] - range[0]) / 90));
  if (log === true && low > 0) return logScale([low, high > low ? high : low * 2], range);
  const from = kind === "bars" || (low >= 0 && low < 0.6 * high) ? Math.min(0, low) : low;
  return linearScale([from, Math.max(from, high)], range, ticks);
}

/** A number as people write it. */
export function plainNumber(value: number): string {
  const size = Math.abs(value);
  const text =
    size !== 0 && (size >= 1e6 || size < 1e-3)
      ? value.toExponential(1)
      : String(Number(value.toPrecision(3)));
  return text.replace("-", "−").replace("e−", "e-").replace("e+", "e");
}

/** Draws the rows, as many as fit a page; null where no row has a number. */
export function drawRows(place: Place, given: RowsSpec): Drawn | null {
  const known = given.rows.filter(({ value }) => isNumber(value));
  if (known.length === 0) return null;
  const rows = known.slice(0, mostRows);
  const spec = { ...given, rows };
  const { title = "", measure, kind, limitName } = spec;
  const nodes: SvgNode[] = [];
  const hasLimit = limitName !== undefined && rows.some(({ limit }) => isNumber(limit));
  const key = drawKey([...(spec.key ?? []), ...(hasLimit ? [limitEntry(limitName)] : [])], place);
  nodes.push(...key.nodes);
  let { bottom: top } = key;
  if (title !== "") {
    nodes.push(words(place.left, top + 12, title, { size: sizes.panel, bold: true }));
    top += 20;
  }
  const width = place.right - place.left;
  const names = rows.map(({ name }) => fittingLabel(name, Math.min(width * 0.38, 240), sizes.label));
  const left =
    place.left + 10 + names.reduce((most, name) => Math.max(most, textWidth(name, sizes.label)), 0);
  const said = rows.map(({ value, said: text }) =>
    rows.length > 20 ? "" : (text ?? (kind === "bars" ? plainNumber(value!) : "")),
  );
  const right =
    place.right - 8 - said.reduce((most, text) => Math.max(most, textWidth(text, sizes.label)), 4);
  const scale = scaleOf(spec, [left, Math.max(left + 40, right)]);
  const step = rows.length > 24 ? 17 : 26;
  const bottom = top + 4 + step * rows.length;
  for (const { value, label } of scale.ticks) {
    const at = scale.at(value);
    nodes.push(
      element("line", { x1: at, x2: at, y1: top, y2: bottom, stroke: paint.grid }),
      words(at, bottom + 15, label, { anchor: "middle", size: sizes.tick, fill: paint.soft }),
    );
  }
  for (const [i, row] of rows.entries()) {
    const y = top + 2 + step * (i + 0.5);
    nodes.push(
      words(left - 8, y + 4, names[i]!, { anchor: "end" }),
      ...(kind === "bars" ? barOf(row, scale, y, step) : dotOf(row, scale, y)),
      ...limitOf(row, scale, y, step),
    );
    const ends = [row.value, row.high, kind === "bars" ? null : row.limit].filter(isNumber);
    const end = ends.reduce((most, end) => Math.max(most, scale.at(end)), 0);
    nodes.push(words(end + 8, y + 4, said[i]!, { halo: true }));
  }
  const caption = fittingLabel(measure, width, sizes.label);
  nodes.push(
    element("line", {
      x1: scale.at(scale.ticks[0]?.value ?? 0),
      x2: right,
      y1: bottom,
      y2: bottom,
      stroke: paint.axis,
    }),
    words(place.right, bottom + 33, caption, { anchor: "end", fill: paint.soft }),
  );
  if (known.length > rows.length) {
    const left = `and ${known.length - rows.length} more, not shown`;
    nodes.push(words(place.left, bottom + 33, left, { fill: paint.soft }));
  }
  return { nodes, bottom: bottom + 38 };
}

function limitEntry(name: string): KeyEntry {
  return {
    name,
    draw: (x, y) => [
      element("line", {
        x1: x + 12,
        x2: x + 12,
        y1: y - 7,
        y2: y + 7,
        stroke: paint.limit,
        "stroke-width": 2.4,
      }),
    ],
  };
}

function limitOf({ limit }: Row, scale: Scale, y: number, step: number): SvgNode[] {
  if (!isNumber(limit)) return [];
  const at = scale.at(limit);
  const half = step * 0.38;
  return [
    element("line", { x1: at, x2: at, y1: y - half, y2: y + half, stroke: paint.paper, "stroke-width": 4.4 }),
    element("line", { x1: at, x2: at, y1: y - half, y2: y + half, stroke: paint.limit, "stroke-width": 2.4 }),
  ];
}

function barOf(
  { value, colour = paint.blue, low, high }: Row,
  scale: Scale,
  y: number,
  step: number,
): SvgNode[] {
  const [zero, end] = [scale.at(0), scale.at(value!)];
  const height = step * 0.6;
  return [
    element("rect", {
      x: Math.min(zero, end),
      y: y - height / 2,
      width: Math.max(1, Math.abs(end - zero)),
      height,
      rx: 1.5,
      fill: colour,
    }),
    ...(isNumber(low) && isNumber(high) ? [whisker(scale.at(low), scale.at(high), y, paint.limit)] : []),
  ];
}

function dotOf({ value, colour = paint.blue, low, high }: Row, scale: Scale, y: number): SvgNode[] {
  return [
    ...(isNumber(low) && isNumber(high) ? [whisker(scale.at(low), scale.at(high), y, colour)] : []),
    element("circle", { cx: scale.at(value!), cy: y, r: 4.4, fill: colour, stroke: paint.paper }),
  ];
}

function whisker(from: number, to: number, y: number, colour: string): SvgNode {
  return element("line", { x1: from, x2: to, y1: y, y2: y, stroke: colour, "stroke-width": 2 });
}

/** The colour of the row with this number, as a series of that number would have. */
export function rowColour(index: number): string {
  return lookOf(index).colour;
}
