/** The sequences that may be ordered: letters and lengths, and the way between strings and tokens. */
import type { Measurement } from "../../landscape/assay/assay.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import type { Rules } from "../rules/ruled-space.ts";

/** Spaces of at most this many sequences are looked at as a whole. */
const tableUpTo = 2 ** 20;

export class DesignSpace {
  readonly alphabet: string;
  readonly minLength: number;
  readonly maxLength: number;
  /** Every sequence as a number, where all have one length and there are at most 2^20 of them; else null. */
  readonly all: SequenceSpace | null;
  /** What designs have to obey; null where anything may be ordered. */
  readonly rules: Rules | null;
  readonly #tokenOf: ReadonlyMap<string, number>;

  constructor(alphabet: string, minLength: number, maxLength: number, rules: Rules | null = null) {
    this.rules = rules;
    this.alphabet = alphabet;
    this.minLength = minLength;
    this.maxLength = maxLength;
    const space = new SequenceSpace(alphabet, maxLength);
    this.all = minLength === maxLength && space.size <= tableUpTo ? space : null;
    this.#tokenOf = new Map(Array.from(alphabet, (letter, token) => [letter, token]));
  }

  /** The space of some measurements: every length from their shortest to their longest. */
  static of(
    measurements: readonly Pick<Measurement, "sequence">[],
    alphabet: string,
    rules: Rules | null = null,
  ): DesignSpace {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (const { sequence } of measurements) {
      low = Math.min(low, sequence.length);
      high = Math.max(high, sequence.length);
    }
    return new DesignSpace(alphabet, low, high, rules);
  }

  get lengths(): { readonly minLength: number; readonly maxLength: number } {
    return { minLength: this.minLength, maxLength: this.maxLength };
  }

  get oneLength(): boolean {
    return this.minLength === this.maxLength;
  }

  /** Whether a sequence may be ordered. */
  obeys(tokens: ArrayLike<number>): boolean {
    if (this.rules === null) return true;
    return this.rules.machine.has(tokens) && this.rules.obeysLooked(this.decode(tokens));
  }

  encode(sequence: string): Uint8Array {
    return Uint8Array.from(sequence, (letter) => this.#tokenOf.get(letter)!);
  }

  decode(tokens: ArrayLike<number>): string {
    let sequence = "";
    for (let t = 0; t < tokens.length; t++) sequence += this.alphabet[tokens[t]!]!;
    return sequence;
  }

  /** The tokens of the sequence with a number, where all are numbered. */
  tokensAt(index: number): Uint8Array {
    const V = this.alphabet.length;
    const tokens = new Uint8Array(this.maxLength);
    for (let t = this.maxLength - 1, rest = index; t >= 0; t--, rest = Math.floor(rest / V))
      tokens[t] = rest % V;
    return tokens;
  }
}
