/**
 * The one gate to files of a run's folders, for reading and for writing: regular files only, never through a
 * link, never more than a stated size or than is on the disk. A pipe or a device with the right name must not make anyone hang, and a
 * link must neither show a file from elsewhere nor have one written. What is replaced as a whole goes through
 * `durable-write.ts`, which never opens an existing name.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { WindageError } from "../error.ts";
import { copyInPlace } from "./durable-write.ts";
import { broken } from "./json-document.ts";
import { systemCode } from "./system-code.ts";

/** A file opened for reading, with the size it had then. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** What of it takes room on the disk; 0 where the system does not say. */
  readonly stored: number;
}

/** What is asked of a file before it is opened for reading. */
export interface FileRules {
  /** Whether it may have holes, because whoever reads it knows how large it has to be. */
  readonly mayBeSparse?: boolean;
}

/** Smaller files may have holes, and so may larger ones of which this share is on the disk: some file systems compress. */
const smallestSparse = 2 ** 26;
const leastShare = 1 / 64;

/**
 * Why a file is larger than anything of ours that takes so little room; undefined where it is not. Such a file costs
 * whoever sends it nothing, and whoever reads it memory and time. Some systems do not say what is on the disk.
 */
export function holesIn({ size, stored }: Pick<OpenedFile, "size" | "stored">): string | undefined {
  if (size <= smallestSparse || stored === 0 || stored >= leastShare * size) return undefined;
  return `it says it has ${size} bytes, of which only ${stored} are on the disk, which nothing of ours is like`;
}

/** A block is 512 bytes, whatever the file system's own are. */
function storedOf({ blocks }: Stats): number {
  return 512 * blocks;
}

/** The error for a file the system will not let us read. */
function notReadable(path: string, cause: unknown): WindageError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WindageError("run/not-readable", `${path}: ${reason}; check its permissions`, { cause });
}

/** Opens a regular file; undefined when there is none. The caller closes it. */
export async function openRegularFile(
  path: string,
  mostBytes: number,
  { mayBeSparse = false }: FileRules = {},
): Promise<OpenedFile | undefined> {
  let handle: FileHandle;
  try {
    // Windows has no O_NOFOLLOW, so links are looked for by hand as well.
    if ((await lstat(path)).isSymbolicLink()) throw broken(path, "it is a symbolic link, expected a file");
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (error instanceof WindageError) throw error;
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ELOOP") throw broken(path, "it is a symbolic link, expected a file");
    if (code === "ENXIO") throw broken(path, "it is not a regular file");
    throw notReadable(path, error);
  }
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) throw broken(path, "it is not a regular file");
    if (facts.size > mostBytes) {
      throw broken(path, `it has ${facts.size} bytes, expected at most ${mostBytes}`);
    }
    const found = { handle, size: facts.size, stored: storedOf(facts) };
    const holes = mayBeSparse ? undefined : holesIn(found);
    if (holes !== undefined) throw broken(path, holes);
    return found;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Opens a regular file for reading and writing in place, making it if there is none; the number of the open file
 * is the caller's to close. A file with several names (a copy made of hard links) is first given a body of its
 * own, so that only what lies in the folder changes.
 */
export function openForUpdate(path: string, mostBytes: number): number {
  const flags =
    constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw broken(path, "it is a symbolic link, expected a file");
  }
  const file = openSync(path, flags, 0o666);
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw broken(path, "it is not a regular file");
    if (facts.size > mostBytes) {
      throw broken(path, `it has ${facts.size} bytes, expected at most ${mostBytes}`);
    }
    const holes = holesIn({ size: facts.size, stored: storedOf(facts) });
    if (holes !== undefined) throw broken(path, holes);
    if (facts.nlink <= 1) return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
  closeSync(file);
  copyInPlace(path);
  return openSync(path, flags, 0o666);
}

/** Fills `target` from a place in a file; false when the file ends before. */
export async function readFully(handle: FileHandle, target: Uint8Array, position: number): Promise<boolean> {
  let filled = 0;
  while (filled < target.length) {
    const room = Math.min(target.length - filled, 2 ** 26);
    const { bytesRead } = await handle.read(target, filled, room, position + filled);
    if (bytesRead === 0) return false;
    filled += bytesRead;
  }
  return true;
}

/** The bytes of a small file; undefined when there is none. */
export async function readSmallFile(path: string, mostBytes: number): Promise<Uint8Array | undefined> {
  const file = await openRegularFile(path, mostBytes);
  if (file === undefined) return undefined;
  try {
    const bytes = new Uint8Array(file.size);
    if (!(await readFully(file.handle, bytes, 0))) throw broken(path, "it shrank while it was read");
    return bytes;
  } catch (error) {
    throw error instanceof WindageError ? error : notReadable(path, error);
  } finally {
    await file.handle.close();
  }
}

/** The text of a small UTF-8 file; undefined when there is none. */
export async function readSmallText(path: string, mostBytes: number): Promise<string | undefined> {
  const bytes = await readSmallFile(path, mostBytes);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw broken(path, "it is not UTF-8 text", cause);
  }
}

/** Whether a path is a folder itself, and no link to one. */
export async function isPlainFolder(path: string): Promise<boolean> {
  return (await factsOf(path))?.isDirectory() ?? false;
}

/** Whether a path is a file itself, and no link to one. */
export async function isPlainFile(path: string): Promise<boolean> {
  return (await factsOf(path))?.isFile() ?? false;
}

/** What stands at a path, links not followed; undefined where nothing does. */
async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw notReadable(path, error);
  }
}
