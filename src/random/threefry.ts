/**
 * The Threefry-2x32 block function with 20 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random
 * numbers: as easy as 1, 2, 3", 2011): a keyed bijection from a 64-bit counter to 64 random bits. It is
 * a counter-based generator's core, the same one JAX uses. It is not a cipher: do not hide secrets with it.
 */

/** The key-schedule parity constant of the Threefish family. */
const PARITY = 0x1bd11bda;

/**
 * Writes the blocks of the counters `(counterHigh, counterLow + i)` for `i < count` into `first[i]` and
 * `second[i]`; `counterLow + count` must not pass 2³², since no carry reaches `counterHigh`.
 *
 * The rounds are written out: a loop over a table of rotations runs at a fifth of the speed, and all
 * randomness is made here.
 */
export function threefryBlocks(
  key0: number,
  key1: number,
  counterHigh: number,
  counterLow: number,
  count: number,
  first: Int32Array,
  second: Int32Array,
): void {
  const k0 = key0 | 0;
  const k1 = key1 | 0;
  const k2 = k0 ^ k1 ^ PARITY;
  // The last word of each key injection carries the number of the injection.
  const k2plus1 = (k2 + 1) | 0;
  const k0plus2 = (k0 + 2) | 0;
  const k1plus3 = (k1 + 3) | 0;
  const k2plus4 = (k2 + 4) | 0;
  const k0plus5 = (k0 + 5) | 0;
  const start0 = (counterHigh + k0) | 0;
  const start1 = (counterLow + k1) | 0;

  for (let i = 0; i < count; i++) {
    let x = start0;
    let y = (start1 + i) | 0;

    x = (x + y) | 0;
    y = ((y << 13) | (y >>> 19)) ^ x;
    x = (x + y) | 0;
    y = ((y << 15) | (y >>> 17)) ^ x;
    x = (x + y) | 0;
    y = ((y << 26) | (y >>> 6)) ^ x;
    x = (x + y) | 0;
    y = ((y << 6) | (y >>> 26)) ^ x;
    x = (x + k1) | 0;
    y = (y + k2plus1) | 0;

    x = (x + y) | 0;
    y = ((y << 17) | (y >>> 15)) ^ x;
    x = (x + y) | 0;
    y = ((y << 29) | (y >>> 3)) ^ x;
    x = (x + y) | 0;
    y = ((y << 16) | (y >>> 16)) ^ x;
    x = (x + y) | 0;
    y = ((y << 24) | (y >>> 8)) ^ x;
    x = (x + k2) | 0;
    y = (y + k0plus2) | 0;

    x = (x + y) | 0;
    y = ((y << 13) | (y >>> 19)) ^ x;
    x = (x + y) | 0;
    y = ((y << 15) | (y >>> 17)) ^ x;
    x = (x + y) | 0;
    y = ((y << 26) | (y >>> 6)) ^ x;
    x = (x + y) | 0;
    y = ((y << 6) | (y >>> 26)) ^ x;
    x = (x + k0) | 0;
    y = (y + k1plus3) | 0;

    x = (x + y) | 0;
    y = ((y << 17) | (y >>> 15)) ^ x;
    x = (x + y) | 0;
    y = ((y << 29) | (y >>> 3)) ^ x;
    x = (x + y) | 0;
    y = ((y << 16) | (y >>> 16)) ^ x;
    x = (x + y) | 0;
    y = ((y << 24) | (y >>> 8)) ^ x;
    x = (x + k1) | 0;
    y = (y + k2plus4) | 0;

    x = (x + y) | 0;
    y = ((y << 13) | (y >>> 19)) ^ x;
    x = (x + y) | 0;
    y = ((y << 15) | (y >>> 17)) ^ x;
    x = (x + y) | 0;
    y = ((y << 26) | (y >>> 6)) ^ x;
    x = (x + y) | 0;
    y = ((y << 6) | (y >>> 26)) ^ x;
    first[i] = (x + k2) | 0;
    second[i] = (y + k0plus5) | 0;
  }
}
