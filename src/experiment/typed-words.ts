/** How a setting of the library is written on the command line, for its errors and its remarks. */
import { WindageError } from "../error.ts";
import type { Spelling } from "../wording.ts";
import { experimentOptions } from "./options/index.ts";
import { flagOf, type ValueSpec } from "../settings/value-spec.ts";

/** Options by the path that their setting has in the library, which is their own name unless they say otherwise. */
const nameOf = new Map(
  Object.entries<ValueSpec>(experimentOptions).map(([name, { path = name }]) => [path, name] as const),
);

/** `--on-policy` for `batch.onPolicy`, and with a value `--backward learned`. */
export const asFlags: Spelling = (path, value) => {
  const name = nameOf.get(path);
  // What a process remembers is one of the things that a sampler may observe.
  if (path === "model.thoughts.kind" && value === "memory") return asFlags("observes", value);
  const flag = name === undefined ? path : flagOf(name);
  return value === undefined ? flag : `${flag} ${value}`;
};

/** Does something, and lets its mistakes be told in the words that were typed. */
export async function inTypedWords<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof WindageError ? error.spelled(asFlags) : error;
  }
}
