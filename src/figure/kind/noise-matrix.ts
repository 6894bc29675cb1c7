/** The noise of a world: what happens when a step is intended, as a sampler has learned it and in truth. */
import type { Figure } from "../figure.ts";
import { drawMaps, largest } from "../draw/maps.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";

export interface NoiseMatrixData {
  readonly subject?: string;
  /** What can be intended, and what can happen. */
  readonly intended: readonly string[];
  readonly outcomes: readonly string[];
  /** Probabilities, `[intended][outcome]`; null where it is not known. */
  readonly learned: readonly (readonly number[])[] | null;
  readonly truth: readonly (readonly number[])[] | null;
}

export function noiseMatrixFigure(data: NoiseMatrixData, options: DrawOptions = {}): Figure {
  const { intended, outcomes, learned, truth } = data;
  const maps = [
    { title: "learned", values: learned ?? [] },
    { title: "truth", values: truth ?? [] },
  ].filter(({ values }) => values.length > 0);
  const both = maps.length === 2;
  const which = both ? ", as learned and in truth" : maps[0] === undefined ? "" : ` (${maps[0].title})`;
  const rows = intended.flatMap((from, i) =>
    outcomes.map((to, k) => [from, to, learned?.[i]?.[k] ?? null, truth?.[i]?.[k] ?? null]),
  );
  return drawFigure(
    {
      kind: "noise-matrix",
      title: about(data.subject, `What happens when a step is intended${which}`),
      help: `Each row is an intention, each number the probability that the outcome below it happens; without noise there would be ones from corner to corner.${both ? " A good model of the noise makes both maps look the same." : ""}`,
      data: { columns: ["intended", "outcome", "learned", "truth"], rows },
    },
    options,
    (place) =>
      drawMaps(place, {
        maps,
        rowNames: intended,
        columnNames: outcomes,
        rowTitle: "intended",
        columnTitle: "what happens",
        full: Math.min(1, largest(maps)),
        least: 220,
      }),
  );
}
