/** Round after round of designs: what was predicted, what came, and the best so far. */
import type { Figure } from "../figure.ts";
import { drawLines, type LinePoint } from "../draw/lines.ts";
import { about, lineTable } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

export interface RoundsData {
  readonly subject?: string;
  /** What a score is, with its unit. */
  readonly measure?: string;
  readonly log?: boolean;
  readonly minimize?: boolean;
  /** Round 0 is what was measured before the first order. */
  readonly rounds: readonly {
    readonly round: number;
    readonly best: number | null;
    readonly measured: number | null;
    readonly predicted: number | null;
  }[];
}

export function roundsFigure(data: RoundsData, options: DrawOptions = {}): Figure {
  const { subject, measure = "score", log = false, minimize = false, rounds } = data;
  const points = (of: (round: RoundsData["rounds"][number]) => number | null): LinePoint[] =>
    rounds.flatMap((round) => {
      const y = of(round);
      return isNumber(y) && isNumber(round.round) ? [{ x: round.round, y }] : [];
    });
  const series = [
    { name: "best so far", points: points(({ best }) => best) },
    { name: "mean measured", points: points(({ measured }) => measured) },
    { name: "mean predicted", points: points(({ predicted }) => predicted) },
  ].filter((one) => one.points.length > 0);
  const panels = [{ measure, series, ...(log && { log }) }];
  return drawFigure(
    {
      kind: "rounds",
      title: about(subject, "What each order brought"),
      help: `${minimize ? "Lower" : "Higher"} is better. Round 0 is what was measured before the first order; an order that has only a prediction waits for its results.`,
      data: lineTable("round", panels),
    },
    options,
    (place) => drawLines(place, { x: { title: "order", kind: "count", exact: true }, panels }),
  );
}
