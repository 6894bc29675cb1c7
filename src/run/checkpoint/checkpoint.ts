/**
 * The checkpoints of a run, numbered files in its folder checkpoint/: the newest, and the one before it for the
 * case that the newest is damaged. A new one appears under its name only when it is complete and on the disk;
 * older ones go only after that.
 */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { readCheckpointFile, writeCheckpointFile, type Checkpoint } from "./checkpoint-file.ts";
import { makeFolder, removeTemporaries } from "../../file/durable-write.ts";
import { isPlainFolder } from "../../file/folder-file.ts";
import { broken } from "../../file/json-document.ts";
import { runFiles, type Run, type RunRecord } from "../layout.ts";

/** A checkpoint that was read, with what the user should know about it. */
export interface LoadedCheckpoint extends Checkpoint {
  /** The name of the file in checkpoint/. */
  readonly file: string;
  /** Why a newer one was passed over; empty when there was no such thing. */
  readonly warnings: readonly string[];
}

/** How many are kept: the newest, and one to fall back on. */
export const keptCheckpoints = 2;
const namePattern = /^\d{8,15}\.safetensors$/;

function checkpointFolder(run: Pick<Run, "folder">): string {
  return join(run.folder, runFiles.checkpoints);
}

/** The names of the checkpoints in a run folder, newest first. */
export async function checkpointNames(run: Pick<Run, "folder">): Promise<string[]> {
  const folder = checkpointFolder(run);
  if (!(await isPlainFolder(folder))) return [];
  return (await readdir(folder))
    .filter((name) => namePattern.test(name))
    .sort((a, b) => numberOf(b) - numberOf(a));
}

/** Removes what bears the name of a checkpoint, whatever it is; a link goes, not what it points to. */
function removeEntry(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}

function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/**
 * Saves a checkpoint and returns the name of its file. The caller holds the run's lock and leaves the arrays
 * alone until the promise is kept. When the disk is full this throws `run/disk-full` and earlier ones remain.
 */
export async function saveCheckpoint(run: Pick<Run, "folder">, checkpoint: Checkpoint): Promise<string> {
  const folder = checkpointFolder(run);
  await makeFolder(folder, "No checkpoint was written.");
  if (!(await isPlainFolder(folder))) throw broken(folder, "it is not a folder of its own");
  // What a killed process left takes room that this checkpoint may need.
  await removeTemporaries(folder);
  const earlier = await checkpointNames(run);
  const name = `${String(numberOf(earlier[0] ?? "0") + 1).padStart(8, "0")}.safetensors`;
  await writeCheckpointFile(join(folder, name), checkpoint);
  for (const old of earlier.slice(keptCheckpoints - 1)) await removeEntry(join(folder, old));
  return name;
}

/**
 * Loads the newest checkpoint that is whole. A run that goes on from it says `removeDamaged`, so that a newer
 * but damaged file does not take the place of a good one among those that are kept.
 */
export async function loadCheckpoint(
  run: Pick<Run, "folder" | "id"> & { readonly record?: Pick<RunRecord, "task"> },
  options: { readonly removeDamaged?: boolean } = {},
): Promise<LoadedCheckpoint> {
  if (run.record?.task === "forecast") {
    throw new WindageError(
      "run/not-trained",
      `${run.id}: got a run of "windage forecast", expected one of "windage train"; forecasts have no policy. Use "windage forecast predict ${run.id} <file>" or "windage forecast evaluate ${run.id} <file>"`,
    );
  }
  const names = await checkpointNames(run);
  const warnings: string[] = [];
  const damaged: string[] = [];
  for (const name of names) {
    const path = join(checkpointFolder(run), name);
    try {
      const checkpoint = await readCheckpointFile(path);
      if (checkpoint === undefined) continue;
      if (options.removeDamaged === true) for (const bad of damaged) await removeEntry(bad);
      return { ...checkpoint, file: name, warnings };
    } catch (error) {
      if (!(error instanceof WindageError) || error.code !== "run/broken") throw error;
      damaged.push(path);
      warnings.push(`passed over a damaged checkpoint: ${error.message}`);
    }
  }
  if (warnings.length > 0) {
    throw new WindageError(
      "run/no-checkpoint",
      `${run.id}: none of its checkpoints can be used:\n  ${warnings.join("\n  ")}\nTrain it again, or bring the files back from a copy.`,
    );
  }
  throw new WindageError(
    "run/no-checkpoint",
    `${run.id}: there is no checkpoint in ${checkpointFolder(run)}; the run ended before its first one, train it again`,
  );
}
