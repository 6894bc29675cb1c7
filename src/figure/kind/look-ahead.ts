/** How well a sampler foretells the letters to come, by how far ahead they lie, beside the best that can be done. */
import type { Figure } from "../figure.ts";
import { drawLines, type LinePanel } from "../draw/lines.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

export interface LookAheadData {
  readonly subject?: string;
  /** By distance, the next letter first. */
  readonly steps: readonly {
    readonly distance: number;
    readonly accuracy: number | null;
    /** Of guesses made from the exact law. */
    readonly bestAccuracy: number | null;
    /** Letters that there are, of which chance hits one. */
    readonly letters?: number | null;
  }[];
}

export function lookAheadFigure({ subject, steps }: LookAheadData, options: DrawOptions = {}): Figure {
  const points = (of: (step: LookAheadData["steps"][number]) => number | null | undefined) =>
    steps.flatMap((step) => {
      const y = of(step);
      return isNumber(y) && isNumber(step.distance) ? [{ x: step.distance, y }] : [];
    });
  const panel: LinePanel = {
    measure: "share of letters foretold",
    covers: [0, 1],
    series: [
      { name: "this sampler", points: points(({ accuracy }) => accuracy) },
      {
        name: "pure chance",
        points: points(({ letters }) => (isNumber(letters) && letters >= 1 ? 1 / letters : null)),
      },
    ],
    limit: points(({ bestAccuracy }) => bestAccuracy),
  };
  return drawFigure(
    {
      kind: "look-ahead",
      title: about(subject, "How well the letters to come are foretold"),
      help: "Distance 1 is the next letter. The dashed line is the best guess that anyone could make who knows the sampler's exact law; where lines meet it, nothing is left to learn.",
      data: {
        columns: ["distance", "accuracy", "best_accuracy"],
        rows: steps.map(({ distance, accuracy, bestAccuracy }) => [distance, accuracy, bestAccuracy]),
      },
    },
    options,
    (place) =>
      drawLines(place, {
        x: { title: "letters ahead", kind: "count", exact: true },
        limitName: "best possible",
        panels: [panel],
      }),
  );
}
