/** Which letters stand where: shares by place of a sampler, of its target, and how they differ. */
import type { Figure } from "../figure.ts";
import { drawMaps, largest, type HeatMap } from "../draw/maps.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

/** Shares of letters by place, `[place][letter]`. */
export type LetterShares = readonly (readonly number[])[];

export interface MarginalsData {
  readonly subject?: string;
  readonly letters: readonly string[];
  readonly sampler: LetterShares;
  /** Of the target; null where it is not known. */
  readonly target: LetterShares | null;
}

/** The share of a letter at a place; null where it is not known. */
function shareAt(shares: LetterShares | null, place: number, letter: number): number | null {
  const share = shares?.[place]?.[letter];
  return isNumber(share) ? share : null;
}

export function marginalsFigure(data: MarginalsData, options: DrawOptions = {}): Figure {
  const { subject, letters, sampler, target } = data;
  const places = Math.max(sampler.length, target?.length ?? 0);
  const map = (at: (place: number, letter: number) => number | null): (number | null)[][] =>
    letters.map((_, letter) => Array.from({ length: places }, (__, place) => at(place, letter)));
  const difference = (place: number, letter: number): number | null => {
    const [got, wanted] = [shareAt(sampler, place, letter), shareAt(target, place, letter)];
    return got === null || wanted === null ? null : got - wanted;
  };
  const maps: HeatMap[] = [
    { title: "sampler", values: map((place, letter) => shareAt(sampler, place, letter)) },
    ...(target === null
      ? []
      : [
          { title: "target", values: map((place, letter) => shareAt(target, place, letter)) },
          { title: "sampler − target", values: map(difference), signed: true },
        ]),
  ];
  const rows = Array.from({ length: places }, (_, place) =>
    letters.map((name, letter) => [
      place + 1,
      name,
      shareAt(sampler, place, letter),
      shareAt(target, place, letter),
    ]),
  ).flat();
  const beside = target === null ? "" : ", and should";
  return drawFigure(
    {
      kind: "marginals",
      title: about(subject, `Which letters stand where${beside}`),
      help: `The stronger the colour, the more often a letter stands at that place, counted from 1.${target === null ? "" : " Sampler and target should look the same; the last map has what is left: blue where a letter comes too often, orange where it comes too rarely."}`,
      data: { columns: ["place", "letter", "sampler", "target"], rows },
    },
    options,
    (place) =>
      drawMaps(place, {
        maps,
        rowNames: letters,
        columnNames: Array.from({ length: places }, (_, i) => String(i + 1)),
        columnTitle: "place",
        full: Math.min(1, largest(maps)),
        least: places > 20 ? 1e9 : 210,
        tallest: 26,
      }),
  );
}
