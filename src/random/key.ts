/**
 * Keys: where randomness comes from. A key is two 32-bit words, never changes, and yields further
 * independent keys by `split` and `foldIn`, exactly as `jax.random` does with its default (partitionable)
 * Threefry. A key does not draw numbers; a `Generator` made from it does. Use a key for one or the other:
 * the children of a key are made from the same blocks as its draws.
 */

import { WindageError } from "../error.ts";
import { isCount, show } from "./check.ts";
import { threefryBlocks } from "./threefry.ts";

/** A key of random numbers, as two unsigned 32-bit words. */
export type Key = readonly [high: number, low: number];

const WORD = 2 ** 32;

/** The key of a seed: the high and low halves of an integer from 0 to 2⁵³ − 1. */
export function key(seed: number): Key {
  if (!isCount(seed)) {
    throw new WindageError(
      "random/bad-seed",
      `key: got seed ${show(seed)}, expected an integer from 0 to 2^53 - 1; pass one, for example 7`,
    );
  }
  return fromInteger(seed);
}

/** `count` independent keys made from one; the first ones do not depend on `count`. */
export function split(parent: Key, count = 2): Key[] {
  checkKey("split", parent);
  if (!isCount(count) || count >= WORD) {
    throw new WindageError(
      "random/bad-count",
      `split: got count ${show(count)}, expected an integer from 0 to 2^32 - 1; ask for fewer keys`,
    );
  }
  return Array.from({ length: count }, (_, index) => child(parent, 0, index));
}

/** The key that belongs to `data` (an integer from 0 to 2⁵³ − 1: a step, a worker, a fold) under `parent`. */
export function foldIn(parent: Key, data: number): Key {
  checkKey("foldIn", parent);
  if (!isCount(data)) {
    throw new WindageError(
      "random/bad-count",
      `foldIn: got data ${show(data)}, expected an integer from 0 to 2^53 - 1; number the streams from 0`,
    );
  }
  const [high, low] = fromInteger(data);
  return child(parent, high, low);
}

/** Throws `random/bad-key` unless `value` is a pair of unsigned 32-bit integers. */
export function checkKey(caller: string, value: unknown): asserts value is Key {
  if (!isKey(value)) {
    throw new WindageError(
      "random/bad-key",
      `${caller}: got ${show(value)} as the key, expected two integers from 0 to 2^32 - 1; make keys with key(seed), split or foldIn`,
    );
  }
}

/** Whether `value` is a pair of unsigned 32-bit integers. */
export function isKey(value: unknown): value is Key {
  return Array.isArray(value) && value.length === 2 && isWord(value[0]) && isWord(value[1]);
}

function isWord(value: unknown): boolean {
  return isCount(value) && value < WORD;
}

function fromInteger(value: number): Key {
  return Object.freeze([Math.floor(value / WORD), value >>> 0] as const);
}

function child(parent: Key, counterHigh: number, counterLow: number): Key {
  const first = new Int32Array(1);
  const second = new Int32Array(1);
  threefryBlocks(parent[0], parent[1], counterHigh, counterLow, 1, first, second);
  return Object.freeze([first[0]! >>> 0, second[0]! >>> 0] as const);
}
