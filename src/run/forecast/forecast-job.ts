/** What is forecast, how, and in which folder the run is kept: a file and a horizon, and what else is to be otherwise. */
import type { GflownetSettings } from "../../forecast/gflownet/settings.ts";
import type { ReadOptions } from "../../forecast/series/read-series.ts";
import type { Spread } from "../../forecast/output/long-table.ts";
import type { Weighing } from "../../forecast/pool/weigher.ts";
import type { TableFormat } from "./write-columns.ts";

/** What `forecastRun` is told; everything but the file and the horizon has a default. */
export interface ForecastJob {
  readonly file: string;
  readonly horizon: number;
  /** How the file is read; guessed where nothing is said. */
  readonly read?: ReadOptions;
  /** Seasonal periods; those usual for the frequency unless told. */
  readonly periods?: readonly number[];
  /** Backtest windows; three unless told, and more where these would hold fewer than a hundred errors. */
  readonly windows?: number;
  /** Steps between backtest origins; the horizon unless told. */
  readonly step?: number;
  /** Intervals and quantiles that are written; central ones of 80 and 95 % unless told. */
  readonly spread?: Spread;
  /** How forecasts are written; csv unless told. */
  readonly format?: TableFormat;
  /** 0 unless told. */
  readonly seed?: number;
  /** Whether the hour, the weekday and the time of the year are features; they are not unless told. */
  readonly calendar?: boolean;
  /** Whether the generative forecaster is trained too, and with which settings; it is not unless told. */
  readonly gflownet?: boolean | Partial<GflownetSettings>;
  /** Whether models that learn from all series together learn from each one alone; they do not unless told. */
  readonly perSeries?: boolean;
  /** Whose backtests weigh the pool's members: each series' own, those of all together, or what helped of both unless told. */
  readonly weighing?: Weighing;
  /** Paths of each series to write; none unless told. */
  readonly paths?: number;
  readonly root?: string;
}

/** A job of which all is said that has a default. */
export type CompleteJob = ForecastJob &
  Required<Pick<ForecastJob, "read" | "spread" | "format" | "seed" | "calendar" | "gflownet">>;

/** The job with its defaults. */
export function completeJob(job: ForecastJob): CompleteJob {
  return {
    read: {},
    spread: { levels: [80, 95], quantiles: [] },
    format: "csv",
    seed: 0,
    calendar: false,
    gflownet: false,
    ...job,
  };
}
