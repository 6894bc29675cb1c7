/** The seasonal periods of a table: those usual for its frequency, or where none is usual, those its values show. */
import { fillGaps } from "./fill-gaps.ts";
import { findSeasons, seasonNote } from "./find-seasons.ts";
import type { SeriesTable } from "./read-series.ts";

/** Periods, and what is said of them where they were found. */
export interface TableSeasons {
  readonly periods: readonly number[];
  readonly notes: readonly string[];
}

/** Irregular times have no steps that a season could be counted in. */
export function seasonsOfTable({ frequency, series }: SeriesTable): TableSeasons {
  const { periods } = frequency;
  if (periods.some((period) => period > 1) || series.some(({ times }) => times))
    return { periods, notes: [] };
  const found = findSeasons(series.map(({ values }) => fillGaps(values, 1)));
  return found.length === 0
    ? { periods, notes: [] }
    : { periods: found.map(({ period }) => period), notes: [seasonNote(found)] };
}
