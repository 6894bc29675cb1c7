/** `crossValidation({ h, nWindows, stepSize })`: backtests as a table of cutoffs, for those who know the call from elsewhere. */
import { WindageError } from "../error.ts";
import { backtestColumns, toRecords } from "./output/long-table.ts";
import { defaultMembers } from "./members.ts";
import type { Member } from "./member.ts";
import { backtest, fewestValues } from "./pool/backtest.ts";
import { timelineOf } from "./pool/timeline.ts";
import { stretchOf } from "./irregular/times.ts";
import { movingFan } from "./pool/moving-fan.ts";
import { seasonsOfTable } from "./series/seasons-of-table.ts";
import { withPoolOfItsTime } from "./pool/weigher.ts";
import { tableFeatures } from "./series/table-features.ts";
import type { SeriesTable } from "./series/read-series.ts";

/** How far ahead, how many windows, and how far apart they begin. */
export interface CrossValidationOptions {
  /** Steps ahead. */
  readonly h: number;
  /** How many cutoffs. */
  readonly nWindows: number;
  /** Steps between cutoffs; the horizon unless told, so that windows do not overlap. */
  readonly stepSize?: number;
  readonly members?: readonly Member[];
  /** Names of the members that a series' own backtests choose among for the pool. */
  readonly pool?: readonly string[];
}

/**
 * Forecasts of a table's series at several cutoffs, as rows `unique_id, ds, cutoff, y` and one column per model; the
 * last cutoff is `h` steps before the end. `y` is NaN where nothing was measured. The pool is weighed by windows that
 * had ended at its cutoff, and its members alike before the first.
 */
export async function crossValidation(
  table: SeriesTable,
  options: CrossValidationOptions,
): Promise<Record<string, string | number>[]> {
  const { h, nWindows, stepSize = h } = options;
  const { periods } = seasonsOfTable(table);
  const [season = 1] = periods;
  const chosen = defaultMembers(periods, { irregular: table.series.some(({ times }) => times) });
  const members = options.members ?? chosen.members;
  const names = members.map(({ name }) => name);
  const own = options.pool ?? (options.members ? names : chosen.pool);
  const histories = table.series.map(({ values }) => values);
  const features = tableFeatures(table, { horizon: h, backtestsOnly: true });
  const windows = await backtest(
    members,
    histories,
    {
      horizon: h,
      periods,
      features,
      knownFrom: table.series.map(({ knownFrom }) => knownFrom),
      timeline: timelineOf(table),
    },
    { count: nWindows, step: stepSize },
  );
  if (windows.length === 0) {
    const longest = histories.reduce((most, { length }) => Math.max(most, length), 0);
    throw new WindageError(
      "forecast/too-short",
      `crossValidation: got h = ${h} and series of at most ${longest} values, expected one with ${fewestValues({ periods })} values before a window of ${h}; lower h, or bring more.`,
    );
  }
  const pool = { weighing: "auto", names, own, season } as const;
  const fanOf = movingFan({ horizon: h, periods }, stretchOf(features, h));
  return toRecords(backtestColumns(table, withPoolOfItsTime(pool, windows, fanOf)));
}
