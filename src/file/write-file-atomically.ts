/**
 * Writes a file so that readers see the old content or the new one and never a part: a temporary file beside
 * it, flushed to disk, then renamed over it.
 */

import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

let counter = 0;

/** Replaces the content of `path`; its folder must exist. */
export async function writeFileAtomically(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${counter++}.tmp`);
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
