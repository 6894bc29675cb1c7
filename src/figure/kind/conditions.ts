/** One sampler under several conditions: how far it is from the target of each. */
import type { Figure } from "../figure.ts";
import { drawRows } from "../draw/rows.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { paint } from "../draw/theme.ts";

/** The total variation under a condition, and the least that any policy can reach there. */
export interface ConditionRow {
  readonly name: string;
  readonly tv: number | null;
  readonly limit: number | null;
}

export interface ConditionsData {
  readonly subject?: string;
  readonly conditions: readonly ConditionRow[];
}

export function conditionsFigure({ subject, conditions }: ConditionsData, options: DrawOptions = {}): Figure {
  const rows = conditions.map(({ name, tv, limit }) => ({ name, value: tv, limit, colour: paint.blue }));
  return drawFigure(
    {
      kind: "conditions",
      title: about(subject, "How far the sampler is from its target, condition by condition"),
      help: "Each row is one condition that the same sampler was asked for. Shorter is better: total variation is the share of samples that are misplaced. Upright strokes are what the best policy reaches there.",
      data: {
        columns: ["condition", "tv", "best_policy_tv"],
        rows: conditions.map(({ name, tv, limit }) => [name, tv, limit]),
      },
    },
    options,
    (place) =>
      drawRows(place, {
        measure: "total variation, share of samples misplaced",
        kind: "bars",
        rows,
        limitName: "best policy",
      }),
  );
}
