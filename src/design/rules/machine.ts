/**
 * A finite set of sequences as a layered automaton without dead ends: after any beginning that it allows, some end is
 * allowed too. It says which letters may come next, counts its sequences exactly, draws one of them at random, and turns
 * any sequence into one of its own.
 */
import type { Generator } from "../../random/generator.ts";

/** A step before dead ends are taken out: where each letter leads, −1 where it may not stand. */
export interface Layers {
  readonly letters: number;
  readonly minLength: number;
  readonly maxLength: number;
  /** `next[t][state * letters + letter]`, for every place. */
  readonly next: readonly Int32Array[];
  /** `accepts[t][state]` after t letters, 0 … maxLength. */
  readonly accepts: readonly Uint8Array[];
}

export class Machine {
  readonly letters: number;
  readonly minLength: number;
  readonly maxLength: number;
  /** How many sequences there are. */
  readonly count: bigint;
  /** The number of states, over all places. */
  readonly stateCount: number;
  readonly #next: readonly Int32Array[];
  readonly #accepts: readonly Uint8Array[];
  /** Sequences from each state on. */
  readonly #left: readonly (readonly bigint[])[];
  readonly #seen = new WeakMap<readonly number[], number>();

  constructor({ letters, minLength, maxLength, next, accepts }: Layers) {
    this.letters = letters;
    this.minLength = minLength;
    this.maxLength = maxLength;
    const left: bigint[][] = Array.from({ length: maxLength + 1 }, () => []);
    for (let t = maxLength; t >= 0; t--) {
      const states = accepts[t]!.length;
      for (let state = 0; state < states; state++) {
        let sum = t >= minLength && accepts[t]![state] === 1 ? 1n : 0n;
        // After the last place nothing follows.
        const choices = t < maxLength ? letters : 0;
        for (let c = 0; c < choices; c++) {
          const to = next[t]![state * letters + c]!;
          if (to >= 0) sum += left[t + 1]![to]!;
        }
        left[t]!.push(sum);
      }
    }
    this.#left = left;
    this.#accepts = accepts;
    this.#next = next.map((row, t) => row.map((to) => (to >= 0 && left[t + 1]![to]! > 0n ? to : -1)));
    this.count = left[0]![0] ?? 0n;
    this.stateCount = accepts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The state after a beginning; −1 where it is not allowed. */
  after(prefix: ArrayLike<number>): number {
    if (prefix.length > this.maxLength || this.count === 0n) return -1;
    let state = 0;
    for (let t = 0; t < prefix.length && state >= 0; t++)
      state = this.#next[t]![state * this.letters + prefix[t]!]!;
    return state;
  }

  /** Whether a sequence is one of these. */
  has(tokens: ArrayLike<number>): boolean {
    const state = this.after(tokens);
    return state >= 0 && this.#ends(tokens.length, state);
  }

  /** Whether a letter, or the stop that comes after the last letter's number, may follow a beginning; for masks. */
  readonly isLegal = (prefix: readonly number[], action: number): boolean => {
    let state = this.#seen.get(prefix);
    if (state === undefined) {
      state = this.after(prefix);
      this.#seen.set(prefix, state);
    }
    if (state < 0 || (action < this.letters && prefix.length >= this.maxLength)) return false;
    return action === this.letters
      ? this.#ends(prefix.length, state)
      : this.#next[prefix.length]![state * this.letters + action]! >= 0;
  };

  /** The nearest thing to a sequence that can be had from left to right: a letter that may not stand is drawn anew. */
  repaired(tokens: ArrayLike<number>, generator: Generator): Uint8Array {
    const letters: number[] = [];
    let state = 0;
    for (let t = 0; t < this.maxLength; t++) {
      const wanted = tokens[t];
      if (wanted === undefined && this.#ends(t, state)) break;
      const row = state * this.letters;
      let letter = wanted !== undefined && this.#next[t]![row + wanted]! >= 0 ? wanted : undefined;
      if (letter === undefined) {
        const allowed: number[] = [];
        for (let c = 0; c < this.letters; c++) if (this.#next[t]![row + c]! >= 0) allowed.push(c);
        // Where nothing may follow, the sequence ends here.
        if (allowed.length === 0) break;
        letter = allowed[generator.integer(allowed.length)]!;
      }
      letters.push(letter);
      state = this.#next[t]![row + letter]!;
    }
    return Uint8Array.from(letters);
  }

  /** One of the sequences, each with the same chance. */
  draw(generator: Generator): Uint8Array {
    const letters: number[] = [];
    let state = 0;
    for (let t = 0; t <= this.maxLength; t++) {
      let rest = below(this.#left[t]![state]!, generator);
      if (t >= this.minLength && this.#ends(t, state)) {
        if (rest === 0n) break;
        rest -= 1n;
      }
      for (let c = 0; c < this.letters; c++) {
        const to = this.#next[t]![state * this.letters + c]!;
        if (to < 0) continue;
        const ways = this.#left[t + 1]![to]!;
        if (rest < ways) {
          letters.push(c);
          state = to;
          break;
        }
        rest -= ways;
      }
    }
    return Uint8Array.from(letters);
  }

  #ends(length: number, state: number): boolean {
    return length >= this.minLength && this.#accepts[length]![state] === 1;
  }
}

/** A whole number from 0 to `most` − 1, each with the same chance. */
function below(most: bigint, generator: Generator): bigint {
  if (most <= 2n ** 31n) return BigInt(generator.integer(Number(most)));
  const pieces = Math.ceil(most.toString(2).length / 30);
  for (;;) {
    let value = 0n;
    for (let i = 0; i < pieces; i++) value = value * 2n ** 30n + BigInt(generator.integer(2 ** 30));
    const all = 2n ** BigInt(30 * pieces);
    // Values of the last, incomplete round would make small numbers likelier.
    if (value < all - (all % most)) return value % most;
  }
}
