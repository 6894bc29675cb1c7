/** Heat maps side by side, or below one another where the figure is narrow, on one scale of shades. */
import { extent } from "./extent.ts";
import { drawHeat, drawShades, type HeatSpec } from "./heat.ts";
import { panelColumns } from "./panel.ts";
import { plainNumber } from "./rows.ts";
import type { Drawn, Place } from "./sheet.ts";
import type { SvgNode } from "./svg.ts";
import { isNumber } from "./thin.ts";

export interface HeatMap {
  readonly title: string;
  readonly values: HeatSpec["values"];
  /** A difference, on a scale of its own. */
  readonly signed?: boolean;
}

export interface MapsSpec extends Pick<
  HeatSpec,
  "rowNames" | "columnNames" | "rowTitle" | "columnTitle" | "square" | "tallest"
> {
  readonly maps: readonly HeatMap[];
  /** The number with the full colour, in maps that are no differences. */
  readonly full: number;
  /** Width below which maps go below one another. */
  readonly least: number;
}

/** The largest number of maps that are no differences. */
export function largest(maps: readonly HeatMap[]): number {
  return peak(maps.filter(({ signed }) => signed !== true));
}

function peak(maps: readonly HeatMap[]): number {
  const rows = maps.flatMap(({ values }) => values.map((row) => row.filter(isNumber).map(Math.abs)));
  const [, most] = extent(...rows);
  return most > 0 ? most : 1;
}

export function drawMaps(place: Place, spec: MapsSpec): Drawn | null {
  const maps = spec.maps.filter(({ values }) => values.some((row) => row.some(isNumber)));
  if (maps.length === 0) return null;
  const columns = panelColumns(maps.length, place, spec.least);
  const nodes: SvgNode[] = [];
  let [top, bottom] = [place.top, place.top];
  const strongest = peak(maps.filter(({ signed }) => signed === true));
  for (const [i, { title, values, signed = false }] of maps.entries()) {
    const [left, right] = columns[i % columns.length]!;
    if (i > 0 && i % columns.length === 0) top = bottom + 12;
    const full = signed ? strongest : spec.full;
    const heat = drawHeat({ ...spec, left, right, top, title, values, full, signed });
    nodes.push(...heat.nodes);
    bottom = Math.max(bottom, heat.bottom);
  }
  const plain = drawShades(place.left, bottom + 10, { from: "0", to: plainNumber(spec.full) });
  nodes.push(...plain.nodes);
  if (maps.some(({ signed }) => signed === true)) {
    const ends = { from: `−${plainNumber(strongest)}`, to: `+${plainNumber(strongest)}`, signed: true };
    const beside = drawShades(place.left + plain.width + 28, bottom + 10, ends);
    const fits = plain.width + 28 + beside.width <= place.right - place.left;
    if (!fits) bottom += 20;
    nodes.push(...(fits ? beside : drawShades(place.left, bottom + 10, ends)).nodes);
  }
  return { nodes, bottom: bottom + 18 };
}
