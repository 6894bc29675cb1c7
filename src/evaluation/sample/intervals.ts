/**
 * Means of a few independent values (one per seed) with their intervals, and mean differences of pairs. The intervals
 * are Student's and assume nothing but values that are roughly normal; they say how well a mean is known, not how far
 * single values scatter.
 */
import { WindageError } from "../../error.ts";
import { studentQuantile } from "./student.ts";

/** A mean and where it lies; with a single value nothing is known of that, and the interval is null. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Half the width: the interval is `mean ± half`. */
  readonly half: number | null;
  /** How many values the mean is of. */
  readonly count: number;
}

/** The mean of values with the interval that holds the true mean with probability `level`. */
export function meanInterval(values: readonly number[], level = 0.95): MeanInterval {
  const count = values.length;
  if (count === 0) {
    throw new WindageError("evaluation/no-values", "meanInterval: got no values, expected at least one.");
  }
  if (!(level > 0 && level < 1)) {
    throw new WindageError(
      "evaluation/level",
      `meanInterval: got a level of ${level}, expected a number above 0 and below 1, such as 0.95.`,
    );
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, low: null, high: null, half: null, count };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const half = studentQuantile((1 + level) / 2, count - 1) * Math.sqrt(variance / count);
  return { mean, low: mean - half, high: mean + half, half, count };
}

/**
 * The mean of `values[i] − reference[i]` with its interval. Pairs that lack a side are left out; null when none is
 * left. What both sides of a pair share (a seed, a noise level) cancels, so this is sharper than two intervals.
 */
export function pairedDifference(
  values: readonly (number | null)[],
  reference: readonly (number | null)[],
  level = 0.95,
): MeanInterval | null {
  if (values.length !== reference.length) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `pairedDifference: got ${values.length} values and ${reference.length} to compare them with, expected one each per pair.`,
    );
  }
  const differences = values.flatMap((value, i) => {
    const other = reference[i] ?? null;
    return value === null || other === null ? [] : [value - other];
  });
  return differences.length === 0 ? null : meanInterval(differences, level);
}
