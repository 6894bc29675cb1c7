/**
 * Integers below a bound, all equally likely. Words that fall into the incomplete last copy of the range
 * are thrown away rather than folded back, so there is no modulo bias; a discarded word costs one block.
 */

import { WindageError } from "../error.ts";
import { isCount, show } from "./check.ts";
import { CHUNK, type Stream } from "./stream.ts";
import { wordAt } from "./uniform.ts";

const WORD = 2 ** 32;

/** An integer from 0 to `bound` − 1. */
export function integer(stream: Stream, bound: number): number {
  checkBound("integer", bound, WORD);
  return integerBelow(stream, bound);
}

/** `integer` for callers that have checked `bound` themselves. */
export function integerBelow(stream: Stream, bound: number): number {
  const limit = WORD - (WORD % bound);
  for (;;) {
    stream.take(1);
    const word = wordAt(0);
    if (word < limit) return word % bound;
  }
}

/** Fills `out` with integers from 0 to `bound` − 1. */
export function fillIntegers(stream: Stream, out: Int32Array | Uint32Array, bound: number): void {
  checkBound("fillIntegers", bound, out[Symbol.toStringTag] === "Int32Array" ? 2 ** 31 : WORD);
  const limit = WORD - (WORD % bound);
  let filled = 0;
  while (filled < out.length) {
    // Never more blocks than values still missing, so that none is left over when the array is full.
    const count = Math.min(CHUNK, out.length - filled);
    stream.take(count);
    for (let i = 0; i < count; i++) {
      const word = wordAt(i);
      if (word < limit) out[filled++] = word % bound;
    }
  }
}

function checkBound(caller: string, bound: unknown, largest: number): void {
  if (!isCount(bound) || bound < 1 || bound > largest) {
    throw new WindageError(
      "random/bad-bound",
      `${caller}: got bound ${show(bound)}, expected an integer from 1 to 2^${Math.log2(largest)}; values run from 0 to bound - 1`,
    );
  }
}
