/** What can be done with a forecast run later: predict from newer data with the pool it fitted, and score what it forecast. */
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { parseObject } from "../../file/json-document.ts";
import { defaultMembers, gflownetName, predictPool, score } from "../../forecast/index.ts";
import type { ModelForecast, ReadOptions, SavedPool, Scores, SeriesTable } from "../../forecast/index.ts";
import { MAX_JSON_BYTES, type Run } from "../layout.ts";
import { forecastFiles, readHistories } from "./forecast-run.ts";
import type { Histories, HistoryOptions } from "./forecast-run.ts";
import { loadNetwork } from "./keep-network.ts";
import { loadAugurs } from "./load-augurs.ts";

export interface Prediction {
  readonly table: SeriesTable;
  readonly histories: readonly Float64Array[];
  readonly model: ModelForecast;
}

/** Forecasts the series of another file with a run's pool; no backtests, so it takes a moment. */
export async function predictFromRun(run: Run, file: string): Promise<Prediction> {
  const saved = await savedPool(run);
  const read = await readHistories(file, historyOptionsOf(run, saved));
  return { ...read, model: await predict(run, saved, read) };
}

/** Scores a run's pool on a file that goes on after the data it was fitted to: each series' last horizon is held back. */
export async function evaluateRun(run: Run, file: string): Promise<{ scores: Scores; series: number }> {
  const saved = await savedPool(run);
  const { table, histories, features, periods } = await readHistories(
    file,
    historyOptionsOf(run, saved),
    true,
  );
  const long = [...histories.keys()].filter((i) => histories[i]!.length > saved.horizon + 1);
  if (long.length === 0) {
    throw new WindageError(
      "forecast/too-short",
      `${file}: got no series longer than the horizon of ${saved.horizon} steps, expected values to compare with.`,
    );
  }
  const before = long.map((i) => histories[i]!.subarray(0, histories[i]!.length - saved.horizon));
  const model = await predict(run, saved, {
    table: { ...table, series: long.map((i) => table.series[i]!) },
    histories: before,
    features: features && long.map((i) => features[i]!),
    periods,
  });
  const outcomes = long.map((i, k) => ({
    history: before[k]!,
    actual: histories[i]!.subarray(before[k]!.length),
    point: model.point[k]!,
    quantiles: (levels: readonly number[]) => model.quantiles(k, levels),
  }));
  return { scores: score(outcomes, saved.periods[0] ?? 1), series: long.length };
}

async function predict(
  run: Run,
  saved: SavedPool,
  { table, histories, features }: Histories,
): Promise<ModelForecast> {
  const { members } = defaultMembers(saved.periods, {
    ...(await loadAugurs()),
    irregular: table.series.some(({ times }) => times),
    ...(saved.names.includes(gflownetName) ? { gflownet: await loadNetwork(run) } : {}),
  });
  const ids = table.series.map(({ id }) => id);
  return predictPool(saved, members, ids, histories, features);
}

async function savedPool(run: Run): Promise<SavedPool> {
  const text = await readSmallText(join(run.folder, forecastFiles.pool), MAX_JSON_BYTES);
  if (text !== undefined) {
    const saved = parseObject(text, join(run.folder, forecastFiles.pool));
    if (isSavedPool(saved)) return saved;
  }
  throw new WindageError(
    "run/no-forecast",
    `${run.id}: got a run without a fitted pool, expected one made by windage forecast; choose another run.`,
  );
}

/** A run folder may come from anywhere, so its numbers are looked at before they are used. */
function isSavedPool(value: unknown): value is SavedPool {
  const pool = value as Partial<SavedPool>;
  const numbers = (list: unknown): boolean => Array.isArray(list) && list.every((x) => Number.isFinite(x));
  return (
    Number.isInteger(pool.horizon) &&
    numbers(pool.periods) &&
    Array.isArray(pool.names) &&
    Number.isFinite(pool.ratio) &&
    Array.isArray(pool.residuals) &&
    pool.residuals.length === pool.horizon &&
    pool.residuals.every((row) => numbers(row) && row.length > 1) &&
    typeof pool.series === "object" &&
    Object.values(pool.series).every(
      ({ weights, scale }) =>
        numbers(weights) && weights.length === pool.names!.length && Number.isFinite(scale),
    )
  );
}

/** A file is read as the run's was. */
function historyOptionsOf({ record: { config } }: Run, saved: SavedPool): HistoryOptions {
  const names = ["target", "idCol", "timeCol", "freq", "timezone", "irregular"] as const;
  const lists = ["known", "past"] as const;
  const read: ReadOptions = Object.fromEntries([
    ...names.flatMap((name) => (typeof config[name] === "string" ? [[name, config[name]]] : [])),
    ...lists.flatMap((name) => (Array.isArray(config[name]) ? [[name, config[name].map(String)]] : [])),
  ]);
  return { read, horizon: saved.horizon, calendar: config["calendar"] === true, periods: saved.periods };
}
