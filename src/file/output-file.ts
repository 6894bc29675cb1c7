/**
 * Files that a user names for results (`--out`). They are written like all of ours, whole or not at all, but the place is
 * the user's: a link is followed, as programs usually do, and what would be lost by it is refused. That is the file
 * that is read, whatever is no file, and the files that make up a run, a comparison or a project. `-` is no file but
 * standard output, as everywhere; a file of that name is `./-`.
 */

import type { Stats } from "node:fs";
import { access, constants, readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { removeTemporariesOf, writeDurably, writeError } from "./durable-write.ts";
import { readSmallText } from "./folder-file.ts";
import { resultStream, standardOutput } from "./standard-output.ts";
import { systemCode } from "./system-code.ts";

/** Documents that make a folder one of ours, each with what only ours says. */
const records: readonly (readonly [string, string])[] = [
  ["config.json", '"windage-run"'],
  ["comparison.json", '"windage-comparison"'],
  ["project.json", '"told"'],
];
/** The most that one of them may hold. */
const MAX_RECORD_BYTES = 2 ** 26;

/** What a place for results is called in words. */
export function outputName(path: string): string {
  return path === standardOutput ? "standard output" : path;
}

/** Throws where a result could not be written, or would cost more than it is worth, before the work that makes it. */
export async function checkOutput(path: string, ...read: readonly string[]): Promise<void> {
  if (path === standardOutput) return;
  try {
    // Before links are followed by name: what /dev/stdout leads to has none.
    const there = await statOf(path);
    if (there !== undefined && !there.isFile())
      throw new Error("it is a folder, a pipe or a device, expected the name of a file");
    const target = await targetOf(path);
    for (const other of read) {
      const input = await statOf(other);
      if (input !== undefined && input.ino === there?.ino && input.dev === there.dev)
        throw new Error("it is what is read, and would be lost");
    }
    if (there !== undefined && (await isOurs(target)))
      throw new Error("it lies in the folder of a run, a comparison or a project; choose another name");
    await access(dirname(target), constants.W_OK);
  } catch (cause) {
    throw writeError(path, cause, "Nothing was begun.");
  }
}

/** Writes a result; a file of that name is only replaced when the new one is whole. */
export async function writeOutput(
  path: string,
  pieces: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
): Promise<void> {
  if (path === standardOutput) return print(pieces);
  await checkOutput(path);
  const target = await targetOf(path);
  // Nobody else would ever look for what a command that was killed has left here.
  await removeTemporariesOf(target).catch(() => undefined);
  await writeDurably(target, pieces);
}

/** Piece by piece, each when there is room for it; whoever reads may be slow. */
async function print(
  pieces: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
): Promise<void> {
  for await (const piece of pieces) {
    await new Promise<void>((resolve) => {
      // What goes wrong is told by whoever listens to the stream.
      resultStream().write(piece, () => resolve());
    });
  }
}

/** Where a link leads in the end, though nothing may be there yet; other names lead to themselves. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : targetOf(resolve(dirname(path), link));
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

/** Whether a file lies in a folder of ours, or in one of the folders within. */
async function isOurs(path: string): Promise<boolean> {
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    for (const [name, mark] of records) {
      const text = await readSmallText(join(folder, name), MAX_RECORD_BYTES).catch(() => undefined);
      if (text?.includes(mark) === true) return true;
    }
  }
  return false;
}
