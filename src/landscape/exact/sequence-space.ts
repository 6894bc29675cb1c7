/**
 * All sequences of one fixed length over one alphabet, numbered in lexicographic order (first letter most
 * significant, letters in the order the alphabet lists them). It translates between strings and numbers and
 * says what is wrong with a string that does not belong; it holds no scores and no probabilities.
 */

import { WindageError } from "../../error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";

/** The four bases in the order every DNA table here is written in. */
export const DNA = "ACGT";

/** The largest space that may be held as a table: 16.8 million scores, 128 MB. */
const MAX_TABLE_SIZE = 2 ** 24;

export class SequenceSpace {
  readonly alphabet: string;
  readonly length: number;
  /** The number of sequences, exact up to 2^53; large spaces can be described but not numbered. */
  readonly size: number;
  readonly #tokenOf = new Map<string, number>();

  constructor(alphabet: string, length: number) {
    checkAlphabet(alphabet);
    if (!Number.isInteger(length) || length < 1) {
      throw new WindageError(
        "landscape/invalid-space",
        `sequence length: got ${length}, expected a whole number of at least 1`,
      );
    }
    this.alphabet = alphabet;
    this.length = length;
    this.size = alphabet.length ** length;
    for (let token = 0; token < alphabet.length; token++) this.#tokenOf.set(alphabet[token]!, token);
  }

  /** Says what keeps a string out of this space, or nothing when it belongs. */
  problemWith(sequence: string): string | undefined {
    if (sequence.length !== this.length) {
      return `${quoteSequence(sequence)} has ${sequence.length} letters, expected ${this.length}`;
    }
    for (let at = 0; at < sequence.length; at++) {
      if (!this.#tokenOf.has(sequence[at]!)) {
        return `${quoteSequence(sequence)} has ${JSON.stringify(sequence[at])} at position ${at + 1}, expected letters of "${this.alphabet}"`;
      }
    }
    return undefined;
  }

  /** The number of a sequence, or -1 for a string outside the space. */
  find(sequence: string): number {
    if (sequence.length !== this.length) return -1;
    const base = this.alphabet.length;
    let index = 0;
    for (let at = 0; at < sequence.length; at++) {
      const token = this.#tokenOf.get(sequence[at]!);
      if (token === undefined) return -1;
      index = index * base + token;
    }
    return index;
  }

  /** The number of a sequence; a string outside the space is an error that says why. */
  indexOf(sequence: string): number {
    const index = this.find(sequence);
    if (index < 0) {
      throw new WindageError("landscape/invalid-sequence", `sequence ${this.problemWith(sequence)}`);
    }
    return index;
  }

  /** The sequence with a given number. */
  sequenceAt(index: number): string {
    this.checkIndex(index);
    const base = this.alphabet.length;
    let rest = index;
    let sequence = "";
    for (let at = 0; at < this.length; at++) {
      sequence = this.alphabet[rest % base]! + sequence;
      rest = Math.floor(rest / base);
    }
    return sequence;
  }

  /** Throws unless `index` is the number of a sequence. */
  checkIndex(index: number): void {
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.size) {
      throw new WindageError(
        "landscape/invalid-index",
        `sequence index: got ${index}, expected a whole number from 0 to ${this.size - 1}`,
      );
    }
  }

  /** Throws unless the space is small enough to hold one score per sequence. */
  checkTabular(): void {
    if (this.size > MAX_TABLE_SIZE) {
      throw new WindageError(
        "landscape/too-large",
        `a table over ${this.alphabet.length} letters and length ${this.length} would have ${this.size} scores, ` +
          `expected at most ${MAX_TABLE_SIZE}; use an oracle that is asked for single sequences instead`,
      );
    }
  }
}

function checkAlphabet(alphabet: string): void {
  let problem: string | undefined;
  if (alphabet.length === 0) problem = "it is empty";
  else if (/[\s\p{Cc}",]/u.test(alphabet)) problem = "it has a space, comma, quote or control character";
  // Such a letter is two units of a string, so positions would no longer be letters.
  else if (Array.from(alphabet).length !== alphabet.length)
    problem = "it has a letter beyond Unicode's basic plane";
  else if (new Set(alphabet).size !== alphabet.length) problem = "a letter occurs twice";
  if (problem !== undefined) {
    throw new WindageError(
      "landscape/invalid-space",
      `alphabet ${JSON.stringify(alphabet)}: ${problem}; expected different single characters such as "ACGT"`,
    );
  }
}
