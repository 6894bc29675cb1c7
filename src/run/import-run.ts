/**
 * Takes in a run folder from elsewhere, another machine or a colleague. Everything is read and checked before
 * anything appears among the runs, only the files a run consists of are copied, and each as a plain file.
 */

import { copyFile, mkdir, readdir, stat, statfs } from "node:fs/promises";
import { constants } from "node:fs";
import { join, resolve } from "node:path";
import { WindageError } from "../error.ts";
import { checkpointNames, keptCheckpoints } from "./checkpoint/checkpoint.ts";
import { checkCheckpointFile } from "./checkpoint/checkpoint-file.ts";
import { sayReading } from "./say-reading.ts";
import { memoryText } from "./config/memory-plan.ts";
import { buildFolder } from "./create-run.ts";
import { writeError, writeDocument } from "../file/durable-write.ts";
import { isPlainFolder, openRegularFile } from "../file/folder-file.ts";
import { broken } from "../file/json-document.ts";
import { isMissing, missingFile } from "../file/missing-file.ts";
import { readRecord, runFiles, runsRoot, type Run } from "./layout.ts";
import { metricsDamage, readMetrics } from "./metrics/metrics-reader.ts";
import type { RunStoreOptions } from "./open-run.ts";
import { checkId } from "./run-id.ts";
import { readStatusIn } from "./status.ts";
import { readSummary } from "./summary.ts";
import { isSigned } from "./trust.ts";
import { MAX_JOURNAL_BYTES } from "../landscape/source/score-journal.ts";

/** How to import. */
export interface ImportOptions extends RunStoreOptions {
  /** The name among our runs; its own unless told. */
  readonly id?: string;
  /** Hears of what takes long to read, in words. */
  readonly onRead?: (text: string) => void;
}

/** A run that was taken in, with what the user should know. */
export interface ImportedRun {
  readonly run: Run;
  readonly metrics: number;
  readonly checkpoints: number;
  readonly warnings: readonly string[];
}

const known: ReadonlySet<string> = new Set(Object.values(runFiles));

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isMissing(cause))
      throw new WindageError("run/not-readable", await missingFile(folder, "folder"), { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WindageError("run/not-readable", `${folder}: ${reason}; expected the folder of a run`, {
      cause,
    });
  }
}

/** The names of the newest checkpoints that are whole, as many as a run keeps; damaged ones are warned of. */
async function wholeCheckpoints(
  folder: string,
  warnings: string[],
  onRead: ImportOptions["onRead"],
): Promise<string[]> {
  const whole: string[] = [];
  for (const name of await checkpointNames({ folder })) {
    if (whole.length === keptCheckpoints) break;
    const path = join(folder, runFiles.checkpoints, name);
    try {
      await sayReading(path, name, onRead);
      await checkCheckpointFile(path);
      whole.push(name);
    } catch (error) {
      if (!(error instanceof WindageError)) throw error;
      warnings.push(`left out a damaged checkpoint: ${error.message}`);
    }
  }
  return whole;
}

/** Throws where what is to be copied would not fit; systems that do not say what is free are left to find out. */
async function requireRoom(root: string, files: readonly string[]): Promise<void> {
  const sizes = await Promise.all(files.map((path) => stat(path).then(({ size }) => size)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const free = await statfs(root).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
  if (bytes <= free) return;
  throw new WindageError(
    "run/disk-full",
    (say) =>
      `${root}: got a run of ${memoryText(bytes)}, expected at most the ${memoryText(free)} that are free there; free some space, or choose another folder of runs with ${say("runs")}. Nothing was imported.`,
    { kind: "failure" },
  );
}

/** Whether there is a file that can be copied; anything else of that name is an error. */
async function hasPlainFile(path: string): Promise<boolean> {
  const file = await openRegularFile(path, MAX_JOURNAL_BYTES);
  await file?.handle.close();
  return file !== undefined;
}

/** Imports the run in a folder. */
export async function importRun(source: string, options: ImportOptions = {}): Promise<ImportedRun> {
  const from = resolve(source);
  const names = await namesIn(from);
  const record = await readRecord(from);
  if (record === undefined) throw broken(from, `it has no ${runFiles.config}`);
  const id = options.id ?? record.id;
  checkId(id);
  const status = await readStatusIn(from);
  if (status === undefined) throw broken(from, `it has no ${runFiles.status}`);
  const original: Run = { id, folder: from, record };
  const summary = await readSummary(original);
  await sayReading(join(from, runFiles.metrics), runFiles.metrics, options.onRead);
  const metrics = await readMetrics(original);
  const warnings = [...metricsDamage(metrics)];
  if (status.state === "running")
    warnings.push("it was still running when it was copied; here it counts as stopped");
  const checkpoints = await wholeCheckpoints(from, warnings, options.onRead);
  if (names.includes(runFiles.checkpoints) && !(await isPlainFolder(join(from, runFiles.checkpoints))))
    warnings.push(`its ${runFiles.checkpoints} is a link or a file, expected a folder; left out`);
  const kept: string[] = [];
  for (const name of [
    runFiles.scores,
    runFiles.inputs,
    runFiles.space,
    runFiles.extension,
    runFiles.portrait,
  ]) {
    if (await hasPlainFile(join(from, name))) kept.push(name);
  }
  const others = names.filter((name) => !known.has(name)).length;
  if (others > 0)
    warnings.push(
      `left out what is no part of a run: ${others === 1 ? "1 file or folder" : `${others} files or folders`}`,
    );

  const plain = [
    ...checkpoints.map((name) => join(runFiles.checkpoints, name)),
    ...(names.includes(runFiles.metrics) ? [runFiles.metrics] : []),
    ...kept,
  ];
  const folder = await buildFolder(runsRoot(options.root), id, async (building) => {
    await requireRoom(
      building,
      plain.map((name) => join(from, name)),
    );
    const copy = async (name: string): Promise<void> => {
      try {
        await copyFile(join(from, name), join(building, name), constants.COPYFILE_EXCL);
      } catch (cause) {
        throw writeError(join(building, name), cause, "Nothing was imported.");
      }
    };
    await mkdir(join(building, runFiles.checkpoints));
    for (const name of plain) await copy(name);
    // Of a run that was made or trusted here before; anyone else's says nothing.
    if (await isSigned({ folder: from, document: record.config })) await copy(runFiles.signature);
    if (summary !== undefined) await writeDocument(join(building, runFiles.summary), summary);
    // A copy has no process, whatever the original was doing.
    const state = status.state === "running" ? "stopped" : status.state;
    await writeDocument(join(building, runFiles.status), { ...status, state, imported: true });
    await writeDocument(join(building, runFiles.config), { ...record, id });
  });
  return {
    run: { id, folder, record: { ...record, id } },
    metrics: metrics.rows.length,
    checkpoints: checkpoints.length,
    warnings,
  };
}
