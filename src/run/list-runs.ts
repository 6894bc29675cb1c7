/**
 * The runs there are, each with its condition. A folder that cannot be understood is listed with the reason;
 * no content of a folder makes the list fail.
 */

import { join } from "node:path";
import { WindageError } from "../error.ts";
import { broken } from "../file/json-document.ts";
import { readRecord, runFiles, runsRoot, type Run } from "./layout.ts";
import { lockState } from "./lock/lock.ts";
import { readLastMetrics } from "./metrics/metrics-reader.ts";
import { linesAfter, type MetricRow } from "./metrics/metrics-writer.ts";
import { runNames, type RunStoreOptions } from "./open-run.ts";
import { readStatus, type RunState, type RunStatus } from "./status.ts";

/** A run's state as far as can be told from outside; `interrupted` says it runs, but its process is gone. */
export type RunCondition = RunState | "interrupted";

/** A run in short. */
export interface RunOverview {
  readonly id: string;
  readonly run: Run;
  readonly condition: RunCondition;
  readonly status: RunStatus;
  /** The last usable line of metrics, null when there is none. */
  readonly last: MetricRow | null;
  /** How many lines of metrics after it are damaged or missing. */
  readonly damagedLines: number;
}

/** A folder among the runs that cannot be used, and why. */
export interface BrokenRun {
  readonly id: string;
  readonly folder: string;
  readonly problem: string;
}

/** What a run is doing: what it said of itself, and whether its process is still there. */
export async function conditionOf(run: Run, { state }: RunStatus): Promise<RunCondition> {
  if (state !== "running") return state;
  const { kind } = await lockState(run);
  return kind === "held" || kind === "foreign" ? "running" : "interrupted";
}

/** Looks a run over. */
export async function inspectRun(run: Run): Promise<RunOverview> {
  const status = await readStatus(run);
  if (status === undefined) throw broken(run.folder, `it has no ${runFiles.status}`);
  const condition = await conditionOf(run, status);
  const { row: last, damaged } = await readLastMetrics(run);
  const gone = linesAfter(status.iterations ?? 0) - linesAfter((last?.iteration ?? -1) + 1);
  return { id: run.id, run, condition, status, last, damagedLines: Math.max(damaged, gone) };
}

async function overview(folder: string, id: string): Promise<RunOverview | BrokenRun> {
  try {
    const record = await readRecord(folder);
    if (record === undefined) return { id, folder, problem: `it has no ${runFiles.config}` };
    return await inspectRun({ id, folder, record });
  } catch (error) {
    if (error instanceof WindageError) return { id, folder, problem: error.message };
    return { id, folder, problem: error instanceof Error ? error.message : String(error) };
  }
}

function createdOf(entry: RunOverview | BrokenRun): string {
  return "problem" in entry ? "" : entry.run.record.created;
}

/** All runs, newest first, then the broken folders. */
export async function listRuns(options: RunStoreOptions = {}): Promise<readonly (RunOverview | BrokenRun)[]> {
  const root = runsRoot(options.root);
  const found: (RunOverview | BrokenRun)[] = [];
  for (const id of await runNames(root)) found.push(await overview(join(root, id), id));
  // The sort is stable, so that runs of one moment and broken folders stay in the order of their names.
  return found.sort((a, b) => (createdOf(a) < createdOf(b) ? 1 : createdOf(a) > createdOf(b) ? -1 : 0));
}
