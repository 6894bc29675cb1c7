/**
 * The best of a batch of samples: mean score of the top `k`, how different they are from each other
 * (diversity) and from what was known before (novelty), and the ceiling the space allows.
 */
import { WindageError } from "../../error.ts";
import { byDescendingScore, checkScores, hamming, sameWidth, type SequenceTable } from "./sequence-table.ts";
import { selectModes } from "./modes.ts";

export interface TopK {
  /** How many were there to take; less than asked for when fewer distinct samples exist. */
  readonly k: number;
  readonly mean: number;
  /** Mean Hamming distance over all pairs of the top `k`; 0 for a single one. */
  readonly diversity: number;
  /** Which samples they are, best first. */
  readonly indices: Int32Array;
}

/**
 * The mean score and the diversity of the best `k` distinct samples. Repeats are left out, because with them one good
 * sequence drawn `k` times would pass for `k` good sequences and the mean could exceed the ceiling.
 */
export function topK(samples: SequenceTable, score: ArrayLike<number>, k: number): TopK {
  checkScores(samples, score);
  checkCount("topK", k);
  const indices = selectModes(samples, 0, byDescendingScore(score), k);
  if (indices.length === 0) return { k: 0, mean: NaN, diversity: NaN, indices };
  let sum = 0;
  for (const i of indices) sum += score[i]!;
  return { k: indices.length, mean: sum / indices.length, diversity: diversity(samples, indices), indices };
}

/** The mean of the `k` highest scores of a whole space: no sampler's distinct top `k` can have a higher mean. */
export function topKCeiling(score: ArrayLike<number>, k: number): number {
  checkCount("topKCeiling", k);
  const best = Float64Array.from(score).sort().subarray(-k);
  return best.reduce((sum, value) => sum + value, 0) / best.length;
}

/** Mean Hamming distance over all pairs of the chosen sequences. */
export function diversity(sequences: SequenceTable, indices: ArrayLike<number>): number {
  let sum = 0;
  let pairs = 0;
  for (let i = 0; i < indices.length; i++) {
    for (let j = 0; j < i; j++) {
      sum += hamming(sequences, indices[i]!, sequences, indices[j]!);
      pairs++;
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

/** Each sequence's Hamming distance to the nearest one of `known`; infinite when nothing is known. */
export function novelty(sequences: SequenceTable, known: SequenceTable): Float64Array {
  sameWidth(sequences, known);
  const nearest = new Float64Array(sequences.count).fill(Infinity);
  for (let i = 0; i < sequences.count; i++) {
    for (let j = 0; j < known.count && nearest[i]! > 0; j++) {
      nearest[i] = Math.min(nearest[i]!, hamming(sequences, i, known, j, nearest[i]));
    }
  }
  return nearest;
}

function checkCount(name: string, k: number): void {
  if (Number.isInteger(k) && k >= 1) return;
  throw new WindageError(
    "evaluation/bad-count",
    `${name}: got k = ${k}, expected a whole number of at least 1.`,
  );
}
