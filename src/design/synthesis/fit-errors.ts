/**
 * The error matrix of a process from pairs of what was intended and what was read: shares of every real letter for
 * every intended one, with Wilson's 95 % intervals. Pairs of different lengths hold an insertion or a deletion; which
 * letter moved is not known, so that they tell how many letters are lost and added and nothing else.
 */
import { WindageError } from "../../error.ts";
import type { ErrorModel } from "./error-model.ts";

/** One intended sequence and what came of it, `count` times. */
export interface Read {
  readonly intended: string;
  readonly observed: string;
  readonly count: number;
}

/** An error matrix with what it was counted from. */
export interface ErrorFit {
  readonly alphabet: string;
  /** Letters that were compared. */
  readonly compared: number;
  readonly reads: number;
  /** Reads whose length differs from what was intended. */
  readonly changedLength: number;
  readonly counts: readonly Float64Array[];
  readonly model: ErrorModel;
  /** Lower and upper ends of the intervals, laid out as the matrices are. */
  readonly low: readonly Float64Array[];
  readonly high: readonly Float64Array[];
  /** Share of letters that came out wrong. */
  readonly wrong: Share;
  /** Letters by which reads are shorter, and longer, than intended, as shares of all that were; the least there were. */
  readonly lost: Share;
  readonly added: Share;
}

/** A share with its 95 % interval. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % of the normal law. */
const z = 1.959963984540054;

/** Fits one matrix for all places, or one for each place of the longest intended sequence. */
export function fitErrors(reads: readonly Read[], alphabet: string, byPosition: boolean): ErrorFit {
  const V = alphabet.length;
  const longest = reads.reduce((most, { intended }) => Math.max(most, intended.length), 1);
  const counts = Array.from({ length: byPosition ? longest : 1 }, () => new Float64Array(V * V));
  const totals = { reads: 0, changedLength: 0, compared: 0, wrong: 0, letters: 0, lost: 0, added: 0 };
  for (const { intended, observed, count } of reads) {
    totals.reads += count;
    totals.letters += count * intended.length;
    if (intended.length !== observed.length) {
      totals.lost += count * Math.max(0, intended.length - observed.length);
      totals.added += count * Math.max(0, observed.length - intended.length);
      totals.changedLength += count;
      continue;
    }
    for (let t = 0; t < intended.length; t++) {
      const at = alphabet.indexOf(intended[t]!) * V + alphabet.indexOf(observed[t]!);
      const matrix = counts[byPosition ? t : 0]!;
      matrix[at] = matrix[at]! + count;
      totals.compared += count;
      if (intended[t] !== observed[t]) totals.wrong += count;
    }
  }
  if (totals.compared === 0) {
    throw new WindageError(
      "design/bad-reads",
      `got ${totals.reads} reads, ${totals.changedLength} of them of another length than intended, expected at least one of the same length; reads with insertions or deletions cannot be compared letter by letter, so trim or align them first`,
    );
  }
  const rowOf = (matrix: Float64Array, at: number): number => {
    const from = Math.floor(at / V) * V;
    return matrix.subarray(from, from + V).reduce((sum, value) => sum + value, 0);
  };
  const share = (matrix: Float64Array): Float64Array =>
    matrix.map((value, at) => {
      const row = rowOf(matrix, at);
      // A letter that was never intended is taken to come out right.
      return row === 0 ? (at % (V + 1) === 0 ? 1 : 0) : value / row;
    });
  const bound = (side: -1 | 1) => (matrix: Float64Array) =>
    matrix.map((value, at) => wilson(value, rowOf(matrix, at), side));
  return {
    alphabet,
    compared: totals.compared,
    reads: totals.reads,
    changedLength: totals.changedLength,
    counts,
    model: { letters: V, matrices: counts.map(share) },
    low: counts.map(bound(-1)),
    high: counts.map(bound(1)),
    wrong: shareOf(totals.wrong, totals.compared),
    lost: shareOf(totals.lost, totals.letters),
    added: shareOf(Math.min(totals.added, totals.letters), totals.letters),
  };
}

function shareOf(hits: number, tries: number): Share {
  return { share: hits / tries, low: wilson(hits, tries, -1), high: wilson(hits, tries, 1) };
}

/** One end of Wilson's interval for `hits` among `tries`. */
export function wilson(hits: number, tries: number, side: -1 | 1): number {
  if (tries === 0) return side === 1 ? 1 : 0;
  // Exact where the formula leaves a rounding error.
  if (hits === (side === 1 ? tries : 0)) return side === 1 ? 1 : 0;
  const p = hits / tries;
  const centre = p + z ** 2 / (2 * tries);
  const half = z * Math.sqrt((p * (1 - p)) / tries + z ** 2 / (4 * tries ** 2));
  const end = (centre + side * half) / (1 + z ** 2 / tries);
  return Math.min(1, Math.max(0, end));
}
