/**
 * Where samples go, letter by letter: an icicle of beginnings. Each box is a beginning, as wide as the share of samples
 * that begin so; its colour says whether that is more or less than the target wants.
 */
import type { Figure } from "../figure.ts";
import { drawShades } from "../draw/heat.ts";
import { fittingLabel, textWidth } from "../draw/labels.ts";
import { plainNumber } from "../draw/rows.ts";
import { about } from "../draw/say.ts";
import { linearScale } from "../draw/scale.ts";
import { drawFigure, type Drawn, type DrawOptions, type Place } from "../draw/sheet.ts";
import { element, rounded, type SvgNode } from "../draw/svg.ts";
import { paint } from "../draw/theme.ts";
import { isNumber } from "../draw/thin.ts";
import { sizes, words } from "../draw/words.ts";

/** A beginning, with the probability that a sample begins so and that of the target. */
export interface Beginning {
  readonly prefix: string;
  readonly sampler: number;
  readonly target: number;
}

export interface FlowData {
  readonly subject?: string;
  /** In the order of their letters; those of one length follow one another as their ends do. */
  readonly beginnings: readonly Beginning[];
}

const [rowHeight, mostDepth, leastWidth] = [24, 8, 0.6];

/** log of how much more often than wanted; the ends of the scale where one of both is nothing. */
function excess({ sampler, target }: Beginning, most: number): number {
  if (!(sampler > 0)) return -most;
  return target > 0 ? Math.max(-most, Math.min(most, Math.log(sampler / target))) : most;
}

export function flowFigure({ subject, beginnings }: FlowData, options: DrawOptions = {}): Figure {
  return drawFigure(
    {
      kind: "flow",
      title: about(subject, "Where samples go, letter by letter"),
      help: "Read from the top: each box is a beginning, as wide as the share of samples that begin so, and divides below into the letters that follow. Pale is as the target wants it; blue is more often than that, orange more rarely.",
      data: {
        columns: ["beginning", "sampler", "target"],
        rows: beginnings.map(({ prefix, sampler, target }) => [prefix, sampler, target]),
      },
    },
    options,
    (place) => drawIcicle(place, beginnings),
  );
}

/** How much of all samples is in beginnings of so many letters that are wide enough to be told apart. */
function shareSeen(known: readonly Beginning[], depth: number, wide: number): number {
  return known.reduce(
    (sum, { prefix, sampler }) => (prefix.length === depth && sampler * wide >= 1.5 ? sum + sampler : sum),
    0,
  );
}

function drawIcicle(place: Place, all: readonly Beginning[]): Drawn | null {
  const known = all.filter(({ prefix, sampler }) => prefix !== "" && isNumber(sampler) && sampler > 0);
  const depths = [...new Set(known.map(({ prefix }) => prefix.length))]
    .sort((a, b) => a - b)
    .slice(0, mostDepth);
  if (depths.length === 0) return null;
  const [left, right] = [place.left + 28, place.right - 2];
  const first = known.filter(({ prefix }) => prefix.length === depths[0]);
  const total = Math.max(
    first.reduce((sum, { sampler }) => sum + sampler, 0),
    Number.MIN_VALUE,
  );
  const wide = (right - left) / total;
  // The strongest of those that can be seen at all.
  const most = Math.max(
    0.2,
    known.reduce(
      (strongest, one) =>
        one.sampler * wide < 3 || depths.indexOf(one.prefix.length) < 0
          ? strongest
          : Math.max(strongest, Math.abs(excess(one, 2))),
      0,
    ),
  );
  const byShade = new Map<string, string[]>();
  const names: SvgNode[] = [];
  /** Where the beginnings of the row above stand, so that those that follow stand below them. */
  let above = new Map<string, number>([["", left]]);
  const starts = new Map<string, number>();
  let rows = 0;
  for (const [row, depth] of depths.entries()) {
    // Below this row there would be stripes and no boxes.
    if (row > 0 && shareSeen(known, depth, wide) < 0.6 * total) break;
    rows = row + 1;
    const y = place.top + row * rowHeight;
    const here = new Map<string, number>();
    for (const one of known) {
      if (one.prefix.length !== depth) continue;
      const parent = row === 0 ? "" : one.prefix.slice(0, depths[row - 1]);
      const from = starts.get(`${row} ${parent}`) ?? above.get(parent);
      if (from === undefined || !Number.isFinite(from)) continue;
      const width = Math.min(one.sampler * wide, right - from);
      starts.set(`${row} ${parent}`, from + width);
      here.set(one.prefix, from);
      if (width < leastWidth) continue;
      const strength = excess(one, most) / most;
      const look = `${strength < 0 ? paint.less : paint.more} ${Math.round(24 * Math.abs(strength)) / 24}`;
      const boxes = byShade.get(look) ?? [];
      boxes.push(
        `M${rounded(from)},${rounded(y)}h${rounded(Math.max(0.4, width - Math.min(1, width * 0.2)))}v${rowHeight - 1}H${rounded(from)}z`,
      );
      byShade.set(look, boxes);
      const label = width > 60 ? one.prefix : one.prefix.slice(depths[row - 1] ?? 0);
      if (textWidth(label, sizes.tick) > width - 4) continue;
      const fill = Math.abs(strength) > 0.55 ? paint.paper : paint.ink;
      const text = fittingLabel(label, width, sizes.tick);
      names.push(words(from + width / 2, y + 16, text, { anchor: "middle", size: sizes.tick, fill }));
    }
    above = here;
    names.push(words(left - 8, y + 16, String(depth), { anchor: "end", size: sizes.tick, fill: paint.soft }));
  }
  const boxes = [...byShade].flatMap(([look, paths]) => {
    const [fill, opacity] = look.split(" ") as [string, string];
    const d = paths.join("");
    // A box that is as it should be is seen by its edge.
    return [element("path", { d, fill, "fill-opacity": opacity, stroke: paint.grid, "stroke-width": 0.7 })];
  });
  const bottom = place.top + rows * rowHeight;
  const axis = linearScale([0, 100 * total], [left, right], 5, true);
  const ticks = axis.ticks.map(({ value, label }) =>
    words(axis.at(value), bottom + 14, label, { anchor: "middle", size: sizes.tick, fill: paint.soft }),
  );
  const times = (value: number): string => `${plainNumber(Number(Math.exp(value).toPrecision(2)))}×`;
  const shades = drawShades(place.left, bottom + 46, {
    from: times(-most),
    to: `${times(most)} as often as wanted`,
    signed: true,
  });
  return {
    nodes: [
      ...boxes,
      ...names,
      ...ticks,
      words(right, bottom + 30, "samples, %; letters downwards", { anchor: "end", fill: paint.soft }),
      ...shades.nodes,
    ],
    bottom: bottom + 56,
  };
}
