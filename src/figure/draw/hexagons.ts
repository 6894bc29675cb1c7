/** Points in hexagons, for when single ones would lie upon one another. */
import { element, rounded, type Point, type SvgNode } from "./svg.ts";
import { paint } from "./theme.ts";

/** A hexagon with points in it: where its centre is, how many points, and their own middle. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly middle: Point;
}

/** Counts points by hexagons of this radius: each belongs to the nearest centre of two grids of rectangles. */
export function hexagons(
  points: readonly Point[],
  at: (point: Point) => Point,
  radius: number,
): readonly Cell[] {
  const [wide, high] = [radius * Math.sqrt(3), radius * 1.5];
  const cells = new Map<number, { x: number; y: number; count: number; sum: [number, number] }>();
  for (const point of points) {
    const [x, y] = at(point);
    let [row, column, nearest] = [0, 0, Number.POSITIVE_INFINITY];
    const above = Math.floor(y / high);
    for (const r of [above, above + 1]) {
      const c = Math.round(x / wide - (r % 2 === 0 ? 0 : 0.5));
      const far = (centreX(r, c, wide) - x) ** 2 + (r * high - y) ** 2;
      if (far < nearest) [row, column, nearest] = [r, c, far];
    }
    const key = row * 65_536 + column;
    const cell = cells.get(key) ?? { x: centreX(row, column, wide), y: row * high, count: 0, sum: [0, 0] };
    cell.count++;
    cell.sum[0] += point[0];
    cell.sum[1] += point[1];
    cells.set(key, cell);
  }
  return [...cells.values()].map(({ x, y, count, sum }) => ({
    x,
    y,
    count,
    middle: [sum[0] / count, sum[1] / count],
  }));
}

function centreX(row: number, column: number, wide: number): number {
  return (column + (row % 2 === 0 ? 0 : 0.5)) * wide;
}

/** The hexagons, darker where there are more points; one point is seen as well. */
export function drawHexagons(cells: readonly Cell[], radius: number): readonly SvgNode[] {
  const most = cells.reduce((highest, { count }) => Math.max(highest, count), 1);
  const [half, quarter] = [rounded((radius * Math.sqrt(3)) / 2), rounded(radius / 2)];
  const shape = `l${half},${quarter}v${rounded(radius)}l${-half},${quarter}l${-half},${-quarter}v${-rounded(radius)}z`;
  const byShade = new Map<number, string[]>();
  for (const { x, y, count } of cells) {
    const part = most === 1 ? 1 : Math.log(count) / Math.log(most);
    const shade = Math.round(16 * (0.14 + 0.86 * part)) / 16;
    const paths = byShade.get(shade) ?? [];
    paths.push(`M${rounded(x)},${rounded(y - radius)}${shape}`);
    byShade.set(shade, paths);
  }
  return [...byShade].map(([shade, paths]) =>
    element("path", { d: paths.join(""), fill: paint.heat, "fill-opacity": shade }),
  );
}
