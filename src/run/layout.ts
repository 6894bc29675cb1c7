/**
 * What a run folder is made of: the names of its files, the record that makes a folder a run, and where runs
 * are kept. docs/runs.md describes the same for people. Creating, opening and removing are in their own files.
 */

import { basename, join, resolve } from "node:path";
import { readSmallText } from "../file/folder-file.ts";
import { broken, parseObject, type JsonObject } from "../file/json-document.ts";

/** Names inside a run folder. */
export const runFiles = {
  config: "config.json",
  status: "status.json",
  metrics: "metrics.jsonl",
  summary: "summary.json",
  portrait: "portrait.json",
  report: "report.html",
  checkpoints: "checkpoint",
  lock: "lock.json",
  inputs: "inputs.json",
  space: "space.json",
  extension: "extension.json",
  scores: "scores.jsonl",
  pool: "pool.json",
  signature: "signature",
} as const;

/** Names beginning so, beside the runs, are none: folders in the making or on their way out, and what was started. */
export const hiddenPrefix = ".windage-";

/** The largest JSON document we read from a run folder. */
export const MAX_JSON_BYTES = 16 * 2 ** 20;

/** What config.json says: how the run was asked for, and by which version. */
export interface RunRecord {
  readonly format: "windage-run";
  readonly version: 1;
  readonly id: string;
  /** What is trained, such as tfbind8. */
  readonly task: string;
  readonly created: string;
  /** The version of this package that created the run. */
  readonly windage: string;
  readonly seed: number;
  /** The complete configuration, defaults filled in. */
  readonly config: JsonObject;
}

/** A run folder that has been found and checked. */
export interface Run {
  /** The folder's name. */
  readonly id: string;
  /** The folder's absolute path. */
  readonly folder: string;
  readonly record: RunRecord;
}

/** The folder runs are kept in: what was asked for, else WINDAGE_RUNS, else ./runs. */
export function runsRoot(
  asked?: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const named = env["WINDAGE_RUNS"];
  return resolve(asked ?? (named === undefined || named === "" ? "runs" : named));
}

/** Reads the record in a folder; undefined when the folder has none. */
export async function readRecord(folder: string): Promise<RunRecord | undefined> {
  const path = join(folder, runFiles.config);
  const written = await readSmallText(path, MAX_JSON_BYTES);
  if (written === undefined) return undefined;
  const object = parseObject(written, path);
  if (object["format"] !== "windage-run" || object["version"] !== 1) {
    const got = JSON.stringify([object["format"], object["version"]]).slice(0, 80);
    throw broken(path, `its format and version are ${got}, expected ["windage-run",1]`);
  }
  const { readDocument, recordSchema } = await import("./run-documents.ts");
  return { format: "windage-run", version: 1, ...readDocument(recordSchema, object, path) };
}

/** The run in a folder, which must be one. */
export async function runIn(folder: string): Promise<Run> {
  const record = await readRecord(folder);
  if (record === undefined) throw broken(folder, `it has no ${runFiles.config}`);
  return { id: basename(folder), folder, record };
}
