/** What a pool of forecasters is made of: the weight of each member. */
import type { Figure } from "../figure.ts";
import { drawRows } from "../draw/rows.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { paint } from "../draw/theme.ts";
import { isNumber } from "../draw/thin.ts";

export interface WeightsData {
  readonly subject?: string;
  /** Of each member, from 0 to 1; over several series, their mean with the least and the most. */
  readonly members: readonly {
    readonly name: string;
    readonly weight: number | null;
    readonly low?: number | null;
    readonly high?: number | null;
  }[];
}

/** Smaller weights change nothing that anyone would see. */
const least = 0.001;

export function weightsFigure({ subject, members }: WeightsData, options: DrawOptions = {}): Figure {
  const sorted = members.toSorted((a, b) => {
    const [one, other] = [a, b].map(({ weight }) => (isNumber(weight) ? weight : -1)) as [number, number];
    return other - one;
  });
  const shown = sorted.filter(({ weight }) => !isNumber(weight) || weight >= least);
  const left = sorted.length - shown.length;
  const percent = (share: number | null | undefined): number | null => (isNumber(share) ? 100 * share : null);
  const several = members.some(({ low, high }) => isNumber(low) && isNumber(high) && high > low);
  return drawFigure(
    {
      kind: "weights",
      title: about(subject, "What the pool listens to"),
      help: `The forecast is a mean of its members with these weights, which come from how well each did in the backtests.${several ? " Bars are means over series; lines go from the series with the least to the one with the most." : ""}${left > 0 ? ` ${left} of ${sorted.length} members have less than ${100 * least} % and are not drawn.` : ""}`,
      data: {
        columns: ["member", "weight", "low", "high"],
        rows: sorted.map(({ name, weight, low, high }) => [name, weight, low ?? null, high ?? null]),
      },
    },
    options,
    (place) =>
      drawRows(place, {
        measure: "weight, %",
        kind: "bars",
        rows: shown.map(({ name, weight, low, high }) => ({
          name,
          value: percent(weight),
          low: several ? percent(low) : null,
          high: several ? percent(high) : null,
          colour: paint.blue,
        })),
      }),
  );
}
