/** The sheet that every figure stands on: its size, title and help, what a screen reader is told, and the colours. */
import type { Figure, FigureTable } from "../figure.ts";
import { shortLabel, wrapped } from "./labels.ts";
import { element, type SvgNode } from "./svg.ts";
import { figureClass, paint, styleFor } from "./theme.ts";
import { sizes, words } from "./words.ts";

const family = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** How a figure is drawn, whatever its kind. */
export interface DrawOptions {
  /** In pixels, between 280 and 1,600: 360 is a column of a paper or a telephone, 720 (the default) a page. */
  readonly width?: number;
}

/** Where the body of a figure goes. */
export interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** What was drawn and how far down it reaches. */
export interface Drawn {
  readonly nodes: readonly SvgNode[];
  readonly bottom: number;
}

export interface Sheet {
  readonly kind: string;
  readonly title: string;
  readonly help: string;
  readonly data: FigureTable;
  /** The figures of most interest in words, for those who cannot see the picture. */
  readonly said?: string;
}

const margin = 16;
const [least, most, usual] = [280, 1600, 720];

/** The width that was asked for, within reason. */
function widthOf({ width = usual }: DrawOptions): number {
  return Number.isFinite(width) ? Math.round(Math.max(least, Math.min(most, width))) : usual;
}

/** A whole figure; a body that draws nothing is replaced by words that say so. */
export function drawFigure(
  { kind, title, help, data, said }: Sheet,
  options: DrawOptions,
  draw: (place: Place) => Drawn | null,
): Figure {
  const width = widthOf(options);
  const room = width - 2 * margin;
  const titles = wrapped(title, room, sizes.title * 1.12, 3);
  const helps = wrapped(help, room, sizes.help, 6);
  const head = [
    ...titles.map((line, i) => words(margin, 26 + 21 * i, line, { size: sizes.title, bold: true })),
    ...helps.map((line, i) =>
      words(margin, 26 + 21 * (titles.length - 1) + 19 + 16 * i, line, {
        size: sizes.help,
        fill: paint.soft,
      }),
    ),
  ];
  const top = 26 + 21 * (titles.length - 1) + 3 + 16 * helps.length + 16;
  const place = { left: margin, right: width - margin, top };
  const body = draw(place) ?? nothing(place);
  const height = Math.ceil(body.bottom + 12);
  const inside = [element("rect", { width, height, fill: paint.paper }), ...head, ...body.nodes];
  const root = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      class: figureClass,
      "font-family": family,
    },
    element("title", {}, shortLabel(title, 300)),
    element("desc", {}, said === undefined ? help : `${help} ${shortLabel(said, 1500)}`),
    styleFor(inside.map(({ svg }) => svg).join("")),
    ...inside,
  );
  return { kind, title, help, svg: `${root.svg}\n`, data };
}

function nothing({ left, right, top }: Place): Drawn {
  const height = 90;
  return {
    nodes: [
      element("rect", {
        x: left,
        y: top,
        width: right - left,
        height,
        fill: "none",
        stroke: paint.grid,
        "stroke-dasharray": "4 3",
      }),
      words((left + right) / 2, top + height / 2 + 4, "Nothing to show: no numbers are known.", {
        anchor: "middle",
        fill: paint.soft,
      }),
    ],
    bottom: top + height,
  };
}
