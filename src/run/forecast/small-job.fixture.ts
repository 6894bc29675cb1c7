/** A forecast that is made in a moment, with a network, and values of a weekly pattern to make it from. */
import type { ForecastJob } from "./forecast-job.ts";

/** What `size` shops sell on the days after 1 January 2025. */
export function dailySales(size: number, length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => size * (100 + 20 * Number(i % 7 > 4) + ((i * 7919) % 13)));
}

/** Rows of date and value. */
export function datedRows(values: Float64Array): string[] {
  return Array.from(values, (value, i) => {
    const date = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
    return `${date},${value}`;
  });
}

/** The job for a file, with its runs in `root`. */
export function smallJob(file: string, root: string): ForecastJob {
  return {
    file,
    read: {},
    horizon: 3,
    windows: 1,
    spread: { levels: [80], quantiles: [] },
    format: "csv",
    seed: 0,
    calendar: false,
    gflownet: { iterations: 4, width: 8, heads: 2, layers: 1, bins: 16, paths: 8 },
    root,
  };
}
