/** Reads a file the user named, turning the system's errors into ones that say what to do. */

import { readFile } from "node:fs/promises";
import { WindageError } from "../error.ts";

/** The bytes of a file. */
export async function readUserFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new WindageError(
      "data/not-readable",
      `${path}: ${cause instanceof Error ? cause.message : String(cause)}; check the path and its permissions`,
      { cause },
    );
  }
}

/** Decodes UTF-8 text without its byte order mark; other encodings are an error, never question marks. */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new WindageError(
      "data/not-text",
      `${file}: got bytes that are not UTF-8 text, expected a plain text table; save it as UTF-8 (unpack it first if it is compressed)`,
      { cause },
    );
  }
}
