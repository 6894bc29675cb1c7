/**
 * Pearson and Spearman correlation. Secondary signals: a sampler can correlate well with the reward and still
 * have the wrong law. Both are NaN where they are undefined (a constant or infinite variable, fewer than two
 * points) rather than a number that looks like an answer.
 */
import { WindageError } from "../../error.ts";

/** The linear correlation of two lists of numbers, between -1 and 1. */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  if (x.length !== y.length) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `got ${x.length} and ${y.length} values, expected as many of one as of the other.`,
    );
  }
  const meanX = mean(x);
  const meanY = mean(y);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < x.length; i++) {
    const dx = x[i]! - meanX;
    const dy = y[i]! - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (!(xx > 0 && yy > 0)) return NaN;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx) / Math.sqrt(yy)));
}

/** The correlation of the ranks of two lists of numbers; tied values share the mean of their ranks. */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  return pearson(ranks(x), ranks(y));
}

/** Ranks from 1, ties averaged; NaN has no rank and gives NaN. */
export function ranks(values: ArrayLike<number>): Float64Array {
  // Numbers are sorted and then looked up: much faster than sorting places by what stands there.
  const sorted = Float64Array.from(values).sort();
  const rankFrom = new Float64Array(sorted.length);
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && (end === start || sorted[end] === sorted[start])) end++;
    rankFrom[start] = (start + end + 1) / 2;
  }
  return Float64Array.from(values, (value) =>
    Number.isNaN(value) ? NaN : rankFrom[firstNotBelow(sorted, value)]!,
  );
}

/** The first place in ascending numbers that is not below `value`. */
function firstNotBelow(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}
