/**
 * The checkpoints of a run, numbered files in its folder checkpoint/: the newest, and the one before it for the
 * case that the newest is damaged. A new one appears under its name only when it is complete and on the disk;
 * older ones go only after that.
 */

import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { WindageError } from "../../error.ts";
import {
  checkCheckpointFile,
  readCheckpointArray,
  readCheckpointFile,
  writeCheckpointFile,
  type ArrayCheck,
  type Checkpoint,
} from "./checkpoint-file.ts";
import { makeFolder, removeTemporaries } from "../../file/durable-write.ts";
import { isPlainFolder } from "../../file/folder-file.ts";
import { broken, type JsonObject } from "../../file/json-document.ts";
import { runFiles, type Run, type RunRecord } from "../layout.ts";
import { sayReading } from "../say-reading.ts";
import type { TensorData } from "./safetensors.ts";

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

/** How the newest checkpoint is looked for. */
export interface LoadOptions {
  /** Of a run that goes on: a newer but damaged file does not take the place of a good one among those that are kept. */
  readonly removeDamaged?: boolean;
  /** Looks at the arrays before they are read; what it throws is not taken for damage. */
  readonly check?: ArrayCheck;
  /** Hears of what takes long to read, in words. */
  readonly onRead?: ((text: string) => void) | undefined;
}

/** Loads the newest checkpoint of a run that is whole. */
export async function loadCheckpoint(
  run: Checkpointed,
  { check, removeDamaged, onRead }: LoadOptions = {},
): Promise<LoadedCheckpoint> {
  let refused: unknown;
  const asked: ArrayCheck | undefined =
    check &&
    ((path, arrays) => {
      try {
        return check(path, arrays);
      } catch (error) {
        refused = error;
        throw error;
      }
    });
  const read = async (path: string): Promise<Checkpoint | undefined> => {
    await sayReading(path, basename(path), onRead);
    return readCheckpointFile(path, asked);
  };
  const { found, ...rest } = await newestWhole(run, read, {
    removeDamaged,
    isFinal: (error) => error === refused,
  });
  return { ...found, ...rest };
}

/** One array of the newest checkpoint that is whole, which has to be of so many bytes; the others are checked and not held. */
export async function loadArray(
  run: Checkpointed,
  name: string,
  bytes: number,
  onRead?: LoadOptions["onRead"],
): Promise<Omit<LoadedCheckpoint, "arrays"> & { readonly data: TensorData }> {
  const { found, ...rest } = await newestWhole(run, async (path) => {
    await sayReading(path, basename(path), onRead);
    return readCheckpointArray(path, name, bytes);
  });
  return { ...found, ...rest };
}

/** The document of the newest checkpoint that is whole, however large its arrays are; they are checked and not held. */
export async function readCheckpointMeta(run: Checkpointed): Promise<JsonObject> {
  return (await newestWhole(run, checkCheckpointFile)).found;
}

/** What has checkpoints. */
type Checkpointed = Pick<Run, "folder" | "id"> & { readonly record?: Pick<RunRecord, "task"> };

async function newestWhole<T>(
  run: Checkpointed,
  read: (path: string) => Promise<T | undefined>,
  {
    removeDamaged,
    isFinal,
  }: { readonly removeDamaged?: boolean | undefined; readonly isFinal?: (error: unknown) => boolean } = {},
): Promise<{ readonly found: T; readonly file: string; readonly warnings: readonly string[] }> {
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
      const found = await read(path);
      if (found === undefined) continue;
      if (removeDamaged === true) for (const bad of damaged) await removeEntry(bad);
      return { found, file: name, warnings };
    } catch (error) {
      if (!(error instanceof WindageError) || error.code !== "run/broken" || isFinal?.(error)) throw error;
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
