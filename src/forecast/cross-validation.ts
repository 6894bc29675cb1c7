/** `crossValidation({ h, nWindows, stepSize })`: backtests as a table of cutoffs, for those who know the call from elsewhere. */
import { backtestColumns, toRecords } from "./output/long-table.ts";
import { defaultMembers } from "./members.ts";
import type { Member } from "./member.ts";
import { backtest } from "./pool/backtest.ts";
import { withPool } from "./pool/pool.ts";
import { tableFeatures } from "./series/table-features.ts";
import { fillGaps } from "./series/fill-gaps.ts";
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
  /** Names of the pool's members. */
  readonly pool?: readonly string[];
}

/** Rows `unique_id, ds, cutoff, y` and a forecast per model; the last cutoff is `h` steps before the end. */
export async function crossValidation(
  table: SeriesTable,
  options: CrossValidationOptions,
): Promise<Record<string, string | number>[]> {
  const { h, nWindows, stepSize = h } = options;
  const { periods } = table.frequency;
  const chosen = defaultMembers(periods, { irregular: table.series.some(({ times }) => times) });
  const members = options.members ?? chosen.members;
  const pool = options.pool ?? (options.members ? members.map(({ name }) => name) : chosen.pool);
  const histories = table.series.map(({ values }) => fillGaps(values, periods[0] ?? 1));
  const windows = await backtest(
    members,
    histories,
    { horizon: h, periods, features: tableFeatures(table, { horizon: h, backtestsOnly: true }) },
    { count: nWindows, step: stepSize },
  );
  return toRecords(backtestColumns(table, withPool(pool, windows)));
}
