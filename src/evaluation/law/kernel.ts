/**
 * Noise kernels: what the environment appends when the policy intends a token. A kernel is a square
 * row-stochastic matrix `P(c|a)`, the same at every state; dynamics that depend on the state are described
 * by a `StateGraph` instead.
 */
import { WindageError } from "../../error.ts";

/** A noise kernel over one alphabet: `matrix[a * size + c]` is the probability of token `c` when `a` was intended. */
export interface NoiseKernel {
  readonly size: number;
  readonly matrix: Float64Array;
  /** The `α` for which the kernel is exactly sticky noise, or `null`; sticky noise has closed-form limits. */
  readonly stickyAlpha: number | null;
}

/** Noise that differs from place to place: a matrix of that kind for each, the first place first. */
export interface PlacedKernel {
  readonly size: number;
  readonly matrices: readonly Float64Array[];
}

/** How far a row of probabilities may be from summing to one before it is refused; float32 rows pass. */
const ROW_TOLERANCE = 1e-4;

/** The noise kernel of sticky noise: with probability `alpha` a uniformly random token replaces the intended one. */
export function stickyKernel(size: number, alpha: number): NoiseKernel {
  if (!Number.isInteger(size) || size < 1) {
    throw new WindageError(
      "evaluation/bad-alphabet",
      `stickyKernel: got an alphabet of ${size} tokens, expected a positive whole number.`,
    );
  }
  if (!(alpha >= 0 && alpha <= 1)) {
    throw new WindageError(
      "evaluation/bad-noise",
      `stickyKernel: got alpha = ${alpha}, expected a probability between 0 and 1.`,
    );
  }
  const matrix = new Float64Array(size * size).fill(alpha / size);
  for (let a = 0; a < size; a++) matrix[a * size + a] = 1 - alpha + alpha / size;
  return { size, matrix, stickyAlpha: alpha };
}

/**
 * A noise kernel from any row-stochastic matrix, such as a table of substitution rates; sticky noise is recognised.
 */
export function noiseKernel(size: number, matrix: ArrayLike<number>): NoiseKernel {
  if (matrix.length !== size * size) {
    throw new WindageError(
      "evaluation/bad-noise",
      `noiseKernel: got ${matrix.length} entries, expected ${size} × ${size} = ${size * size}, one row per intended token.`,
    );
  }
  const rows = Float64Array.from(matrix);
  for (let a = 0; a < size; a++) normaliseRow(rows, a * size, size, `noiseKernel: the row of intention ${a}`);
  return { size, matrix: rows, stickyAlpha: recogniseSticky(size, rows) };
}

/** A kernel for every place of a sequence, each checked as `noiseKernel` checks one. */
export function placedKernel(size: number, matrices: readonly ArrayLike<number>[]): PlacedKernel {
  return { size, matrices: matrices.map((matrix) => noiseKernel(size, matrix).matrix) };
}

function recogniseSticky(size: number, matrix: Float64Array): number | null {
  if (size === 1) return 0;
  const floor = matrix[1]!;
  if (floor * size > 1) return null;
  for (let a = 0; a < size; a++) {
    for (let c = 0; c < size; c++) {
      const expected = a === c ? 1 - (size - 1) * floor : floor;
      // A few roundings are allowed for, no more: a nearly sticky kernel has a slightly different limit.
      if (Math.abs(matrix[a * size + c]! - expected) > 4e-16 * size) return null;
    }
  }
  return floor * size;
}

/** Checks that `size` entries from `start` are a distribution up to rounding, and makes them sum to one. */
export function normaliseRow(values: Float64Array, start: number, size: number, what: string): void {
  let sum = 0;
  for (let i = start; i < start + size; i++) {
    // Written so that NaN is caught too.
    if (!(values[i]! >= 0)) {
      throw new WindageError(
        "evaluation/not-a-distribution",
        `${what} holds ${values[i]!}, expected probabilities of at least 0.`,
      );
    }
    sum += values[i]!;
  }
  if (!(Math.abs(sum - 1) <= ROW_TOLERANCE)) {
    throw new WindageError(
      "evaluation/not-a-distribution",
      `${what} sums to ${sum}, expected 1. Pass probabilities, not logits.`,
    );
  }
  if (sum === 1) return;
  for (let i = start; i < start + size; i++) values[i] = values[i]! / sum;
}
