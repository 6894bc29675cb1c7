/**
 * Pearson and Spearman correlation. Secondary signals: a sampler can correlate well with the reward and still
 * have the wrong law. Both are NaN where they are undefined (a constant or infinite variable, fewer than two
 * points) rather than a number that looks like an answer.
 */
import { WindageError } from "../../error.ts";

/** Linear correlation, between -1 and 1. */
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

/** Correlation of ranks; tied values share the mean of their ranks. */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  return pearson(ranks(x), ranks(y));
}

/** Ranks from 1, ties averaged; NaN has no rank and gives NaN. */
export function ranks(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((i, j) =>
    values[i]! < values[j]! ? -1 : values[i]! > values[j]! ? 1 : 0,
  );
  const result = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let i = start; i < end; i++) {
      result[order[i]!] = Number.isNaN(values[order[i]!]) ? NaN : (start + end + 1) / 2;
    }
    start = end;
  }
  return result;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}
