/**
 * A table of sequences as plain arrays, and the Hamming distance on it. Shorter sequences are padded with a
 * token outside the alphabet, so every position past an end counts as a difference.
 */
import { WindageError } from "../../error.ts";

/** `count` sequences of `length` tokens, one after another in `tokens`. */
export interface SequenceTable {
  readonly count: number;
  readonly length: number;
  readonly tokens: ArrayLike<number>;
}

/** The token past the end of a shorter sequence. */
export const PAD = 0xffff;

/** A table from strings; each UTF-16 unit is a token, so any alphabet of single letters works. */
export function sequenceTable(strings: readonly string[]): SequenceTable {
  const length = strings.reduce((longest, text) => Math.max(longest, text.length), 0);
  const tokens = new Uint16Array(strings.length * length).fill(PAD);
  for (const [i, text] of strings.entries()) {
    for (let t = 0; t < text.length; t++) tokens[i * length + t] = text.charCodeAt(t);
  }
  return { count: strings.length, length, tokens };
}

/** The number of positions where two sequences differ, counted no further than `stopAt`. */
export function hamming(
  left: SequenceTable,
  i: number,
  right: SequenceTable,
  j: number,
  stopAt = Infinity,
): number {
  const a = i * left.length;
  const b = j * right.length;
  let distance = 0;
  for (let t = 0; t < left.length; t++) {
    if (left.tokens[a + t]! !== right.tokens[b + t]! && ++distance >= stopAt) return distance;
  }
  return distance;
}

/** Throws unless both tables hold sequences of the same padded length. */
export function sameWidth(left: SequenceTable, right: SequenceTable): void {
  if (left.length === right.length || left.count === 0 || right.count === 0) return;
  throw new WindageError(
    "evaluation/length-mismatch",
    `got sequences of ${left.length} and of ${right.length} tokens, expected the same length. Pad the shorter ones with ${PAD}.`,
  );
}

/** Throws unless there is one finite score per sequence. */
export function checkScores(sequences: SequenceTable, score: ArrayLike<number>): void {
  if (score.length !== sequences.count) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `got ${score.length} scores for ${sequences.count} sequences, expected one each.`,
    );
  }
  for (let i = 0; i < score.length; i++) {
    if (Number.isFinite(score[i]!)) continue;
    throw new WindageError(
      "evaluation/not-finite",
      `got score ${score[i]!} for sequence ${i}, expected a finite number.`,
    );
  }
}

/** Indices by descending score; ties go to the lower index. */
export function byDescendingScore(score: ArrayLike<number>): number[] {
  // The sort is stable, which is what settles ties.
  return Array.from({ length: score.length }, (_, i) => i).sort((i, j) => score[j]! - score[i]!);
}
