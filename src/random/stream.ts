/**
 * A key and a position: the mutable heart of a generator. A stream hands out Threefry blocks (two 32-bit
 * words each) in counter order and knows nothing of distributions. Every draw of every distribution uses
 * whole blocks, so the position alone says where a stream stands and how calls are grouped cannot matter.
 */

import { WindageError } from "../error.ts";
import { checkKey, type Key } from "./key.ts";
import { threefryBlocks } from "./threefry.ts";

const WORD = 2 ** 32;

/** The most blocks one `take` may ask for; two kilobytes per word array stay in the fastest cache. */
export const CHUNK = 512;

/**
 * The words of the blocks last taken, by any stream. They are shared so that no draw allocates and a
 * generator stays small: read them before the next `take`.
 */
export const firstWords: Int32Array = new Int32Array(CHUNK);
export const secondWords: Int32Array = new Int32Array(CHUNK);

export class Stream {
  readonly key: Key;
  #counter: number;

  constructor(key: Key, counter: number) {
    checkKey("Generator", key);
    this.key = Object.freeze([key[0], key[1]] as const);
    this.#counter = counter;
  }

  /** How many blocks have been taken. */
  get counter(): number {
    return this.#counter;
  }

  /** Puts the next `count` ≤ CHUNK blocks into `firstWords` and `secondWords`. */
  take(count: number): void {
    const start = this.#counter;
    const end = start + count;
    if (end > Number.MAX_SAFE_INTEGER) {
      throw new WindageError(
        "random/exhausted",
        `Generator: got a request past draw ${start}, expected at most 2^53 - 1 draws from one key; split the generator and draw from the child`,
      );
    }
    const high = Math.floor(start / WORD);
    const low = start >>> 0;
    const key0 = this.key[0];
    const key1 = this.key[1];
    const untilCarry = WORD - low;
    if (count <= untilCarry) {
      threefryBlocks(key0, key1, high, low, count, firstWords, secondWords);
    } else {
      threefryBlocks(key0, key1, high, low, untilCarry, firstWords, secondWords);
      const first = firstWords.subarray(untilCarry);
      const second = secondWords.subarray(untilCarry);
      threefryBlocks(key0, key1, high + 1, 0, count - untilCarry, first, second);
    }
    this.#counter = end;
  }
}
