/**
 * Colours, dashes and marks of series. The colours follow those of Okabe and Ito, chosen for any colour vision, without
 * yellow and with orange, sky blue and black changed to read better as text on white. Since that was judged by eye
 * alone, marks differ too, and a colour that comes again is dashed.
 */
import { element, type SvgNode } from "./svg.ts";

const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#3f9fd8", "#4d4d4d"];

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

export interface SeriesStyle {
  readonly colour: string;
  readonly dash: string | undefined;
  readonly mark: (x: number, y: number, radius?: number) => SvgNode;
}

/** The look of the series with this number; every seventh has the same colour, every thirty-fifth the same look. */
export function seriesStyle(index: number): SeriesStyle {
  const colour = colours[index % colours.length]!;
  const shape = shapes[index % shapes.length]!;
  const again = Math.floor(index / colours.length) % 2 === 1;
  const paint = {
    fill: again ? "#ffffff" : colour,
    stroke: again ? colour : "#ffffff",
    "stroke-width": again ? 1.4 : 0.8,
  };
  return {
    colour,
    dash: again ? "6 2.5" : undefined,
    mark: (x, y, radius = 3.6) =>
      shape.length === 0
        ? element("circle", { cx: x, cy: y, r: radius, ...paint })
        : element("polygon", {
            points: shape
              .map(([dx, dy]) => `${(x + dx * radius).toFixed(2)},${(y + dy * radius).toFixed(2)}`)
              .join(" "),
            ...paint,
          }),
  };
}
