/**
 * Sampling without replacement: the first `count` places of a shuffle of 0 … n−1. Small samples of a large
 * population keep only the places a swap has touched, large ones a full table; both give the same numbers.
 */

import { WindageError } from "../error.ts";
import { isCount, show } from "./check.ts";
import { integerBelow } from "./integer.ts";
import type { Stream } from "./stream.ts";

/** Below this share of the population, a map of touched places is smaller than the whole table. */
const SPARSE_SHARE = 1 / 16;

/** `count` different integers from 0 to `population` − 1, every ordered choice equally likely. */
export function sampleWithoutReplacement(stream: Stream, population: number, count: number): Uint32Array {
  if (!isCount(population) || population > 2 ** 32) {
    throw new WindageError(
      "random/bad-count",
      `sampleWithoutReplacement: got a population of ${show(population)}, expected an integer from 0 to 2^32; draw from a smaller population`,
    );
  }
  if (!isCount(count) || count > population) {
    throw new WindageError(
      "random/bad-count",
      `sampleWithoutReplacement: got count ${show(count)} of a population of ${population}, expected an integer from 0 to ${population}; ask for fewer, or sample with replacement by integer()`,
    );
  }
  return count < population * SPARSE_SHARE
    ? sampleSparsely(stream, population, count)
    : sampleDensely(stream, population, count);
}

function sampleDensely(stream: Stream, population: number, count: number): Uint32Array {
  const places = new Uint32Array(population);
  for (let i = 0; i < population; i++) places[i] = i;
  for (let i = 0; i < count; i++) {
    const j = i + integerBelow(stream, population - i);
    const chosen = places[j]!;
    places[j] = places[i]!;
    places[i] = chosen;
  }
  return places.slice(0, count);
}

function sampleSparsely(stream: Stream, population: number, count: number): Uint32Array {
  const touched = new Map<number, number>();
  const sample = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const j = i + integerBelow(stream, population - i);
    sample[i] = touched.get(j) ?? j;
    touched.set(j, touched.get(i) ?? i);
  }
  return sample;
}
