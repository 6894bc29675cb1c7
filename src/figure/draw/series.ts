/** What tells series apart: colour, mark and dash, and the key that names them. */
import { fittingLabel, textWidth } from "./labels.ts";
import { element, rounded, type SvgNode } from "./svg.ts";
import { paint, seriesColours } from "./theme.ts";
import { sizes, words } from "./words.ts";

/** Corners around the origin, for a mark of radius 1; none is a circle. */
const shapes: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  [
    [0, -1.15],
    [1.1, 0.85],
    [-1.1, 0.85],
  ],
  [
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ],
  [
    [0, 1.15],
    [1.1, -0.85],
    [-1.1, -0.85],
  ],
];
const dashes = [undefined, "7 3", "2.5 2.5", "9 3 2 3", "5 2", undefined, "7 3"];

/** How a series is drawn. */
export interface Look {
  readonly colour: string;
  readonly dash: string | undefined;
  readonly mark: (x: number, y: number, radius?: number) => SvgNode;
}

/** The look of the series with this number; every seventh has the same colour, every thirty-fifth the same look. */
export function lookOf(index: number): Look {
  const colour = seriesColours[index % seriesColours.length]!;
  const shape = shapes[index % shapes.length]!;
  const hollow = Math.floor(index / seriesColours.length) % 2 === 1;
  const coloured = hollow
    ? { fill: paint.paper, stroke: colour, "stroke-width": 1.4 }
    : { fill: colour, stroke: paint.paper, "stroke-width": 0.8 };
  return {
    colour,
    dash: dashes[(index + Math.floor(index / dashes.length)) % dashes.length],
    mark: (x, y, radius = 3.6) =>
      shape.length === 0
        ? element("circle", { cx: x, cy: y, r: radius, ...coloured })
        : element("polygon", {
            points: shape
              .map(([dx, dy]) => `${rounded(x + dx * radius)},${rounded(y + dy * radius)}`)
              .join(" "),
            ...coloured,
          }),
  };
}

/** One thing that a key explains: a little picture of it, 24 pixels wide, and its name. */
export interface KeyEntry {
  readonly name: string;
  readonly draw: (x: number, y: number) => readonly SvgNode[];
}

export function lineEntry(name: string, { colour, dash, mark }: Look, hasMark = true): KeyEntry {
  return {
    name,
    draw: (x, y) => [
      element("line", {
        x1: x,
        x2: x + 24,
        y1: y,
        y2: y,
        stroke: colour,
        "stroke-width": 1.8,
        "stroke-dasharray": dash,
      }),
      ...(hasMark ? [mark(x + 12, y)] : []),
    ],
  };
}

export function dashEntry(name: string, colour: string, dash: string): KeyEntry {
  const line = { stroke: colour, "stroke-width": 1.6, "stroke-dasharray": dash };
  return { name, draw: (x, y) => [element("line", { x1: x, x2: x + 24, y1: y, y2: y, ...line })] };
}

export function boxEntry(name: string, colour: string, opacity = 1): KeyEntry {
  const box = { width: 24, height: 10, rx: 1, fill: colour, "fill-opacity": opacity };
  return { name, draw: (x, y) => [element("rect", { x, y: y - 5, ...box })] };
}

/** A key in rows; as many entries as there is room for in six. */
export function drawKey(
  entries: readonly KeyEntry[],
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
): { readonly nodes: readonly SvgNode[]; readonly bottom: number } {
  const nodes: SvgNode[] = [];
  const [row, rows] = [18, 6];
  let x = left;
  let y = top + 7;
  for (const [i, { name, draw }] of entries.entries()) {
    const text = fittingLabel(name, Math.min(260, right - left - 34), sizes.label);
    const room = 31 + textWidth(text, sizes.label);
    if (x > left && x + room > right) {
      x = left;
      y += row;
    }
    if (y > top + row * rows) {
      const more = `and ${entries.length - i} more`;
      nodes.push(words(left, y + 4, more, { fill: paint.soft }));
      break;
    }
    nodes.push(...draw(x, y), words(x + 30, y + 4, text));
    x += room + 16;
  }
  return { nodes, bottom: entries.length === 0 ? top : y + 17 };
}
