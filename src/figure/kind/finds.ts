/** What training has found: modes, and the best scores so far, against what was spent. */
import type { Figure } from "../figure.ts";
import { extent } from "../draw/extent.ts";
import { drawLines, type LinePanel, type LinePoint } from "../draw/lines.ts";
import { about, lineTable } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

export interface FindsData {
  readonly subject?: string;
  /** What was spent; calls of the oracle, unless given. */
  readonly spent?: string;
  /** Modes met so far. */
  readonly modes: readonly LinePoint[];
  /** How many there are; null where that is not known. */
  readonly allModes: number | null;
  /** Scores so far: the best one, the mean of a batch. */
  readonly scores: readonly { readonly name: string; readonly points: readonly LinePoint[] }[];
  /** The best score there is; null where it is not known. */
  readonly bestScore: number | null;
}

function flat(points: readonly LinePoint[], y: number | null): readonly { x: number; y: number }[] {
  const places = points.map(({ x }) => x).filter(isNumber);
  return isNumber(y) && places.length > 0 ? extent(places).map((x) => ({ x, y })) : [];
}

export function findsFigure(data: FindsData, options: DrawOptions = {}): Figure {
  const { subject, spent = "oracle calls", modes, allModes, scores, bestScore } = data;
  const panels: LinePanel[] = [
    ...(modes.length === 0
      ? []
      : [
          {
            measure: "modes found",
            series: [{ name: "modes found", points: modes }],
            limit: flat(modes, allModes),
          },
        ]),
    { measure: "score", series: scores, limit: flat(scores[0]?.points ?? [], bestScore) },
  ];
  return drawFigure(
    {
      kind: "finds",
      title: about(subject, `${modes.length === 0 ? "Scores" : "Modes and scores"} while training`),
      help: `${modes.length === 0 ? "" : "Modes are good objects that differ from one another. "}Lines that still rise say that there is more to be found; dashed lines are all there is.`,
      data: lineTable(spent.replaceAll(/\W+/g, "_"), panels, "all there is"),
    },
    options,
    (place) =>
      drawLines(place, {
        x: { title: spent },
        limitName: "all there is",
        panels,
        marks: false,
      }),
  );
}
