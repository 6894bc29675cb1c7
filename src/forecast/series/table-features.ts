/**
 * The features of a table's series for a forecast of some horizon: columns of the file, the calendar where it is wanted,
 * and the times themselves where they are irregular. A column known beforehand has to be there for the steps ahead.
 */
import { WindageError } from "../../error.ts";
import type { SeriesFeatures } from "../features.ts";
import { calendarColumns } from "./calendar.ts";
import { timeAt } from "./grid.ts";
import { formatTime } from "./parse-time.ts";
import type { SeriesTable } from "./read-series.ts";

/** How far features must reach, and whether the calendar is among them. */
export interface FeatureWishes {
  readonly horizon: number;
  readonly calendar?: boolean;
  readonly timezone?: string;
  /** Nothing is forecast from the end, so columns known beforehand may end with the values. */
  readonly backtestsOnly?: boolean;
}

/**
 * Features of every series of a table, known ahead or past, for members that use them; nothing where there are none.
 */
export function tableFeatures(
  table: SeriesTable,
  { horizon, calendar = false, timezone, backtestsOnly = false }: FeatureWishes,
): SeriesFeatures[] | undefined {
  const { series, frequency, timeKind, featureNames } = table;
  const isIrregular = series.some(({ times }) => times !== undefined);
  if (calendar && timeKind === "number") {
    throw new WindageError(
      "forecast/no-calendar",
      "calendar features: got times that are numbers, expected dates; leave --calendar out.",
    );
  }
  if (featureNames.known.length + featureNames.past.length === 0 && !calendar && !isIrregular)
    return undefined;
  const knownCount = featureNames.known.length;
  const stampsOf = (one: (typeof series)[number]): Float64Array =>
    Float64Array.from({ length: one.values.length + horizon }, (_, step) => timeAt(one, frequency, step));
  // All series must have the same columns, so the calendar's are chosen over all of their stamps together.
  const stamps = series.map(stampsOf);
  const days = calendar
    ? calendarColumns(
        stamps.flatMap((list) => [...list]),
        // Dates have no clock that a zone could shift.
        timeKind === "instant" ? timezone : undefined,
      )
    : [];
  let from = 0;
  return series.map((one, i) => {
    const { values, features = [] } = one;
    const needed = values.length + horizon;
    const known = features.slice(0, knownCount);
    const short = known.findIndex((column) => column.length < needed);
    if (short >= 0 && !backtestsOnly) {
      const have = known[short]!.length - values.length;
      throw new WindageError(
        "forecast/unknown-future",
        `${table.file}: got ${have} rows of series ${JSON.stringify(one.id)} after its last value (${formatTime(timeAt(one, frequency, values.length - 1), table)}), expected ${horizon}, one for each step ahead, because ${JSON.stringify(featureNames.known[short])} is said to be known beforehand. Add rows with an empty target, lower --horizon, or use --past.`,
      );
    }
    const own = days.map((column) => column.subarray(from, from + needed));
    from += needed;
    return {
      known: [...known, ...own],
      past: features.slice(knownCount),
      times: one.times ? stamps[i] : undefined,
    };
  });
}
