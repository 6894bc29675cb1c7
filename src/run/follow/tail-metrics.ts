/** The metrics of a run from a place on, for readers that come again: what was appended since, and no more of the file. */
import { join } from "node:path";
import { runFiles, type Run } from "../layout.ts";
import { MetricsTail, type MetricsNews } from "./metrics-tail.ts";

/** What has come, and where to go on. */
export interface TailedMetrics extends MetricsNews {
  /** For the next call, in this process or any other; a text that may be kept, or lost. */
  readonly place: string;
}

/**
 * What was appended to a run's metrics since a place, up to four megabytes; from the beginning without one. Where the
 * run was resumed since and has cut its metrics, `cutAfter` says which of the rows that were told before still hold.
 */
export async function tailMetrics(run: Pick<Run, "folder">, place?: string): Promise<TailedMetrics> {
  const tail = new MetricsTail(join(run.folder, runFiles.metrics), place);
  const news = await tail.look();
  return { ...news, place: tail.place };
}
