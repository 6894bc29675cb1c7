/**
 * The generator users hold: a key, a position, and one method per distribution. Draw number `i` is a pure
 * function of the key and `i`, so results depend neither on how calls are grouped nor on the machine. The
 * methods only pass on to the file of each distribution.
 */

import { categorical } from "./categorical.ts";
import { fillGumbel, gumbel } from "./gumbel.ts";
import { fillIntegers, integer } from "./integer.ts";
import { key as keyOfSeed, type Key } from "./key.ts";
import { fillNormal, standardNormal } from "./normal.ts";
import { sampleWithoutReplacement } from "./sample-without-replacement.ts";
import { shuffle, type MutableArrayLike } from "./shuffle.ts";
import { ALGORITHM, readState, type GeneratorState } from "./state.ts";
import { firstWords, secondWords, Stream } from "./stream.ts";
import { fillUint32, fillUniform, float32At, float64At, wordAt } from "./uniform.ts";

export class Generator {
  #stream: Stream;

  private constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** A generator at the start of the stream of `seed`, an integer from 0 to 2⁵³ − 1. */
  static fromSeed(seed: number): Generator {
    return Generator.fromKey(keyOfSeed(seed));
  }

  /** A generator at the start of the stream of `key`; its 32-bit words are those of `jax.random.bits(key)`. */
  static fromKey(key: Key): Generator {
    return new Generator(new Stream(key, 0));
  }

  /** A generator that goes on exactly where the one that was saved stood. */
  static restore(state: unknown): Generator {
    const { key, counter } = readState(state);
    return new Generator(new Stream(key, counter));
  }

  /** The whole state as a plain object that survives JSON. */
  save(): GeneratorState {
    return { algorithm: ALGORITHM, key: this.#stream.key, counter: this.#stream.counter };
  }

  /** Moves this generator to where the one that was saved stood; whoever holds it goes on from there. */
  assign(state: unknown): void {
    const { key, counter } = readState(state);
    this.#stream = new Stream(key, counter);
  }

  /** An independent generator; this one moves on by one draw, so the next split gives another. */
  split(): Generator {
    this.#stream.take(1);
    return Generator.fromKey([firstWords[0]! >>> 0, secondWords[0]! >>> 0]);
  }

  /** An integer from 0 to 2³² − 1. */
  nextUint32(): number {
    this.#stream.take(1);
    return wordAt(0);
  }

  /** A multiple of 2⁻²⁴ in [0, 1), exact in float32. */
  float32(): number {
    this.#stream.take(1);
    return float32At(0);
  }

  /** A multiple of 2⁻⁵³ in [0, 1). */
  float64(): number {
    this.#stream.take(1);
    return float64At(0);
  }

  /** An integer from 0 to `bound` − 1, without modulo bias; `bound` is from 1 to 2³². */
  integer(bound: number): number {
    return integer(this.#stream, bound);
  }

  /** A standard normal value. */
  normal(): number {
    return standardNormal(this.#stream);
  }

  /** A standard Gumbel value. */
  gumbel(): number {
    return gumbel(this.#stream);
  }

  /**
   * An index drawn from softmax(logits), where −Infinity forbids a category; `start` and `end` pick a row out
   * of a flat matrix without copying it, and the index counts from `start`.
   */
  categorical(logits: ArrayLike<number>, start?: number, end?: number): number {
    return categorical(this.#stream, logits, start, end);
  }

  /** Puts an array or typed array into random order, in place. */
  shuffle<T>(items: MutableArrayLike<T>): void {
    shuffle(this.#stream, items);
  }

  /** `count` different integers from 0 to `population` − 1, in random order. */
  sampleWithoutReplacement(population: number, count: number): Uint32Array {
    return sampleWithoutReplacement(this.#stream, population, count);
  }

  /** Fills `out` as repeated `nextUint32()` would. */
  fillUint32(out: Uint32Array): void {
    fillUint32(this.#stream, out);
  }

  /** Fills `out` as repeated `integer(bound)` would. */
  fillIntegers(out: Int32Array | Uint32Array, bound: number): void {
    fillIntegers(this.#stream, out, bound);
  }

  /** Fills a Float32Array as repeated `float32()` would, a Float64Array as repeated `float64()`. */
  fillUniform(out: Float32Array | Float64Array): void {
    fillUniform(this.#stream, out);
  }

  /** Fills `out` as repeated `normal()` would, rounded to its type. */
  fillNormal(out: Float32Array | Float64Array): void {
    fillNormal(this.#stream, out);
  }

  /** Fills `out` as repeated `gumbel()` would, rounded to its type. */
  fillGumbel(out: Float32Array | Float64Array): void {
    fillGumbel(this.#stream, out);
  }
}
