/**
 * Follows a run from outside while it trains, in this process or any other, on this machine or as a folder that is
 * copied here piece by piece: what it is doing, its metrics as they are appended, and the summary at the end. Nothing is
 * written, and nothing that a folder holds ends it with an error: what cannot be read yet is waited for, and said.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { basename, join, resolve } from "node:path";
import { WindageError } from "../../error.ts";
import type { JsonObject } from "../../file/json-document.ts";
import { readRecord, runFiles, type Run } from "../layout.ts";
import { conditionOf, type RunCondition } from "../list-runs.ts";
import type { MetricsProblem } from "../metrics/metrics-reader.ts";
import type { MetricRow } from "../metrics/metrics-writer.ts";
import { readStatus, type RunStatus } from "../status.ts";
import { readSummary } from "../summary.ts";
import { MetricsTail } from "./metrics-tail.ts";

/** What `followRun` tells of a run: its record, status, metrics, summary, and what was cut. */
export type RunEvent =
  | {
      /** What the folder lacks or what is damaged in it, so far; told once for each reason. */
      readonly kind: "waiting";
      readonly reason: string;
    }
  | {
      /** What the run is, once it can be read. */
      readonly kind: "run";
      readonly run: Run;
    }
  | {
      /** Whenever it begins to train, stops, ends or is found interrupted; then after its last metrics. */
      readonly kind: "status";
      readonly condition: RunCondition;
      readonly status: RunStatus;
    }
  | {
      /** It goes on from an earlier iteration: rows after this one are to be forgotten, all where it is -1. */
      readonly kind: "cut";
      readonly after: number;
    }
  | {
      /** Lines of metrics that were appended, in their order. */
      readonly kind: "metrics";
      readonly rows: readonly MetricRow[];
      readonly problems: readonly MetricsProblem[];
    }
  | {
      /** The evaluation it ended with; again where it was trained on and ended anew. */
      readonly kind: "summary";
      readonly summary: JsonObject;
    };

/** How a run is followed. */
export interface FollowOptions {
  /** Ends the following, without an error. */
  readonly signal?: AbortSignal;
  /** Milliseconds between two looks; 500 unless given. */
  readonly everyMs?: number;
  /** Whether to go on after the run has ended, because it may be resumed or is still being copied. */
  readonly onwards?: boolean;
}

const ended: ReadonlySet<RunCondition> = new Set(["finished", "stopped", "failed", "interrupted"]);

/** Follows the run in a folder until it has ended, stopped, failed or lost its process. */
export async function* followRun(
  folder: string,
  { signal, everyMs = 500, onwards = false }: FollowOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  const path = resolve(folder);
  const tail = new MetricsTail(join(path, runFiles.metrics));
  let [record, waiting, told, summaryTold] = ["", "", "", ""];
  while (!isStopped(signal)) {
    let isOver = false;
    try {
      const run = await runIn(path);
      if (changes(run.record, record)) yield { kind: "run", run };
      record = JSON.stringify(run.record);
      const status = await readStatus(run);
      if (status === undefined) throw missing(path, runFiles.status);
      const condition = await conditionOf(run, status);
      isOver = ended.has(condition);
      const isNew = changes([condition, status], told);
      told = JSON.stringify([condition, status]);
      if (isNew && !isOver) yield { kind: "status", condition, status };
      // What was written before the status is found after it was read.
      yield* newsOf(tail, signal);
      if (isNew && isOver) yield { kind: "status", condition, status };
      const summary = condition === "finished" ? await readSummary(run) : undefined;
      if (summary !== undefined && changes(summary, summaryTold)) yield { kind: "summary", summary };
      summaryTold = summary === undefined ? "" : JSON.stringify(summary);
      waiting = "";
    } catch (error) {
      if (!(error instanceof WindageError)) throw error;
      if (error.message !== waiting) yield { kind: "waiting", reason: error.message };
      waiting = error.message;
      isOver = false;
    }
    if (isOver && !onwards) return;
    await sleep(everyMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

async function runIn(folder: string): Promise<Run> {
  const record = await readRecord(folder);
  if (record === undefined) throw missing(folder, runFiles.config);
  return { id: basename(folder), folder, record };
}

function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function changes(value: unknown, told: string): boolean {
  return JSON.stringify(value) !== told;
}

async function* newsOf(tail: MetricsTail, signal?: AbortSignal): AsyncGenerator<RunEvent> {
  while (!isStopped(signal)) {
    const { cutAfter, rows, problems, more } = await tail.look();
    if (cutAfter !== null) yield { kind: "cut", after: cutAfter };
    if (rows.length > 0 || problems.length > 0) yield { kind: "metrics", rows, problems };
    if (!more) return;
  }
}

function missing(folder: string, name: string): WindageError {
  return new WindageError("run/broken", `${folder}: it has no ${name} yet`);
}
