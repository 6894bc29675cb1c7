/**
 * status.json: what a run is doing, or how it ended. It is what the training process last said about itself;
 * whether that process is still alive is known from the lock, see `list-runs.ts`.
 */

import { closeSync, fstatSync, fsyncSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { writeDocument } from "../file/durable-write.ts";
import { WindageError } from "../error.ts";
import { openForUpdate, readSmallText } from "../file/folder-file.ts";
import { parseObject } from "../file/json-document.ts";
import { runFiles, type Run } from "./layout.ts";
import { noteStart } from "./started-runs.ts";

/** How far a run has come. */
export const runStates = ["created", "running", "finished", "stopped", "failed"] as const;

/** `created` has not trained yet, `stopped` was asked to end early, `failed` ended by an error. */
export type RunState = (typeof runStates)[number];

/** The content of status.json. */
export interface RunStatus {
  readonly state: RunState;
  readonly pid: number;
  readonly host: string;
  /** When the run first began. */
  readonly started: string;
  readonly updated: string;
  /** Why it failed, else null. */
  readonly error: string | null;
  /** How many iterations were done when training ended; each has its line of metrics. Else null. */
  readonly iterations: number | null;
  /** Whether it is a copy that was imported and has not been gone on with since. */
  readonly imported: boolean;
}

/** The longest reason of a failure that is kept. */
export const MAX_ERROR = 10_000;
const MAX_STATUS_BYTES = 2 ** 16;

/** What the status of a run of this process is now. */
export function statusNow(
  state: RunState,
  details: Partial<Pick<RunStatus, "started" | "error" | "iterations">> = {},
): RunStatus {
  const updated = new Date().toISOString();
  return {
    state,
    pid: process.pid,
    host: hostname().slice(0, 200),
    started: details.started ?? updated,
    updated,
    error: details.error?.slice(0, MAX_ERROR) ?? null,
    iterations: details.iterations ?? null,
    imported: false,
  };
}

/** Reads the status in a folder; undefined when there is none. */
export async function readStatusIn(folder: string): Promise<RunStatus | undefined> {
  const path = join(folder, runFiles.status);
  const written = await readSmallText(path, MAX_STATUS_BYTES);
  if (written === undefined) return undefined;
  const { readDocument, statusSchema } = await import("./run-documents.ts");
  return readDocument(statusSchema, parseObject(written, path), path);
}

/** Reads a run's status; undefined when it has none. */
export function readStatus(run: Run): Promise<RunStatus | undefined> {
  return readStatusIn(run.folder);
}

/**
 * Says what the run is doing now, as this process; an error's message goes with `failed`, the iterations that are done
 * with `finished` and `stopped`.
 */
export async function updateStatus(
  run: Run,
  state: RunState,
  details: Partial<Pick<RunStatus, "error" | "iterations">> = {},
): Promise<RunStatus> {
  const earlier = await readStatus(run);
  const began = earlier === undefined || earlier.state === "created" ? {} : { started: earlier.started };
  const status = statusNow(state, { ...began, ...details });
  const path = join(run.folder, runFiles.status);
  try {
    await writeDocument(path, status);
  } catch (error) {
    if (!(error instanceof WindageError) || error.code !== "run/disk-full") throw error;
    overwrite(path, status);
  }
  if (state === "running") noteStart(run);
  return status;
}

/** On a full disk there is no room for a second file, but the block that the first one has can be used again. */
function overwrite(path: string, status: RunStatus): void {
  const file = openForUpdate(path, MAX_STATUS_BYTES);
  try {
    const room = Math.max(fstatSync(file).size, 512);
    const short = { ...status, error: status.error?.slice(0, room / 4) ?? null };
    writeSync(file, `${JSON.stringify(short)}\n`.padEnd(room), 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
