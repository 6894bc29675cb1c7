/**
 * A panel: a box with an axis below and one at its left, ticks, grid and what the axes are, and room for what is drawn
 * inside. The title of the upright axis stands above it, where it can be read without turning the head.
 */
import { fittingLabel, textWidth } from "./labels.ts";
import type { Scale } from "./scale.ts";
import { element, group, type SvgNode } from "./svg.ts";
import { paint } from "./theme.ts";
import { sizes, words } from "./words.ts";

export interface Axis {
  /** What is measured, with its unit. */
  readonly title: string;
  readonly scale: (range: readonly [from: number, to: number]) => Scale;
  /** Whether lines at the ticks cross the panel. */
  readonly grid?: boolean;
}

/** The inside of a panel, in pixels. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
}

export interface PanelSpec {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Of the inside. */
  readonly height: number;
  readonly title?: string;
  readonly x: Axis;
  readonly y: Axis;
  /** Room at the right of the inside, for labels. */
  readonly gutter?: number;
  /** Room at the left of the inside, where several panels are to stand exactly below one another. */
  readonly indent?: number;
}

export interface DrawnPanel {
  readonly frame: Frame;
  readonly axes: SvgNode;
  readonly bottom: number;
}

/** Room that the labels of an upright axis take. */
function axisRoom(scale: Scale, most = 180): number {
  return Math.min(
    most,
    12 + scale.ticks.reduce((widest, { label }) => Math.max(widest, textWidth(label, sizes.tick)), 0),
  );
}

/** The axes of a panel, and its inside for what is to be drawn there. */
export function drawPanel(spec: PanelSpec): DrawnPanel {
  const { title = "", gutter = 8 } = spec;
  let { top } = spec;
  const head: SvgNode[] = [];
  const width = spec.right - spec.left;
  if (title !== "") {
    const text = fittingLabel(title, width, sizes.panel * 1.05);
    head.push(words(spec.left, top + 12, text, { size: sizes.panel, bold: true }));
    top += 20;
  }
  if (spec.y.title !== "") {
    const text = fittingLabel(spec.y.title, width, sizes.label);
    head.push(words(spec.left, top + 11, text, { fill: paint.soft }));
    top += 22;
  } else {
    top += 6;
  }
  const bottom = top + spec.height;
  const y = spec.y.scale([bottom, top]);
  const left = spec.left + (spec.indent ?? axisRoom(y, width * 0.4));
  const right = Math.max(left + 20, spec.right - gutter);
  const x = spec.x.scale([left, right]);
  const below = xAxis(spec.x, x, { left, right, top, bottom });
  return {
    frame: { left, right, top, bottom, x, y },
    axes: group({}, [...head, ...yAxis(spec.y, y, { left, right, room: left - spec.left }), ...below.nodes]),
    bottom: below.bottom,
  };
}

function yAxis(
  { grid = true }: Axis,
  scale: Scale,
  { left, right, room }: { readonly left: number; readonly right: number; readonly room: number },
): SvgNode[] {
  return scale.ticks.flatMap(({ value, label }) => {
    const at = scale.at(value);
    const text = fittingLabel(label, room - 7, sizes.tick);
    return [
      ...(grid ? [element("line", { x1: left, x2: right, y1: at, y2: at, stroke: paint.grid })] : []),
      words(left - 7, at + 4, text, { anchor: "end", size: sizes.tick, fill: paint.soft }),
    ];
  });
}

function xAxis(
  { title, grid = false }: Axis,
  scale: Scale,
  { left, right, top, bottom }: Omit<Frame, "x" | "y">,
): { readonly nodes: SvgNode[]; readonly bottom: number } {
  const widths = scale.ticks.map(({ label }) => textWidth(label, sizes.tick));
  const places = scale.ticks.map(({ value }) => scale.at(value));
  const closest = places
    .slice(1)
    .reduce((least, at, i) => Math.min(least, Math.abs(at - places[i]!)), right - left);
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  const names = scale.ticks.some(({ label }) => /\p{L}{2}/u.test(label));
  const tilted = names && widest > closest - 6;
  // Of numbers that would touch, every second, third … is written.
  const every = tilted
    ? Math.max(1, Math.ceil(15 / Math.max(1, closest)))
    : Math.max(1, Math.ceil((widest + 8) / Math.max(1, closest)));
  const room = tilted ? Math.min(90, 16 + 0.64 * Math.min(120, widest)) : 18;
  const nodes = scale.ticks.flatMap(({ label }, i) => {
    const at = places[i]!;
    const line = grid ? [element("line", { x1: at, x2: at, y1: top, y2: bottom, stroke: paint.grid })] : [];
    if (i % every !== 0) return line;
    const text = tilted ? fittingLabel(label, 110, sizes.tick) : label;
    return [
      ...line,
      element("line", { x1: at, x2: at, y1: bottom, y2: bottom + 4, stroke: paint.axis }),
      tilted
        ? words(at + 3, bottom + 14, text, { anchor: "end", size: sizes.tick, fill: paint.soft, tilt: -38 })
        : words(at, bottom + 16, text, { anchor: "middle", size: sizes.tick, fill: paint.soft }),
    ];
  });
  const base = element("line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: paint.axis });
  if (title === "") return { nodes: [...nodes, base], bottom: bottom + room + 4 };
  const text = fittingLabel(title, right - left + 40, sizes.label);
  const caption = words(right, bottom + room + 16, text, { anchor: "end", fill: paint.soft });
  return { nodes: [...nodes, base, caption], bottom: bottom + room + 22 };
}

/** A grid of panels no narrower than `least` pixels. */
export function panelColumns(
  count: number,
  { left, right }: { readonly left: number; readonly right: number },
  least: number,
  gap = 24,
): readonly (readonly [left: number, right: number])[] {
  const columns = Math.max(1, Math.min(count, Math.floor((right - left + gap) / (least + gap))));
  const width = (right - left - gap * (columns - 1)) / columns;
  return Array.from({ length: columns }, (_, i) => [
    left + i * (width + gap),
    left + i * (width + gap) + width,
  ]);
}
