/** What can be done with a forecast run later: predict from newer data with the pool it fitted, and score what it forecast. */
import { WindageError } from "../../error.ts";
import { predictPool } from "../../forecast/pool/saved-pool.ts";
import { score } from "../../forecast/pool/score.ts";
import type { PoolForecast, SavedPool } from "../../forecast/pool/saved-pool.ts";
import type { Progress } from "../../forecast/pool/backtest.ts";
import type { Scores } from "../../forecast/pool/score.ts";
import type { Series } from "../../forecast/series/grid.ts";
import type { SeriesTable } from "../../forecast/series/read-series.ts";
import { isMeasured, measuredSteps } from "../../forecast/pool/measured.ts";
import { fillGaps } from "../../forecast/series/fill-gaps.ts";
import { knownBy } from "../../forecast/series/known-by.ts";
import { timeAt } from "../../forecast/series/grid.ts";
import type { Run } from "../layout.ts";
import { readHistories } from "./forecast-run.ts";
import type { Histories, HistoryUse } from "./forecast-run.ts";
import { loadAugurs } from "./load-augurs.ts";
import { membersFor } from "./load-forecast.ts";
import { frequencyIn, readPool, type FittedTo, type KeptPool, type Reading } from "./pool-file.ts";

/** Another file's series, and the forecast of a run's pool for them. */
export interface Prediction {
  readonly table: SeriesTable;
  readonly histories: readonly Float64Array[];
  readonly model: PoolForecast;
  /** Whether the calendar is among the features. */
  readonly calendar: boolean;
}

/** Forecasts the series of another file with a run's pool; no backtests, so it takes a moment. */
export async function predictFromRun(run: Run, file: string, progress: Progress = {}): Promise<Prediction> {
  const pool = await readPool(run);
  const histories = await historiesOf(file, pool.reading, pool.saved, progress);
  const { calendar } = pool.reading;
  return { ...histories, calendar, model: await predict(run, pool, histories) };
}

/** How a run's pool did on another file. */
export interface Evaluation {
  readonly scores: Scores;
  /** Series that were long enough to be scored. */
  readonly series: number;
  /** Values that were measured, held back and forecast, and how many of them the pool had been fitted to. */
  readonly held: number;
  readonly inSample: number;
}

/** Scores a run's pool on a file that goes on after the data it was fitted to: each series' last horizon is held back. */
export async function evaluateForecast(run: Run, file: string, progress: Progress = {}): Promise<Evaluation> {
  const pool = await readPool(run);
  const { saved, reading, fitted } = pool;
  const read = await historiesOf(file, reading, saved, { ...progress, backtestsOnly: true });
  const { table, features } = read;
  const splits = table.series.map(({ values, knownFrom }) => {
    const origin = Math.max(0, values.length - saved.horizon);
    return { before: knownBy(values, origin, knownFrom), actual: values.subarray(origin) };
  });
  // A value that is missing before the origin is filled from what had been measured by then.
  const long = [...splits.keys()].filter((i) => {
    const { before, actual } = splits[i]!;
    return before.length > 1 && isMeasured(before) && isMeasured(actual);
  });
  if (long.length === 0) {
    throw new WindageError(
      "forecast/too-short",
      `${file}: got no series longer than the horizon of ${saved.horizon} steps, expected values to compare with.`,
    );
  }
  const before = long.map((i) => fillGaps(splits[i]!.before, saved.periods[0] ?? 1));
  const model = await predict(run, pool, {
    table: { ...table, series: long.map((i) => table.series[i]!) },
    histories: before,
    features: features && long.map((i) => features[i]!),
  });
  const outcomes = long.map((i, k) => ({
    history: before[k]!,
    actual: splits[i]!.actual,
    point: model.point[k]!,
    quantiles: (levels: readonly number[]) => model.quantiles(k, levels),
  }));
  const seen = seenBy(saved, fitted ?? { sha256: digestOf(run), ends: [] }, read);
  const inSample = long.reduce((sum, i) => sum + seen(i), 0);
  const held = long.reduce((sum, i) => sum + measuredSteps(splits[i]!.actual).length, 0);
  const scores = score(outcomes, saved.periods[0] ?? 1);
  return { scores, series: long.length, held, inSample };
}

/** How many of a series' last horizon of values the pool was fitted to: all of the same file, else those up to its end. */
function seenBy(
  { series, horizon }: SavedPool,
  fitted: FittedTo,
  { table, sha256 }: Histories,
): (position: number) => number {
  const stepsOf = ({ values }: Series): number[] => measuredSteps(values.subarray(-horizon));
  if (fitted.sha256 === sha256) return (position) => stepsOf(table.series[position]!).length;
  // Without a column of times, rows are counted from 0 in every file, and say nothing.
  if (table.columns.time === undefined) return () => 0;
  const ends = new Map(series.map(({ id }, k) => [id, fitted.ends[k] ?? -Infinity]));
  return (position) => {
    const one = table.series[position]!;
    const end = ends.get(one.id) ?? -Infinity;
    const first = one.values.length - horizon;
    return stepsOf(one).filter((t) => timeAt(one, table.frequency, first + t) <= end).length;
  };
}

/** The digest of a run's file, which its record has too. */
function digestOf({ record }: Run): string {
  const { sha256 } = record.config;
  return typeof sha256 === "string" ? sha256 : "";
}

async function predict(
  run: Run,
  pool: KeptPool,
  { table, histories, features }: Pick<Histories, "table" | "histories" | "features">,
): Promise<PoolForecast> {
  const ids = table.series.map(({ id }) => id);
  const members = await membersFor(run, pool, ids, await loadAugurs());
  return predictPool(pool.saved, members, ids, histories, features);
}

/** The histories of another file, read as the run's was; their steps have to be as long as the run's. */
async function historiesOf(
  file: string,
  { read, calendar, frequency }: Reading,
  { horizon, periods }: SavedPool,
  use: HistoryUse,
): Promise<Histories> {
  const histories = await readHistories(file, { read, horizon, calendar, periods }, use).catch(
    (error: unknown) => {
      if (!(error instanceof WindageError) || error.code !== "forecast/unknown-column") throw error;
      throw new WindageError(
        error.code,
        `${error.message} The run was made from a file with these columns; forecast this file anew, or name another run.`,
        { cause: error },
      );
    },
  );
  const got = frequencyIn(histories.table);
  // Steps of values put on an even grid are as long as the file's own median distance.
  if (read.irregular === "interpolate" || got === frequency) return histories;
  throw new WindageError(
    "forecast/other-frequency",
    `${file}: got the frequency ${got}, expected ${frequency} as in the file the run was made from; forecast this file anew, or name another run.`,
  );
}
