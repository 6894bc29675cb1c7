/** Shuffling in place: the Fisher–Yates shuffle from the front, every order equally likely. */

import { WindageError } from "../error.ts";
import { isCount, show } from "./check.ts";
import { integerBelow } from "./integer.ts";
import type { Stream } from "./stream.ts";

/** Anything with a length and writable places: arrays and typed arrays. */
export interface MutableArrayLike<T> {
  readonly length: number;
  [index: number]: T;
}

/** Puts `items` into random order; its first `k` places then hold a sample without replacement. */
export function shuffle<T>(stream: Stream, items: MutableArrayLike<T>): void {
  const { length } = items;
  if (!isCount(length) || length > 2 ** 32) {
    throw new WindageError(
      "random/bad-count",
      `shuffle: got something of length ${show(length)}, expected an array of at most 2^32 items; pass an array or a typed array`,
    );
  }
  for (let i = 0; i < length - 1; i++) {
    const j = i + integerBelow(stream, length - i);
    const chosen = items[j]!;
    items[j] = items[i]!;
    items[i] = chosen;
  }
}
