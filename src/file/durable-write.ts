/**
 * Writes a file so that after a crash or a full disk there is the old content or the new one, never a part: a
 * temporary file beside it, flushed to the disk, renamed over it, and the folder flushed too. Content comes in
 * pieces, so that a large checkpoint is never copied into one buffer.
 */

import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import {
  closeSync,
  constants as fileFlags,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { WindageError } from "../error.ts";
import { seal } from "./seal.ts";
import { systemCode } from "./system-code.ts";
import { isAbandoned, ownerPattern, ownerTag, whileUnfinished } from "./unfinished.ts";

let counter = 0;

const temporaryName = new RegExp(String.raw`^\.(?<of>[^/\\]+)\.${ownerPattern}\.\d+\.tmp$`);

/** Whether a name is one that content has before it is whole; what bears it may be left by a process that was killed. */
export function isTemporary(name: string): boolean {
  return temporaryName.test(name);
}

/** The error for content that could not be written; `intact` says what is still there. */
export function writeError(path: string, cause: unknown, intact: string): WindageError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = systemCode(cause);
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new WindageError(
      "run/disk-full",
      `${path}: there is no room left to write it (${code}). ${intact} Free some space and go on.`,
      { cause, kind: "failure" },
    );
  }
  return new WindageError(
    "run/not-writable",
    `${path}: it could not be written (${reason}). ${intact} Check the folder and its permissions.`,
    { cause, kind: "failure" },
  );
}

/** Flushes a folder's list of names: a new name in it is only then sure to outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    passOverUnable(error);
  } finally {
    await handle.close();
  }
}

/** The same at once. */
export function syncFolderNow(folder: string): void {
  if (process.platform === "win32") return;
  const file = openSync(folder, "r");
  try {
    fsyncSync(file);
  } catch (error) {
    passOverUnable(error);
  } finally {
    closeSync(file);
  }
}

/** Systems that cannot flush a folder are left alone. */
function passOverUnable(error: unknown): void {
  const code = systemCode(error);
  if (code !== "EINVAL" && code !== "ENOTSUP") throw error;
}

/** Makes a folder and those above it, as far as they are not there. */
export async function makeFolder(path: string, intact = "Nothing was changed."): Promise<void> {
  try {
    await makeFolders(path);
  } catch (cause) {
    throw writeError(path, cause, intact);
  }
}

/** One by one: below a folder that takes none (/proc), Node's own way to make several never ends. */
async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) return requireFolder(path, error);
    await makeFolders(dirname(path));
    await mkdir(path).catch((again: unknown) => requireFolder(path, again));
  }
  await syncFolder(dirname(path));
}

/** Throws the error unless there is a folder already, perhaps made by somebody else at the same time. */
async function requireFolder(path: string, error: unknown): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory() !== true) throw error;
}

/** Throws where something other than a file has the name: a folder, a pipe or a device must not become a file. */
async function requireReplaceable(path: string): Promise<void> {
  const there = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (there !== undefined && !there.isFile())
    throw new Error("it is a folder, a pipe or a device, expected the name of a file");
}

const temporaryBeside = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${ownerTag()}.${counter++}.tmp`);

/** Gives a file that has other names elsewhere a body of its own, which is on the disk before it has the name. */
export function copyInPlace(path: string): void {
  const own = temporaryBeside(path);
  try {
    copyFileSync(path, own, fileFlags.COPYFILE_EXCL);
    const file = openSync(own, "r+");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(own, path);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Replaces the content of `path`; its folder must exist. */
export async function writeDurably(
  path: string,
  pieces: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
  intact = "What was there before is intact.",
): Promise<void> {
  const temporary = temporaryBeside(path);
  try {
    await whileUnfinished(temporary, async () => {
      // "wx" never opens an existing name, so a link planted under it cannot lead the content elsewhere.
      const file = await open(temporary, "wx");
      try {
        for await (const piece of pieces) await file.writeFile(piece);
        await file.sync();
      } finally {
        await file.close();
      }
      await requireReplaceable(path);
      await rename(temporary, path);
    });
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    // Content that is made while it is written may fail by itself.
    throw error instanceof WindageError ? error : writeError(path, error, intact);
  }
}

/**
 * Makes a file that was not there, complete from its first moment; false when there already is one of that name,
 * which stays as it is. Of several processes that try at once, one succeeds, also on a shared file system.
 */
export async function createDurably(
  path: string,
  content: Uint8Array | string,
  mode = 0o666,
): Promise<boolean> {
  const temporary = temporaryBeside(path);
  try {
    await whileUnfinished(temporary, async () => {
      const file = await open(temporary, "wx", mode);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      // Giving it a second name is the one step that fails, everywhere, when the name is taken.
      await link(temporary, path);
    });
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return false;
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOSYS") {
      return await createPlainly(path, content, mode);
    }
    throw writeError(path, error, "Nothing was changed.");
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** For file systems without second names: there for a moment before it is complete. */
async function createPlainly(path: string, content: Uint8Array | string, mode: number): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: "wx", mode });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw writeError(path, error, "Nothing was changed.");
  }
}

/** Writes a JSON document for people and programs to read. */
export function writeJson(path: string, document: unknown): Promise<void> {
  return writeDurably(path, [`${JSON.stringify(document, null, 2)}\n`]);
}

/** Writes a document of a folder of ours, which is to be read back: with its check. */
export function writeDocument(path: string, document: object): Promise<void> {
  return writeJson(path, seal(document));
}

/** Removes what writers that were killed have left in a folder; only for whoever holds the run's lock. */
export async function removeTemporaries(folder: string): Promise<void> {
  // Others may be at work beside the holder, but on this machine: whoever wants the lock writes one, to find that it is taken.
  await removeLeft(folder, ({ pid }) => ({ pid, place: undefined }));
}

/** Removes what writers of one file that were killed have left beside it, as far as nobody is at it any more. */
export async function removeTemporariesOf(path: string): Promise<void> {
  const name = basename(path);
  await removeLeft(dirname(path), ({ of, pid, place }) => (of === name ? { pid, place } : undefined));
}

interface TemporaryName {
  readonly of: string;
  readonly pid: string;
  readonly place: string | undefined;
}

async function removeLeft(
  folder: string,
  ownerOf: (name: TemporaryName) => Pick<TemporaryName, "pid" | "place"> | undefined,
): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const groups = entry.isFile() ? temporaryName.exec(entry.name)?.groups : undefined;
    const owner = groups && ownerOf(groups as unknown as TemporaryName);
    const path = join(folder, entry.name);
    if (owner !== undefined && (await isAbandoned(path, owner))) await rm(path, { force: true });
  }
}
