/** The options of `windage forecast`, and what they mean to the library. */
import type { DateOrder } from "../../forecast/series/date-order.ts";
import type { ReadOptions } from "../../forecast/series/read-series.ts";
import type { Spread } from "../../forecast/output/long-table.ts";
import type { TableFormat } from "../../run/forecast/write-columns.ts";
import type { SpecTable } from "../option-table.ts";
import { outputFormat } from "../output-format.ts";
import { openOption, runsOptions } from "../run-text/runs-options.ts";

/** How the file is read. */
const columnOptions = {
  target: {
    kind: "text",
    valueName: "column",
    description: "The column to forecast; guessed where only one will do.",
  },
  idCol: { kind: "text", valueName: "column", description: "The column that names the series; guessed." },
  timeCol: { kind: "text", valueName: "column", description: "The column of times; guessed." },
  freq: {
    kind: "text",
    valueName: "name",
    description: "How often values come, such as 15min, h, D, B, W, MS; guessed.",
  },
  timezone: {
    path: "read.timezone",
    kind: "text",
    valueName: "zone",
    description: "The zone of times without an offset, such as Europe/Berlin; daylight saving is then known.",
  },
  dateOrder: {
    path: "read.dateOrder",
    kind: "choice",
    choices: ["day-first", "month-first"],
    description: "What comes first in dates such as 03/04/2025; seen in their column where one passes 12.",
  },
  known: {
    kind: "text",
    joins: true,
    valueName: "columns",
    description:
      "Features that are known beforehand, such as price,holiday: numbers or words. Rows without a target say what they will be.",
  },
  past: {
    kind: "text",
    joins: true,
    valueName: "columns",
    description: "Features that are known of the past only, such as temperature: numbers or words.",
  },
  irregular: {
    path: "read.irregular",
    kind: "choice",
    choices: ["readings", "interpolate"],
    needs: [{ words: "without --freq", holds: ({ freq }) => freq === undefined }],
    description:
      "What irregular times mean: every reading is a step and the time between them a feature (readings, the default), or values on an even grid.",
  },
} as const satisfies SpecTable;

/** What is written. */
export const outputOptions = {
  level: {
    kind: "list",
    of: "number",
    valueName: "percents",
    min: 1,
    max: 99.9,
    description: "Central intervals to write, such as 80,95 (the default).",
  },
  quantiles: {
    kind: "list",
    of: "number",
    valueName: "levels",
    min: 0.001,
    max: 0.999,
    description: "Quantiles to write, such as 0.1,0.5,0.9.",
  },
  format: {
    kind: "choice",
    choices: ["csv", "json", "parquet"],
    description: "How forecasts are written; by the ending of --out unless told, else csv.",
  },
  out: {
    kind: "text",
    valueName: "file",
    description: "Write the forecasts to this file as well; - is standard output.",
  },
} as const satisfies SpecTable;

export const forecastOptions = {
  horizon: { kind: "integer", min: 1, max: 10_000, default: 24, description: "How many steps ahead." },
  ...columnOptions,
  calendar: {
    kind: "boolean",
    description: "Take the hour, the weekday and the time of the year as features too.",
  },
  season: {
    kind: "list",
    of: "integer",
    valueName: "periods",
    min: 1,
    max: 100_000,
    description:
      "Seasonal periods in steps, such as 24,168; those usual for the frequency unless told, or where none is usual, those that are found.",
  },
  given: {
    kind: "text",
    valueName: "question",
    description:
      "Ask about the future, such as 'sum(y) > 1200' or 'min(y) >= 0 and y[24] < 40': how likely it is, and what the future looks like if it comes true. Or a module such as ./shortage.mjs whose default export weighs a whole path.",
  },
  series: {
    kind: "text",
    valueName: "id",
    description: "The series that is plotted and that --given asks about; the first unless told.",
  },
  gflownet: {
    kind: "boolean",
    description:
      "Train the generative forecaster as well, one network for all series that draws whole futures; it joins the pool and gives its paths. Takes seconds for a few series, minutes for hundreds.",
  },
  weights: {
    kind: "choice",
    choices: ["auto", "own", "shared"],
    default: "auto",
    description:
      "Whose backtests weigh the models in the pool: each series' own, those of all series together, which choose among all models (shared), or as much of each as helped in the backtests (auto).",
  },
  perSeries: {
    kind: "boolean",
    description:
      "Models that learn from all series together (the linear map, the quantile regression and the generative forecaster) learn from each series alone: one model per series instead of one global model.",
  },
  paths: {
    kind: "integer",
    min: 1,
    max: 10_000,
    description:
      "Write so many equally likely futures of each series as well (paths.csv or the format asked for).",
  },
  windows: {
    kind: "integer",
    min: 1,
    max: 100,
    description:
      "How many windows of the past to backtest on; 3 unless told, and up to 10 where three would hold fewer than a hundred errors.",
  },
  step: {
    kind: "integer",
    min: 1,
    needs: [{ words: "with --windows 2 or more", holds: ({ windows }) => windows !== 1 }],
    description: "Steps between backtest windows; the horizon unless told.",
  },
  ...outputOptions,
  seed: {
    kind: "integer",
    min: 0,
    default: 0,
    needs: [
      {
        words: "with --gflownet, --paths or --given; nothing else draws",
        holds: ({ gflownet, paths, given }) =>
          gflownet === true || paths !== undefined || given !== undefined,
      },
    ],
    description: "The same seed gives the same numbers.",
  },
  ...runsOptions,
  ...openOption,
} as const satisfies SpecTable;

/** The values of the options above that say how to read a file. */
type ReadValues = {
  readonly [name in Exclude<keyof typeof columnOptions, "irregular" | "dateOrder">]: string | undefined;
} & {
  readonly irregular: "readings" | "interpolate" | undefined;
  readonly dateOrder: DateOrder | undefined;
};

export function readOptionsOf(values: ReadValues): ReadOptions {
  const { target, idCol, timeCol, freq, timezone, dateOrder, irregular } = values;
  const given = Object.entries({
    target,
    idCol,
    timeCol,
    freq,
    timezone,
    dateOrder,
    irregular,
    known: columnsIn(values.known),
    past: columnsIn(values.past),
  }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function columnsIn(list: string | undefined): readonly string[] | undefined {
  return list
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

export function spreadOf(values: {
  readonly level: readonly number[] | undefined;
  readonly quantiles: readonly number[] | undefined;
}): Spread {
  const levels = values.level ?? (values.quantiles ? [] : [80, 95]);
  // A level that is asked for twice is one column all the same.
  return { levels: [...new Set(levels)], quantiles: [...new Set(values.quantiles)] };
}

/** The format asked for, or what the name of the file says; the two may not contradict each other. */
export function formatOf({
  format,
  out,
}: {
  format: TableFormat | undefined;
  out: string | undefined;
}): TableFormat {
  return outputFormat(format, out, outputOptions.format.choices) ?? "csv";
}
