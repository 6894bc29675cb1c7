/** What the command line makes of mistakes and notes: settings as flags. */
import { WindageError } from "../../error.ts";
import { inWords, type Said } from "../../wording.ts";
import { asFlags } from "./run-options.ts";

function rethrow(error: unknown): never {
  throw error instanceof WindageError ? error.spelled(asFlags) : error;
}

/** Does something whose mistakes are told as flags. */
export function typed<T>(action: () => T): T {
  try {
    const result = action();
    return result instanceof Promise ? (result.catch(rethrow) as T) : result;
  } catch (error) {
    return rethrow(error);
  }
}

/** Sentences as the command line says them. */
export function said(notes: readonly Said[]): readonly string[] {
  return notes.map((note) => inWords(note, asFlags));
}
