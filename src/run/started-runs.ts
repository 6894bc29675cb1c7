/**
 * Which runs were started or gone on with in a folder of runs, in this order: a file of names beside them. Neither the
 * names of runs nor any clock says that: a run may have been given its name elsewhere, and a clock may be wrong. Several
 * processes add to it at once, as they do to kept scores: the system puts each write at the end as a whole, and each
 * begins with a line break, so that what a power cut left unfinished stays a line of its own. Where the file is gone or
 * cannot be used, `latest-run.ts` goes by other signs.
 */
import { closeSync, constants, fsyncSync, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openForUpdate, openRegularFile, readFully } from "../file/folder-file.ts";
import { WindageError } from "../error.ts";
import { hiddenPrefix, type Run } from "./layout.ts";

/** So much of the end is read, which is some 25,000 starts; what is further back is as good as never. */
const mostRead = 2 ** 20;

function pathIn(root: string): string {
  return join(root, `${hiddenPrefix}started`);
}

/** Notes that a run is started or gone on with. */
export function noteStart({ folder }: Pick<Run, "folder">): void {
  const name = basename(folder);
  if (/[\r\n]/.test(name)) return;
  const path = pathIn(dirname(folder));
  try {
    // Through the gate first: a link or a pipe in its place is refused, and it is there afterwards.
    closeSync(openForUpdate(path, Infinity));
    const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
    try {
      writeSync(file, `\n${name}`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // A folder that cannot be written to, or a full disk: that the run itself will say, and this is not worth its end.
  }
}

/** The names that were noted, the last one first and each once; some may be gone or bear another name now. */
export async function startedRuns(root: string): Promise<readonly string[]> {
  const file = await openRegularFile(pathIn(root), Infinity).catch((error: unknown) => {
    if (error instanceof WindageError) return undefined;
    throw error;
  });
  if (file === undefined) return [];
  try {
    const bytes = new Uint8Array(Math.min(file.size, mostRead));
    await readFully(file.handle, bytes, file.size - bytes.length);
    const lines = new TextDecoder().decode(bytes).split("\n");
    return [...new Set(lines.toReversed())].filter((name) => name !== "");
  } finally {
    await file.handle.close();
  }
}

/** Forgets all of it, where no run is left that it could be about. */
export function forgetStarts(root: string): Promise<void> {
  return rm(pathIn(root), { force: true });
}
