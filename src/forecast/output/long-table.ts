/**
 * Forecasts as one long table, in the names users of other tools know: `unique_id, ds`, a column per model, and for
 * the pool `Pool-mean`, `Pool-lo-95`, `Pool-hi-95` for levels and `Pool-q-10` for quantiles. Columns, so that CSV, JSON and Parquet
 * are written from the same thing.
 */
import type { ModelForecast } from "../forecaster.ts";
import type { Window } from "../pool/backtest.ts";
import { timeAt } from "../series/grid.ts";
import { formatTime } from "../series/parse-time.ts";
import type { SeriesTable } from "../series/read-series.ts";

/** A named column of a table in the long format. */
export interface Column {
  readonly name: string;
  readonly values: readonly (string | number)[];
}

/** Which intervals and quantiles get columns. */
export interface Spread {
  /** Central intervals in percent. */
  readonly levels: readonly number[];
  /** Quantile levels between 0 and 1. */
  readonly quantiles: readonly number[];
}

/** Columns of the forecasts; only `detailed` models get intervals. */
export function forecastColumns(
  table: SeriesTable,
  models: readonly ModelForecast[],
  detailed: readonly string[],
  spread: Spread,
): Column[] {
  const { series, frequency } = table;
  const horizon = models[0]!.point[0]!.length;
  const columns: Column[] = [
    { name: "unique_id", values: series.flatMap(({ id }) => Array.from({ length: horizon }, () => id)) },
    {
      name: "ds",
      values: series.flatMap((one) =>
        Array.from({ length: horizon }, (_, t) =>
          formatTime(timeAt(one, frequency, one.values.length + t), table),
        ),
      ),
    },
  ];
  for (const model of models) {
    columns.push({ name: model.name, values: series.flatMap((_, i) => [...model.point[i]!]) });
    if (!detailed.includes(model.name)) continue;
    columns.push({ name: `${model.name}-mean`, values: series.flatMap((_, i) => meanOf(model, i)) });
    for (const { name, level } of spreadColumns(model.name, spread)) {
      const values = series.flatMap((_, i) => Array.from(model.quantiles(i, [level]).values[0]!));
      columns.push({ name, values });
    }
  }
  return columns;
}

/** Equally likely levels that stand for a law in its mean; among those a pool is written down with, so that it is the same again. */
const equallyLikely = Array.from({ length: 100 }, (_, i) => (2 * i + 1) / 200);

/** The mean of the law at each step: what adds up, where the point forecast is what is as often exceeded as not. */
function meanOf(model: ModelForecast, series: number): number[] {
  const { values } = model.quantiles(series, equallyLikely);
  return Array.from(values[0]!, (_, t) => values.reduce((sum, row) => sum + row[t]! / values.length, 0));
}

/** The column names of a spread, and the quantile level each holds. */
function spreadColumns(model: string, { levels, quantiles }: Spread): { name: string; level: number }[] {
  const ends = levels.flatMap((level) => [
    { name: `${model}-lo-${level}`, level: (100 - level) / 200 },
    { name: `${model}-hi-${level}`, level: (100 + level) / 200 },
  ]);
  // Fifteen digits tell all levels apart that anyone writes, and leave out the dust of the multiplication.
  const single = quantiles.map((level) => ({
    name: `${model}-q-${Number((100 * level).toPrecision(15))}`,
    level,
  }));
  return [...new Map([...ends, ...single].map((column) => [column.name, column])).values()];
}

/** Columns of backtests: `unique_id, ds, cutoff, y` and a column per model. */
export function backtestColumns(table: SeriesTable, windows: readonly Window[]): Column[] {
  const { series, frequency } = table;
  const models = [...(windows[0]?.forecasts.keys() ?? [])];
  const rows = windows.flatMap((window) =>
    window.series.flatMap((index, at) => {
      const one = series[index]!;
      const { id } = one;
      const before = window.histories[at]!.length;
      return Array.from(window.actual[at]!, (y, t) => ({
        id,
        y,
        ds: formatTime(timeAt(one, frequency, before + t), table),
        cutoff: formatTime(timeAt(one, frequency, before - 1), table),
        forecasts: models.map((name) => window.forecasts.get(name)![at]![t]!),
      }));
    }),
  );
  return [
    { name: "unique_id", values: rows.map(({ id }) => id) },
    { name: "ds", values: rows.map(({ ds }) => ds) },
    { name: "cutoff", values: rows.map(({ cutoff }) => cutoff) },
    { name: "y", values: rows.map(({ y }) => y) },
    ...models.map((name, m) => ({ name, values: rows.map(({ forecasts }) => forecasts[m]!) })),
  ];
}

/** Columns of sample paths: `unique_id, sample, ds, y`; `paths[series][sample][step]`. */
export function pathColumns(table: SeriesTable, paths: readonly (readonly Float64Array[])[]): Column[] {
  const rows = paths.flatMap((ofOne, i) => {
    const one = table.series[i]!;
    const { id, values } = one;
    const stamps = Array.from(ofOne[0] ?? [], (_, t) =>
      formatTime(timeAt(one, table.frequency, values.length + t), table),
    );
    return ofOne.flatMap((path, sample) =>
      stamps.map((ds, t) => ({ id, sample: sample + 1, ds, y: path[t]! })),
    );
  });
  return [
    { name: "unique_id", values: rows.map(({ id }) => id) },
    { name: "sample", values: rows.map(({ sample }) => sample) },
    { name: "ds", values: rows.map(({ ds }) => ds) },
    { name: "y", values: rows.map(({ y }) => y) },
  ];
}

/** Comma-separated values with a header and quotes where they are needed; nothing where a number is missing. */
export function toCsv(columns: readonly Column[]): string {
  const lines = [columns.map(({ name }) => field(name)).join(",")];
  const rows = columns[0]?.values.length ?? 0;
  for (let r = 0; r < rows; r++) lines.push(columns.map(({ values }) => field(cell(values[r]!))).join(","));
  return `${lines.join("\n")}\n`;
}

/** One record per row. */
export function toRecords(columns: readonly Column[]): Record<string, string | number>[] {
  const rows = columns[0]?.values.length ?? 0;
  return Array.from({ length: rows }, (_, r) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[r]!])),
  );
}

function cell(value: string | number): string {
  return Number.isNaN(value) ? "" : String(value);
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
