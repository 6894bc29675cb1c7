/** A sampler on a grid beside its target: how often walks end in each cell. */
import type { Figure } from "../figure.ts";
import { drawMaps, largest, type HeatMap } from "../draw/maps.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

export interface GridData {
  readonly subject?: string;
  /** Cells of each axis; of more than two axes the first two are drawn, summed over the others. */
  readonly side: number;
  /** Probabilities of cells, `[x][y]`. */
  readonly sampler: readonly (readonly number[])[];
  readonly target: readonly (readonly number[])[] | null;
  readonly dimensions?: number;
}

export function gridFigure(data: GridData, options: DrawOptions = {}): Figure {
  const { subject, sampler, target, dimensions = 2 } = data;
  // A side that cannot be one draws nothing; a larger one than the tables have only leaves cells out.
  const side = Number.isSafeInteger(data.side) ? Math.max(0, Math.min(data.side, 1024)) : 0;
  const cell = (law: GridData["target"], x: number, y: number): number | null => {
    const p = law?.[x]?.[y];
    return isNumber(p) ? p : null;
  };
  const map = (at: (x: number, y: number) => number | null): (number | null)[][] =>
    // The origin is at the lower left, as on paper.
    Array.from({ length: side }, (_, row) => Array.from({ length: side }, (__, x) => at(x, side - 1 - row)));
  const difference = (x: number, y: number): number | null => {
    const [got, wanted] = [cell(sampler, x, y), cell(target, x, y)];
    return got === null || wanted === null ? null : got - wanted;
  };
  const maps: HeatMap[] = [
    { title: "sampler", values: map((x, y) => cell(sampler, x, y)) },
    ...(target === null
      ? []
      : [
          { title: "target", values: map((x, y) => cell(target, x, y)) },
          { title: "sampler − target", values: map(difference), signed: true },
        ]),
  ];
  const names = Array.from({ length: side }, (_, i) => String(i));
  const rows = names.flatMap((_, x) => names.map((__, y) => [x, y, cell(sampler, x, y), cell(target, x, y)]));
  const summed =
    dimensions > 2 ? ` The first two of ${dimensions} axes are shown, summed over the others.` : "";
  return drawFigure(
    {
      kind: "grid",
      title: about(subject, `Where walks end${target === null ? "" : ", and where they should"}`),
      help: `Each square is a cell, stronger in colour where more walks end.${target === null ? "" : " In the last map blue cells come too often and orange ones too rarely."}${summed}`,
      data: { columns: ["x", "y", "sampler", "target"], rows },
    },
    options,
    (place) =>
      drawMaps(place, {
        maps,
        rowNames: names.toReversed(),
        columnNames: names,
        columnTitle: "x, with y upwards",
        full: Math.min(1, largest(maps)),
        least: 190,
        square: true,
      }),
  );
}
