/**
 * The runs there are, each with its condition and its figures. A folder that cannot be understood is listed with the
 * reason; no content of a folder makes the list fail. Of many runs an index says what has not changed (`run-index.ts`).
 */

import { join } from "node:path";
import { broken } from "../file/json-document.ts";
import { readRecord, runFiles, runsRoot, type Run } from "./layout.ts";
import { lockState } from "./lock/lock.ts";
import { readLastMetrics } from "./metrics/metrics-reader.ts";
import { linesAfter, type MetricRow } from "./metrics/metrics-writer.ts";
import { runNames, type RunStoreOptions } from "./open-run.ts";
import { figuresOf, type RunFigures } from "./reading/figures.ts";
import { RunIndex, stampOf } from "./reading/run-index.ts";
import { readSummary } from "./summary.ts";
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

/** A run of a list, with what it came to. */
export interface ListedRun extends RunOverview {
  readonly figures: RunFigures;
  /** Why its final evaluation cannot be read, null where it can or there is none. */
  readonly problemOfSummary: string | null;
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

/** Looks a folder over, with the figures that a list shows. */
async function listed(folder: string, id: string): Promise<ListedRun | BrokenRun> {
  try {
    const record = await readRecord(folder);
    if (record === undefined) return { id, folder, problem: `it has no ${runFiles.config}` };
    const overview = await inspectRun({ id, folder, record });
    return { ...overview, ...(await readFigures(overview)) };
  } catch (error) {
    return { id, folder, problem: reasonOf(error) };
  }
}

/** A list is of use even where the final evaluation of a run is damaged. */
async function readFigures(overview: RunOverview): Promise<Omit<ListedRun, keyof RunOverview>> {
  try {
    const summary = (await readSummary(overview.run)) ?? null;
    return { figures: figuresOf(overview, summary), problemOfSummary: null };
  } catch (error) {
    return { figures: figuresOf(overview, null), problemOfSummary: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function createdOf(entry: ListedRun | BrokenRun): string {
  return "problem" in entry ? "" : entry.run.record.created;
}

/** All runs, newest first, then the broken folders. */
export async function listRuns(options: RunStoreOptions = {}): Promise<readonly (ListedRun | BrokenRun)[]> {
  const root = runsRoot(options.root);
  const index = await RunIndex.open(root);
  const found: (ListedRun | BrokenRun)[] = [];
  // One after another: thousands of runs are more files than a process may have open.
  for (const id of await runNames(root)) {
    const run = { id, folder: join(root, id) };
    const stamp = await stampOf(run.folder);
    const known = index.find(run, stamp);
    if (known === undefined) {
      const entry = await listed(run.folder, id);
      if (!("problem" in entry)) index.note(entry, stamp);
      found.push(entry);
      // Whether its process is still there is in no file.
    } else found.push({ ...known, condition: await conditionOf(known.run, known.status) });
  }
  await index.keep();
  // The sort is stable, so that runs of one moment and broken folders stay in the order of their names.
  return found.sort((a, b) => (createdOf(a) < createdOf(b) ? 1 : createdOf(a) > createdOf(b) ? -1 : 0));
}
