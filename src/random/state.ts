/**
 * The saved form of a generator: a small plain object that survives JSON. Reading one back trusts nothing,
 * because a checkpoint may be cut short, edited by hand or written by a later version.
 */

import { WindageError } from "../error.ts";
import { isRecord } from "../is-record.ts";
import { isCount, show } from "./check.ts";
import { isKey, type Key } from "./key.ts";

/** The name of the algorithm in saved states; it changes whenever the same state would give other numbers. */
export const ALGORITHM = "threefry2x32-20";

/** What `Generator.save` returns and `Generator.restore` accepts. */
export interface GeneratorState {
  readonly algorithm: typeof ALGORITHM;
  readonly key: Key;
  /** How many blocks have been drawn. */
  readonly counter: number;
}

/** A checked copy of `value`, or `random/bad-state` saying what is wrong with it. */
export function readState(value: unknown): GeneratorState {
  if (!isRecord(value)) {
    throw badState(show(value), "an object with algorithm, key and counter");
  }
  const { algorithm, key, counter, ...rest } = value;
  const [unknownField] = Object.keys(rest);
  if (unknownField !== undefined) {
    throw badState(`an unknown field ${show(unknownField)}`, "only algorithm, key and counter");
  }
  if (algorithm !== ALGORITHM) throw badState(`algorithm ${show(algorithm)}`, `"${ALGORITHM}"`);
  if (!isKey(key)) throw badState(`key ${show(key)}`, "two integers from 0 to 2^32 - 1");
  if (!isCount(counter)) throw badState(`counter ${show(counter)}`, "an integer from 0 to 2^53 - 1");
  return { algorithm, key: [key[0], key[1]], counter: counter + 0 };
}

function badState(got: string, expected: string): WindageError {
  return new WindageError(
    "random/bad-state",
    `Generator.restore: got ${got}, expected ${expected}; pass what save() returned, unchanged`,
  );
}
