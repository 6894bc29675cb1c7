/**
 * The job behind `windage forecast`: read a file, backtest and forecast its series, and keep everything in a run
 * folder: the settings, the fitted pool, the forecasts, the backtests, the scores and the fan chart.
 */
import { basename, join } from "node:path";
import { WindageError } from "../../error.ts";
import type { JsonObject } from "../../file/json-document.ts";
import { writeDurably } from "../../file/durable-write.ts";
import { defaultMembers } from "../../forecast/members.ts";
import { forecastSeries } from "../../forecast/forecaster.ts";
import { gflownet } from "../../forecast/gflownet/member.ts";
import { gflownetPerSeries } from "../../forecast/gflownet/per-series.ts";
import { savePool } from "../../forecast/pool/saved-pool.ts";
import { tableFeatures } from "../../forecast/series/table-features.ts";
import { backtestColumns, forecastColumns, pathColumns } from "../../forecast/output/long-table.ts";
import { poolName } from "../../forecast/pool/pool.ts";
import { fillGaps } from "../../forecast/series/fill-gaps.ts";
import { seasonsOfTable } from "../../forecast/series/seasons-of-table.ts";
import { thin } from "../../forecast/series/thin.ts";
import { formatTime } from "../../forecast/series/parse-time.ts";
import { timeAt } from "../../forecast/series/grid.ts";
import { usualWindows } from "../../forecast/pool/backtest.ts";
import { timelineOf } from "../../forecast/pool/timeline.ts";
import type { Forecast, ModelForecast } from "../../forecast/forecaster.ts";
import type { Progress, Window } from "../../forecast/pool/backtest.ts";
import type { ReadOptions, SeriesTable } from "../../forecast/series/read-series.ts";
import type { SeriesFeatures } from "../../forecast/features.ts";
import { createRun } from "../create-run.ts";
import type { Run } from "../layout.ts";
import { updateStatus } from "../status.ts";
import { writeSummary } from "../summary.ts";
import { completeJob, type CompleteJob, type ForecastJob } from "./forecast-job.ts";
import { cutoffsIn, type Cutoffs } from "./cutoffs.ts";
import { forecastPortrait } from "../portrait/forecast-portrait.ts";
import { writePortrait } from "../portrait/portrait.ts";
import { fanFigure, fanLevels, type FanPanel } from "../../figure/kind/fan.ts";
import { featureSummary } from "./feature-summary.ts";
import { keepNetwork } from "./keep-network.ts";
import { startAugurs } from "./load-augurs.ts";
import { frequencyIn, writePool, type Reading } from "./pool-file.ts";
import { forecastPlan, type ForecastPlan } from "./table-size.ts";
import { readTable } from "./read-table.ts";
import { writeColumns } from "./write-columns.ts";

/** Files of a forecast run besides those every run has. */
const forecastFiles = { backtests: "backtests.csv", chart: "fan.svg" } as const;

/** Where things were written. */
export interface ForecastFiles {
  readonly forecasts: string;
  readonly backtests: string;
  readonly chart: string;
  readonly paths?: string;
}

/** A finished run with everything that was found. */
export interface ForecastOutcome extends Cutoffs {
  readonly run: Run;
  readonly table: SeriesTable;
  readonly histories: readonly Float64Array[];
  readonly forecast: Forecast;
  readonly files: ForecastFiles;
}

/** A file's series, complete, with what else is known of them. */
export interface Histories {
  readonly table: SeriesTable;
  readonly histories: readonly Float64Array[];
  readonly periods: readonly number[];
  readonly features: readonly SeriesFeatures[] | undefined;
  /** The series that backtests are of, where there are too many for all. */
  readonly judged?: readonly number[] | undefined;
  /** The digest of the file. */
  readonly sha256: string;
}

/** How a file is read for a forecast. */
export interface HistoryOptions {
  readonly read: ReadOptions;
  readonly horizon: number;
  readonly calendar: boolean;
  readonly periods?: readonly number[];
  /** Backtest windows and the steps between them, where there are any. */
  readonly windows?: number;
  readonly step?: number;
}

/** What the histories are for, and how far reading them is. */
export interface HistoryUse extends Progress {
  /** Nothing is forecast from their end. */
  readonly backtestsOnly?: boolean;
  /** Backtests of some series may stand for those of all. */
  readonly isSampled?: boolean;
}

/** Reads a file into series with complete histories; of a large one their ends. */
export async function readHistories(
  file: string,
  { read, horizon, calendar, periods, windows = 1, step = horizon }: HistoryOptions,
  { backtestsOnly = false, isSampled = false, ...progress }: HistoryUse = {},
): Promise<Histories> {
  const { table: whole, sha256 } = await readTable(file, read, progress);
  const seasons = periods ? { periods, notes: [] } : seasonsOfTable(whole);
  const used = seasons.periods;
  const reach = used.reduce((most, period) => Math.max(most, period), 1) + horizon + (windows - 1) * step;
  const { table, judged } = thin({ ...whole, notes: [...whole.notes, ...seasons.notes] }, reach, isSampled);
  const target = table.columns.names[table.columns.target];
  const histories = table.series.map(({ id, values }) => {
    const filled = fillGaps(values, used[0] ?? 1);
    if (filled.every(Number.isFinite) && filled.length > 0) return filled;
    throw new WindageError(
      "forecast/no-values",
      `${file}: column ${JSON.stringify(target)}: got no value of series ${JSON.stringify(id)}, expected at least one; take its rows out.`,
    );
  });
  const zone = read.timezone === undefined ? {} : { timezone: read.timezone };
  const features = tableFeatures(table, { horizon, calendar, backtestsOnly, ...zone });
  return { table, histories, periods: used, features, judged, sha256 };
}

/** How far a forecast is, and what its file turned out to hold. */
export interface ForecastProgress extends Progress {
  /** Called before anything is computed or kept; throw to stop. */
  readonly onTable?: (table: SeriesTable) => void;
  /** Called after that with what backtests and forecast will cost, before they begin. */
  readonly onPlan?: (plan: ForecastPlan) => void;
}

/** Forecasts the series of a file and keeps everything as a run, like `windage forecast`. */
export async function forecastRun(
  asked: ForecastJob,
  progress: ForecastProgress = {},
): Promise<ForecastOutcome> {
  const job = completeJob(asked);
  const { perSeries = false, weighing = "auto" } = job;
  const read = await readHistories(job.file, job, { ...progress, isSampled: weighing !== "own" });
  const { table, histories, periods, features, sha256: digest } = read;
  progress.onTable?.(table);
  const { file, read: reading, root, spread, ...settings } = job;
  const count = job.windows ?? usualWindows(histories.length, job.horizon);
  const lengths = histories.map(({ length }) => length);
  progress.onPlan?.(forecastPlan({ lengths, judged: read.judged, windows: count }));
  const config = {
    ...settings,
    windows: count,
    ...reading,
    file: basename(file),
    sha256: digest,
    periods: [...periods],
    levels: spread.levels,
    quantiles: spread.quantiles,
  };
  const run = await createRun({
    task: "forecast",
    seed: job.seed,
    config: JSON.parse(JSON.stringify(config)) as JsonObject,
    ...(root === undefined ? {} : { root }),
  });
  const windows: Window[] = [];
  let augurs: Awaited<ReturnType<typeof startAugurs>> | undefined;
  const chosen = { seed: job.seed, ...(typeof job.gflownet === "boolean" ? {} : job.gflownet) };
  const generative = job.gflownet ? (perSeries ? gflownetPerSeries : gflownet)(chosen) : undefined;
  try {
    await updateStatus(run, "running");
    augurs = await startAugurs(histories, count);
    const { members, pool } = defaultMembers(periods, {
      ets: augurs.ets,
      mstl: augurs.mstl,
      irregular: table.series.some(({ times }) => times),
      ...(generative ? { gflownet: generative } : {}),
      perSeries,
    });
    const request = {
      horizon: job.horizon,
      periods,
      features,
      members,
      pool,
      weighing,
      windows: { count, step: job.step ?? job.horizon, series: read.judged },
      knownFrom: table.series.map(({ knownFrom }) => knownFrom),
      timeline: timelineOf(table),
    };
    const measured = table.series.map(({ values }) => values);
    const forecast = await forecastSeries(measured, request, {
      ...progress,
      onWindow: (window) => windows.push(window),
    });
    const files = await keep(run, job, { table, histories, sha256: digest }, forecast);
    if (generative) await keepNetwork(run, generative, histories);
    await updateStatus(run, "finished");
    return { run, table, histories, forecast, ...cutoffsIn(table, forecast.windows), files };
  } catch (error) {
    const stopped = progress.signal?.aborted === true;
    await updateStatus(run, stopped ? "stopped" : "failed", {
      error: error instanceof Error ? error.message : String(error),
    });
    if (!stopped) throw error;
    const backtests = join(run.folder, forecastFiles.backtests);
    if (windows.length > 0) await writeColumns(backtests, backtestColumns(table, windows), "csv");
    const network = generative ? await keepNetwork(run, generative, histories) : undefined;
    const kept =
      windows.length > 0
        ? `Stopped after ${windows.length} of ${count} backtest windows; they are in ${backtests}.`
        : "Stopped before the first backtest window was complete; start again with fewer windows (--windows 1) if it takes too long.";
    throw new WindageError(
      "run/stopped",
      network === undefined
        ? kept
        : `${kept} The generative forecaster as it had been trained by then is in ${network}; loadNetwork of windage/run takes it up from code.`,
      { kind: "failure", cause: error },
    );
  } finally {
    await augurs?.dispose();
  }
}

async function keep(
  run: Run,
  job: CompleteJob,
  { table, histories, sha256: digest }: Pick<Histories, "table" | "histories" | "sha256">,
  forecast: Forecast,
): Promise<ForecastFiles> {
  const files = {
    forecasts: join(run.folder, `forecast.${job.format}`),
    backtests: join(run.folder, forecastFiles.backtests),
    chart: join(run.folder, forecastFiles.chart),
    ...(job.paths === undefined ? {} : { paths: join(run.folder, `paths.${job.format}`) }),
  };
  const ids = table.series.map(({ id }) => id);
  const fitted = {
    sha256: digest,
    ends: table.series.map((one) => timeAt(one, table.frequency, one.values.length - 1)),
  };
  await writePool(run, savePool(forecast, ids), readingOf(job, table), fitted, job.perSeries ?? false);
  await writeColumns(
    files.forecasts,
    forecastColumns(table, forecast.models, [poolName], job.spread),
    job.format,
  );
  await writeColumns(files.backtests, backtestColumns(table, forecast.windows), "csv");
  if (files.paths !== undefined) {
    const drawn: Float64Array[][] = [];
    for (const i of table.series.keys()) drawn.push(await forecast.paths(i, job.paths!, job.seed));
    await writeColumns(files.paths, pathColumns(table, drawn), job.format);
  }
  const pool = forecast.models.find(({ name }) => name === poolName)!;
  const subject = `${table.columns.names[table.columns.target]}, ${forecast.horizon} steps ahead`;
  const note = `${basename(job.file)}, frequency ${table.frequency.name}, pool of ${forecast.weights.names.length} members`;
  const panels = table.series.map((_, i) => fanPanel(table, histories, pool, i));
  const fan = { subject, note, panels };
  await writeDurably(files.chart, [fanFigure(fan).svg]);
  await writePortrait(
    run,
    forecastPortrait(forecast, histories, fan, table.columns.names[table.columns.target]!),
  );
  await writeSummary(run, summaryOf(table, forecast));
  return files;
}

/** How to read other files like this one: what was guessed of it is settled now. */
function readingOf({ read, calendar }: CompleteJob, table: SeriesTable): Reading {
  const { columns, dateOrder } = table;
  const { names, id, time } = columns;
  const nameOf = (index: number): string => names[index]!;
  return {
    read: {
      ...read,
      target: nameOf(columns.target),
      ...(id === undefined ? {} : { idCol: nameOf(id) }),
      ...(time === undefined ? {} : { timeCol: nameOf(time) }),
      ...(dateOrder === undefined ? {} : { dateOrder }),
      known: columns.known.map(nameOf),
      past: columns.past.map(nameOf),
    },
    calendar,
    frequency: frequencyIn(table),
  };
}

/** What `--json` prints of a forecast, and summary.json keeps. */
export function summaryOf(table: SeriesTable, forecast: Forecast): JsonObject {
  return {
    ...featureSummary(forecast),
    frequency: table.frequency.name,
    horizon: forecast.horizon,
    series: table.series.length,
    models: Object.fromEntries([...forecast.scores].map(([name, scores]) => [name, { ...scores }])),
    best: forecast.best,
  };
}

/** One series of a chart: about three horizons of history, and the fan. */
export function fanPanel(
  table: SeriesTable,
  histories: readonly Float64Array[],
  model: ModelForecast,
  series: number,
): FanPanel {
  const one = table.series[series]!;
  const { id, values } = one;
  const horizon = model.point[series]!.length;
  const shown = Math.min(values.length, Math.max(3 * horizon, 24));
  const stamp = (step: number): string => formatTime(timeAt(one, table.frequency, step), table);
  return {
    title: id,
    history: histories[series]!.subarray(values.length - shown),
    fan: model.quantiles(series, fanLevels).values,
    times: [stamp(values.length - shown), stamp(values.length - 1), stamp(values.length + horizon - 1)],
  };
}
