/**
 * What a linear model sees of a sequence: which letter stands where, which letters stand where together, and which
 * short words occur anywhere. Each of these groups is scaled so that a sequence has length one in it, which makes the
 * groups comparable whatever their sizes. On double-stranded DNA both strands are read and averaged, so that a
 * sequence and its reverse complement are one.
 */

/** Groups of features. */
export interface FeatureChoice {
  readonly letters: boolean;
  readonly pairs: boolean;
  /** Lengths of words; none where empty. */
  readonly words: readonly number[];
  /** Whether the reverse complement is read too; only for an alphabet whose order makes token t pair with V−1−t. */
  readonly bothStrands: boolean;
  /** Whether all sequences have the full length, so that a place on one strand is always the same on the other. */
  readonly oneLength: boolean;
}

/** Beyond this length only pairs of near neighbours are read, or there would be thousands per sequence. */
const allPairsUpTo = 24;
const neighbourhood = 6;
/** A table of words is only kept up to this many; longer ones are left out. */
const mostWords = 2 ** 20;

/** Sequences as rows of a sparse matrix. */
export interface SparseRows {
  readonly rows: number;
  readonly starts: Int32Array;
  readonly ids: Int32Array;
  readonly values: Float64Array;
}

/** What turns sequences into rows; a linear model has one weight per feature. */
export interface FeatureMap {
  /** How many features there are. */
  readonly count: number;
  /** The rows of some sequences, given as tokens. */
  rows(sequences: readonly ArrayLike<number>[]): SparseRows;
}

export class SparseFeatures implements FeatureMap {
  readonly count: number;
  readonly #choice: FeatureChoice;
  readonly #letters: number;
  readonly #length: number;
  readonly #pairs: readonly (readonly [number, number])[];
  readonly #words: readonly number[];
  readonly #offsets: { readonly pairs: number; readonly words: readonly number[] };
  readonly #groups: number;
  /** For each pair of places, that pair seen from the other strand; undefined where places are not mirrored. */
  readonly #mirrors: Int32Array | undefined;

  /** `letters` is the size of the alphabet, `length` the longest sequence there may be. */
  constructor(choice: FeatureChoice, letters: number, length: number) {
    this.#choice = choice;
    this.#letters = letters;
    this.#length = length;
    const pairs: [number, number][] = [];
    if (choice.pairs) {
      const reach = length <= allPairsUpTo ? length : neighbourhood;
      for (let i = 0; i < length; i++)
        for (let j = i + 1; j < Math.min(length, i + 1 + reach); j++) pairs.push([i, j]);
    }
    this.#pairs = pairs;
    const numberOf = new Map(pairs.map(([i, j], p) => [i * length + j, p]));
    this.#mirrors =
      choice.bothStrands && choice.oneLength
        ? Int32Array.from(pairs, ([i, j]) => numberOf.get((length - 1 - j) * length + (length - 1 - i))!)
        : undefined;
    this.#words = choice.words.filter((word) => word <= length && letters ** word <= mostWords);
    let at = choice.letters ? length * letters : 0;
    const pairsAt = at;
    at += pairs.length * letters ** 2;
    const wordsAt: number[] = [];
    for (const word of this.#words) {
      wordsAt.push(at);
      at += letters ** word;
    }
    this.#offsets = { pairs: pairsAt, words: wordsAt };
    this.#groups = (choice.letters ? 1 : 0) + (pairs.length > 0 ? 1 : 0) + (this.#words.length > 0 ? 1 : 0);
    this.count = at;
  }

  rows(sequences: readonly ArrayLike<number>[]): SparseRows {
    const ids: number[] = [];
    const values: number[] = [];
    const starts = new Int32Array(sequences.length + 1);
    const { bothStrands, oneLength } = this.#choice;
    for (const [row, tokens] of sequences.entries()) {
      // Where features that mirror each other are one feature, one strand says everything.
      if (bothStrands && !oneLength) {
        this.#read(tokens, 0.5, ids, values);
        this.#read(otherStrand(tokens, this.#letters), 0.5, ids, values);
      } else this.#read(tokens, 1, ids, values);
      starts[row + 1] = ids.length;
    }
    return { rows: sequences.length, starts, ids: Int32Array.from(ids), values: Float64Array.from(values) };
  }

  #read(tokens: ArrayLike<number>, weight: number, ids: number[], values: number[]): void {
    const V = this.#letters;
    const length = Math.min(tokens.length, this.#length);
    const group = weight / Math.sqrt(this.#groups);
    if (this.#choice.letters) {
      const value = group / Math.sqrt(length);
      for (let t = 0; t < length; t++) {
        const id = t * V + tokens[t]!;
        ids.push(this.#mirrors ? Math.min(id, (length - t) * V - 1 - tokens[t]!) : id);
        values.push(value);
      }
    }
    const pairs = this.#pairs;
    if (pairs.length > 0) {
      const value = group / Math.sqrt(pairs.length);
      for (let p = 0; p < pairs.length; p++) {
        const [i, j] = pairs[p]!;
        if (j >= length) continue;
        const id = (p * V + tokens[i]!) * V + tokens[j]!;
        const mirrored = (this.#mirrors?.[p] ?? p) * V * V + (V - 1 - tokens[j]!) * V + (V - 1 - tokens[i]!);
        ids.push(this.#offsets.pairs + (this.#mirrors ? Math.min(id, mirrored) : id));
        values.push(value);
      }
    }
    let windows = 0;
    for (const word of this.#words) windows += Math.max(0, length - word + 1);
    const value = group / Math.sqrt(Math.max(1, windows));
    for (const [w, word] of this.#words.entries()) {
      for (let from = 0; from + word <= length; from++) {
        let id = 0;
        for (let t = from; t < from + word; t++) id = id * V + tokens[t]!;
        if (this.#choice.bothStrands) {
          let other = 0;
          for (let t = from + word - 1; t >= from; t--) other = other * V + (V - 1 - tokens[t]!);
          id = Math.min(id, other);
        }
        ids.push(this.#offsets.words[w]! + id);
        values.push(value);
      }
    }
  }
}

/** The reverse complement in tokens, where A, C, G, T are 0 … 3. */
export function otherStrand(tokens: ArrayLike<number>, letters: number): Uint8Array {
  const other = new Uint8Array(tokens.length);
  for (let t = 0; t < tokens.length; t++) other[t] = letters - 1 - tokens[tokens.length - 1 - t]!;
  return other;
}

/** A name for a sequence that its other strand shares. */
export function eitherStrand(tokens: ArrayLike<number>, letters: number): string {
  const one = String.fromCharCode(...Array.from(tokens));
  const other = String.fromCharCode(...otherStrand(tokens, letters));
  return one < other ? one : other;
}
