/** How candidates came to the top while training: the rank by score of each among all found so far. */
import type { Figure } from "../figure.ts";
import { drawLines } from "../draw/lines.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

export interface RanksData {
  readonly subject?: string;
  /** What was spent; calls of the oracle, unless given. */
  readonly spent?: string;
  /** What had been spent each time that ranks were taken. */
  readonly times: readonly number[];
  /** Those at the top at the end, the best first; ranks from 1, null before it was found. */
  readonly candidates: readonly {
    readonly name: string;
    readonly score: number | null;
    readonly ranks: readonly (number | null)[];
  }[];
}

const most = 12;
/** Ranks below this are no places in a list that anyone reads. */
const lowest = 1000;

export function ranksFigure(data: RanksData, options: DrawOptions = {}): Figure {
  const { subject, spent = "oracle calls", times } = data;
  const candidates = data.candidates.slice(0, most);
  const series = candidates.map(({ name, ranks }) => ({
    name,
    points: times.flatMap((x, t) => {
      const y = ranks[t];
      return isNumber(y) && y >= 1 && y <= lowest && isNumber(x) ? [{ x, y }] : [];
    }),
  }));
  const last = series.reduce(
    (worst, { points }) => points.reduce((rank, { y }) => Math.max(rank, y), worst),
    1,
  );
  const rows = times.flatMap((time, t) =>
    data.candidates.map(({ name, score, ranks }) => [name, score, time, ranks[t] ?? null]),
  );
  return drawFigure(
    {
      kind: "ranks",
      title: about(subject, "When the best candidates were found"),
      help: "A line begins where training first made that candidate, at the rank by score that it then had; it drops when better ones are found. Where no new lines begin, the search has seen its best.",
      data: { columns: ["candidate", "score", spent.replaceAll(/\W+/g, "_"), "rank"], rows },
    },
    options,
    (place) =>
      drawLines(place, {
        x: { title: spent },
        panels: [
          {
            measure: "rank by score, 1 is best",
            series,
            scale: ([bottom, top]) => ({
              at: (rank) => top + 8 + ((rank - 1) / Math.max(1, last - 1)) * (bottom - top - 16),
              ticks: Array.from({ length: Math.min(most, Math.ceil(last)) }, (_, i) => i + 1)
                .filter((rank) => rank <= last)
                .map((value) => ({ value, label: String(value) })),
            }),
          },
        ],
        marks: false,
      }),
  );
}
