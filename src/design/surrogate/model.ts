/** What every kind of surrogate model gives once it is fitted: predictions of all its columns at any sequences. */

/** A fitted model. */
export interface FittedModel {
  readonly name: string;
  /** Its settings in words, such as the ridge strength that was chosen. */
  readonly settings: string;
  /** Whether a prediction costs only the length of the sequence, and not the number of measured ones. */
  readonly quick: boolean;
  /** K, the number of folds; there are K + 1 columns, the last one fitted to everything. */
  readonly folds: number;
  /** What each measured sequence was predicted to be by the column that had not seen it. */
  readonly heldOut: Float64Array;
  /** Predictions of every column, sequences × (K + 1). */
  predictAll(sequences: readonly ArrayLike<number>[]): Float64Array;
  /** Predictions of the last column alone, which is what searching asks for. */
  predict(sequences: readonly ArrayLike<number>[]): Float64Array;
}

/** Root mean squared difference. */
export function rootMeanSquare(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += (left[i]! - right[i]!) ** 2;
  return Math.sqrt(sum / left.length);
}
