/** The law of a sampler against the reward: log P against log R, with the line on which both are in proportion. */
import type { Figure, FigureTable } from "../figure.ts";
import { extent } from "../draw/extent.ts";
import { drawHexagons, hexagons, type Cell } from "../draw/hexagons.ts";
import { drawShades } from "../draw/heat.ts";
import { drawPanel, type Frame } from "../draw/panel.ts";
import { shortLabel } from "../draw/labels.ts";
import { about } from "../draw/say.ts";
import { linearScale } from "../draw/scale.ts";
import { dashEntry, drawKey, type KeyEntry } from "../draw/series.ts";
import { drawFigure, type Drawn, type DrawOptions, type Place } from "../draw/sheet.ts";
import { element, pathThrough, type Point, type SvgNode } from "../draw/svg.ts";
import { paint } from "../draw/theme.ts";
import { isNumber } from "../draw/thin.ts";

export interface LawData {
  readonly subject?: string;
  /** For each object, in the same order. */
  readonly logR: ArrayLike<number>;
  readonly logP: ArrayLike<number>;
  /** The logarithm of the sum of all rewards, where it is known. */
  readonly logZ?: number | null;
  /** The same under the best policy that there is. */
  readonly best?: ArrayLike<number> | null;
  /** Which objects these are, where they are not all there are. */
  readonly note?: string;
}

/** More points than these are drawn as hexagons. */
const mostPoints = 2000;
const radius = 5;
const hexagonName = "objects in a hexagon";

/** An object with all its numbers known. */
interface Dot {
  readonly r: number;
  readonly p: number;
  readonly best: number | null;
}

function dotsOf({ logR, logP, best }: LawData): Dot[] {
  return Array.from({ length: Math.min(logR.length, logP.length) }, (_, i) => ({
    r: logR[i]!,
    p: logP[i]!,
    best: isNumber(best?.[i]) ? best[i] : null,
  })).filter(({ r, p }) => isNumber(r) && isNumber(p));
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How the best policy runs: its median over parts of the rewards with as many objects in each. */
function bestLine(dots: readonly Dot[]): readonly Point[] {
  const known = dots.filter(({ best }) => best !== null).toSorted((a, b) => a.r - b.r);
  const parts = Math.min(32, Math.floor(known.length / 3));
  return Array.from({ length: parts }, (_, i) => {
    const part = known.slice(
      Math.floor((i * known.length) / parts),
      Math.floor(((i + 1) * known.length) / parts),
    );
    return [middle(part.map(({ r }) => r)), middle(part.map(({ best }) => best!))] as const;
  });
}

export function lawFigure(data: LawData, options: DrawOptions = {}): Figure {
  const dots = dotsOf(data);
  const isBinned = dots.length > mostPoints;
  const logZ = isNumber(data.logZ) ? data.logZ : middle(dots.map(({ r, p }) => r - p));
  let bins: readonly Cell[] = [];
  const figure = drawFigure(
    {
      kind: "law",
      title: about(data.subject, "How probable each object is, against its reward"),
      help: `On the dashed line an object is as probable as its reward deserves; above it comes too often, below too rarely. One step to the right is e times the reward.${isNumber(data.logZ) ? "" : " Where the sum of rewards is not known, the line goes through the middle of the objects."}${data.note === undefined ? "" : ` ${shortLabel(data.note, 200)}.`}`,
      data: { columns: [], rows: [] },
    },
    options,
    (place) => {
      if (dots.length === 0) return null;
      const drawn = drawLaw(place, dots, logZ, isBinned);
      ({ bins } = drawn);
      return drawn;
    },
  );
  return { ...figure, data: isBinned ? binTable(bins) : dotTable(dots) };
}

function dotTable(dots: readonly Dot[]): FigureTable {
  return { columns: ["log_r", "log_p", "best_log_p"], rows: dots.map(({ r, p, best }) => [r, p, best]) };
}

/** Of hexagons the middle of their objects is told. */
function binTable(bins: readonly Cell[]): FigureTable {
  return {
    columns: ["log_r", "log_p", "objects"],
    rows: bins.map(({ middle: [r, p], count }) => [r, p, count]),
  };
}

function drawLaw(
  place: Place,
  dots: readonly Dot[],
  logZ: number,
  isBinned: boolean,
): Drawn & { readonly bins: readonly Cell[] } {
  const rewards = extent(dots.map(({ r }) => r));
  const best = bestLine(dots);
  const laws = extent(
    dots.map(({ p }) => p),
    best.map(([, p]) => p),
    rewards.map((r) => r - logZ),
  );
  const entries: KeyEntry[] = [
    ...(isBinned ? [] : [pointEntry]),
    dashEntry("in proportion to the reward", paint.limit, "5 3"),
    ...(best.length > 1 ? [dashEntry("best policy, median", paint.vermilion, "none")] : []),
  ];
  const key = drawKey(entries, place);
  const { frame, axes, bottom } = drawPanel({
    ...place,
    top: key.bottom,
    height: Math.min(420, (place.right - place.left) * 0.66),
    x: { title: "log R, nats", scale: (range) => linearScale(rewards, range, 7), grid: true },
    y: { title: "log P, nats", scale: (range) => linearScale(laws, range, 6) },
  });
  const at = ([r, p]: Point): Point => [frame.x.at(r), frame.y.at(p)];
  const bins = isBinned
    ? hexagons(
        dots.map(({ r, p }): Point => [r, p]),
        at,
        radius,
      )
    : [];
  const most = bins.reduce((highest, { count }) => Math.max(highest, count), 1);
  const shades = isBinned
    ? drawShades(place.left, bottom + 6, { from: `${hexagonName}: 1`, to: most.toLocaleString("en") }).nodes
    : [];
  const ideal = pathThrough(rewards.map((r) => at([r, r - logZ])));
  const dash = { stroke: paint.limit, "stroke-width": 1.6, "stroke-dasharray": "5 3", fill: "none" };
  return {
    nodes: [
      ...key.nodes,
      axes,
      ...(isBinned ? drawHexagons(bins, radius) : points(dots, frame)),
      element("path", { d: ideal, ...dash }),
      ...(best.length > 1
        ? [
            element("path", {
              d: pathThrough(best.map(at)),
              stroke: paint.paper,
              "stroke-width": 4,
              fill: "none",
            }),
          ]
        : []),
      ...(best.length > 1
        ? [
            element("path", {
              d: pathThrough(best.map(at)),
              stroke: paint.vermilion,
              "stroke-width": 2,
              fill: "none",
            }),
          ]
        : []),
      ...shades,
    ],
    bottom: bottom + (isBinned ? 12 : 0),
    bins,
  };
}

const pointEntry: KeyEntry = {
  name: "an object",
  draw: (x, y) => [element("circle", { cx: x + 12, cy: y, r: 3, fill: paint.heat, "fill-opacity": 0.6 })],
};

function points(dots: readonly Dot[], { x, y }: Frame): readonly SvgNode[] {
  const radius = dots.length > 500 ? 1.8 : 2.6;
  return dots.map(({ r, p }) =>
    element("circle", { cx: x.at(r), cy: y.at(p), r: radius, fill: paint.heat, "fill-opacity": 0.5 }),
  );
}
