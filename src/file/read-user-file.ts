/**
 * Reads a file the user named, turning the system's errors into ones that say what to do. A link is the user's own and
 * is followed; a device, a pipe or a file without an end is refused, since a run that names one would never begin.
 */

import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { WindageError } from "../error.ts";
import { readFully } from "./folder-file.ts";

/** More than this is more than one text can hold. */
const MAX_BYTES = 2 ** 29 - 32;

function notReadable(path: string, reason: string, cause?: unknown): WindageError {
  return new WindageError("data/not-readable", `${path}: ${reason}`, { cause });
}

/** The bytes of a file. */
export async function readUserFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  let file: FileHandle | undefined;
  try {
    // Opening a pipe that nobody writes to waits for ever without this.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = await file.stat();
    if (!facts.isFile()) {
      throw notReadable(
        path,
        "it is a folder, a pipe or a device, expected a file; save the data to one first",
      );
    }
    if (facts.size > MAX_BYTES) {
      throw notReadable(path, `it has ${facts.size} bytes, expected at most ${MAX_BYTES}; split it`);
    }
    // Exactly what it says it has: some files of the system have no end, and say they are empty.
    const bytes = new Uint8Array(facts.size);
    if (!(await readFully(file, bytes, 0))) throw notReadable(path, "it shrank while it was read; try again");
    return bytes;
  } catch (cause) {
    if (cause instanceof WindageError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw notReadable(path, `${reason}; check the path and its permissions`, cause);
  } finally {
    await file?.close();
  }
}

/** Decodes UTF-8 text without its byte order mark; other encodings are an error, never question marks. */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const [first, second] = bytes;
    const wide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    throw new WindageError(
      "data/not-text",
      `${file}: got ${wide ? "UTF-16 text (what some spreadsheets call Unicode text)" : "bytes that are not UTF-8 text"}, expected a plain text table; save it as UTF-8 (unpack it first if it is compressed)`,
      { cause },
    );
  }
}
