/**
 * A trained method in a file of its own, for programs that keep no run folders: everything that carries over from one
 * iteration to the next, as one safetensors file with a checksum. What the method was made of is not in it; make it
 * again in the same way and restore.
 */
import { WindageError } from "../error.ts";
import type { JsonObject } from "../file/json-document.ts";
import type { Method } from "../training/method.ts";
import { readCheckpointFile, writeCheckpointFile } from "./checkpoint/checkpoint-file.ts";

/** Writes all state of a method to a file; an older file of that name stays whole until the new one is. */
export async function saveMethod(path: string, method: Pick<Method, "save">): Promise<void> {
  const { meta, arrays } = method.save();
  await writeCheckpointFile(path, { meta: meta as JsonObject, arrays });
}

/** Puts a method, made as the saved one was, where that one stood; it goes on to the same bits. */
export async function loadMethod(path: string, method: Pick<Method, "restore">): Promise<void> {
  const checkpoint = await readCheckpointFile(path);
  if (checkpoint === undefined) {
    throw new WindageError(
      "run/no-checkpoint",
      `${path}: there is no such file; expected one that saveMethod has written.`,
    );
  }
  method.restore(checkpoint);
}
