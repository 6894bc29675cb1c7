/** What was predicted of designs against what was measured of them, order by order. */
import type { Figure } from "../figure.ts";
import { extent } from "../draw/extent.ts";
import { drawPanel } from "../draw/panel.ts";
import { about } from "../draw/say.ts";
import { linearScale, logScale } from "../draw/scale.ts";
import { dashEntry, drawKey, lookOf } from "../draw/series.ts";
import { drawFigure, type Drawn, type DrawOptions, type Place } from "../draw/sheet.ts";
import { element, pathThrough } from "../draw/svg.ts";
import { paint } from "../draw/theme.ts";
import { fewer, isNumber } from "../draw/thin.ts";

/** A design with its prediction, the 80 % interval around it, and what came. */
export interface PredictedPoint {
  readonly predicted: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly measured: number;
}

export interface PredictedData {
  readonly subject?: string;
  /** What a score is, with its unit. */
  readonly measure?: string;
  /** Whether scores span orders of magnitude and are worked with as logarithms. */
  readonly log?: boolean;
  readonly minimize?: boolean;
  readonly orders: readonly { readonly name: string; readonly points: readonly PredictedPoint[] }[];
}

const mostPoints = 1500;

export function predictedFigure(data: PredictedData, options: DrawOptions = {}): Figure {
  const { subject, orders, minimize = false } = data;
  return drawFigure(
    {
      kind: "predicted",
      title: about(subject, "Predicted against measured"),
      help: `Each mark is a design that was ordered and measured. On the dashed line it came as predicted; above it the score came higher${minimize ? ", which here is worse" : ""}. Lines across are 80 % intervals, of which four in five should meet the dashed line.`,
      data: {
        columns: ["order", "predicted", "low", "high", "measured"],
        rows: orders.flatMap(({ name, points }) =>
          points.map(({ predicted, low, high, measured }) => [name, predicted, low, high, measured]),
        ),
      },
    },
    options,
    (place) => drawPredicted(place, data),
  );
}

function drawPredicted(place: Place, { orders, measure = "score", log }: PredictedData): Drawn | null {
  const known = orders.flatMap(({ name, points }, i) => {
    const all = points.filter(({ predicted, measured }) => isNumber(predicted) && isNumber(measured));
    return all.length === 0
      ? []
      : [{ name, look: lookOf(i), points: fewer(all, Math.ceil(mostPoints / orders.length)) }];
  });
  if (known.length === 0) return null;
  const points = known.flatMap((one) => one.points);
  const values = points.flatMap(({ predicted, measured, low, high }) => [predicted, measured, low, high]);
  const ends = extent(values.filter(isNumber));
  const isLog = log === true && ends[0] > 0;
  const scale = (range: readonly [number, number]) =>
    isLog
      ? logScale(ends[1] > ends[0] ? ends : [ends[0] / 2, ends[1] * 2], range)
      : linearScale(ends, range, 6);
  const key = drawKey(
    [
      ...known.map(({ name, look }) => ({ name, draw: (x: number, y: number) => [look.mark(x + 12, y)] })),
      dashEntry("as predicted", paint.limit, "5 3"),
    ],
    place,
  );
  const { frame, axes, bottom } = drawPanel({
    ...place,
    top: key.bottom,
    height: Math.min(400, (place.right - place.left) * 0.66),
    x: { title: `predicted ${measure}`, scale, grid: true },
    y: { title: `measured ${measure}`, scale },
  });
  const { x, y } = frame;
  const whiskers = known.flatMap(({ look, points: some }) =>
    some.length > 200
      ? []
      : some.flatMap(({ low, high, measured }) =>
          isNumber(low) && isNumber(high)
            ? [
                element("line", {
                  x1: x.at(low),
                  x2: x.at(high),
                  y1: y.at(measured),
                  y2: y.at(measured),
                  stroke: look.colour,
                  "stroke-opacity": 0.35,
                  "stroke-width": 1.2,
                }),
              ]
            : [],
        ),
  );
  const marks = known.flatMap(({ look, points: some }) =>
    some.map(({ predicted, measured }) => look.mark(x.at(predicted), y.at(measured), 3.4)),
  );
  const ideal = pathThrough(ends.map((end) => [x.at(end), y.at(end)] as const));
  const dash = { stroke: paint.limit, "stroke-width": 1.6, "stroke-dasharray": "5 3", fill: "none" };
  return {
    nodes: [...key.nodes, axes, ...whiskers, element("path", { d: ideal, ...dash }), ...marks],
    bottom,
  };
}
