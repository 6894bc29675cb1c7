/**
 * Reads a file the user named, turning the system's errors into ones that say what to do. A link is the user's own and
 * is followed; a device, a pipe or a file without an end is refused, since a run that names one would never begin.
 */

import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { WindageError } from "../error.ts";
import { readFully } from "./folder-file.ts";
import { isMissing, missingFile } from "./missing-file.ts";

/** More than this is more than one text can hold. */
const MAX_BYTES = 2 ** 29 - 32;

function notReadable(path: string, reason: string, cause?: unknown): WindageError {
  return new WindageError("data/not-readable", `${path}: ${reason}`, { cause });
}

/** The bytes of a file. */
export async function readUserFile(path: string, mostBytes = MAX_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  return whileOpen(path, mostBytes, async (file, size) => {
    // Exactly what it says it has: some files of the system have no end, and say they are empty.
    const bytes = new Uint8Array(size);
    if (!(await readFully(file, bytes, 0))) throw shrank(path);
    return bytes;
  });
}

/** How much is read at a time where a file is read piece by piece. */
const pieceBytes = 2 ** 20;

/**
 * Hands on a file of any size piece by piece, with how much of it came before and its size; a piece is gone when the next
 * one comes.
 */
export async function readUserPieces(
  path: string,
  onPiece: (piece: Uint8Array, before: number, size: number) => void | Promise<void>,
): Promise<void> {
  await whileOpen(path, Infinity, async (file, size) => {
    const buffer = new Uint8Array(pieceBytes);
    for (let at = 0; at < size; at += pieceBytes) {
      const piece = buffer.subarray(0, Math.min(pieceBytes, size - at));
      if (!(await readFully(file, piece, at))) throw shrank(path);
      await onPiece(piece, at, size);
    }
  });
}

function shrank(path: string): WindageError {
  return notReadable(path, "it shrank while it was read; try again");
}

async function whileOpen<T>(
  path: string,
  mostBytes: number,
  read: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
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
    if (facts.size > mostBytes) {
      throw notReadable(path, `it has ${facts.size} bytes, expected at most ${mostBytes}; split it`);
    }
    return await read(file, facts.size);
  } catch (cause) {
    if (cause instanceof WindageError) throw cause;
    if (isMissing(cause)) throw new WindageError("data/not-readable", await missingFile(path), { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw notReadable(path, `${reason}; check the path and its permissions`, cause);
  } finally {
    await file?.close();
  }
}

/** What a file is that begins like this, and what to do about it; text has no such beginnings. */
const otherKinds: readonly {
  readonly begins: readonly number[];
  readonly got: string;
  readonly advice: string;
}[] = [
  {
    begins: [0x50, 0x4b, 0x03, 0x04],
    got: "a workbook (xlsx, ods) or another zip archive",
    advice: 'save the sheet as "CSV UTF-8" in the spreadsheet program',
  },
  {
    begins: [0xd0, 0xcf, 0x11, 0xe0],
    got: "a workbook in the old Excel format",
    advice: 'save the sheet as "CSV UTF-8" in the spreadsheet program',
  },
  { begins: [0x1f, 0x8b], got: "a compressed file (gzip)", advice: "unpack it first" },
  {
    begins: [0xff, 0xfe],
    got: "UTF-16 text (what some spreadsheets call Unicode text)",
    advice: 'save it as UTF-8 ("CSV UTF-8" in a spreadsheet program)',
  },
  {
    begins: [0xfe, 0xff],
    got: "UTF-16 text (what some spreadsheets call Unicode text)",
    advice: 'save it as UTF-8 ("CSV UTF-8" in a spreadsheet program)',
  },
];

const notUtf8 = {
  got: "bytes that are not UTF-8 text",
  advice: 'save it as UTF-8 ("CSV UTF-8" in a spreadsheet program)',
};

function notText(file: string, { got, advice }: typeof notUtf8, cause?: unknown): WindageError {
  return new WindageError("data/not-text", `${file}: got ${got}, expected plain text; ${advice}`, {
    cause,
  });
}

/** Decodes UTF-8 text without its byte order mark; other encodings are an error, never question marks. */
export function decodeText(bytes: Uint8Array, file: string): string {
  return textPieces(file)(bytes, true);
}

/** The same piece by piece: gives the text of each, as far as its last letter is complete. */
export function textPieces(file: string): (bytes: Uint8Array, isLast: boolean) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  return (bytes, isLast) => {
    const kind = isFirst
      ? otherKinds.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte))
      : undefined;
    if (kind !== undefined) throw notText(file, kind);
    isFirst = false;
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch (cause) {
      throw notText(file, notUtf8, cause);
    }
  };
}
