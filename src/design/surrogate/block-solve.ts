/**
 * Many regularised least-squares problems that share one Gram matrix, solved side by side. Problem j sees only the
 * rows its mask leaves in: (M_j G M_j + Λ) α_j = M_j y_j, with Λ diagonal and positive. Conjugate gradients need G
 * only as a product with a block of vectors, so sparse features never form it and a dense one is read once for all
 * problems. Folds of a cross-validation and the fit to all rows are such a block.
 */

import type { Steps } from "../../evaluation/long-computation.ts";

/** Writes G·V to `out`; both are row-major, rows × columns. */
export type GramProduct = (block: Float64Array, out: Float64Array, columns: number) => void;

/** The problems: one column each. */
export interface BlockProblem {
  readonly rows: number;
  readonly columns: number;
  /** 1 where a row takes part in a problem, else 0; rows × columns. */
  readonly mask: Uint8Array;
  /** What is to be reproduced, rows × columns. */
  readonly target: Float64Array;
  /** Λ, one per row. */
  readonly ridge: Float64Array;
}

/** The residual, relative to the right side, at which a column is done. */
const tolerance = 1e-3;
const mostSteps = 200;

/** The coefficients α, rows × columns; zero where a row takes no part. */
export function* solveBlock(
  product: GramProduct,
  problem: BlockProblem,
  start?: Float64Array,
): Steps<Float64Array> {
  const { rows, columns, mask, target, ridge } = problem;
  const size = rows * columns;
  const solution = new Float64Array(size);
  const residual = new Float64Array(size);
  const applied = new Float64Array(size);
  const apply = (block: Float64Array): void => {
    product(block, applied, columns);
    for (let i = 0, at = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++, at++) {
        applied[at] = mask[at] === 1 ? applied[at]! + ridge[i]! * block[at]! : 0;
      }
    }
  };
  for (let at = 0; at < size; at++) if (mask[at] === 1) residual[at] = target[at]!;
  const enough = dots(residual, residual, columns).map((square) => square * tolerance ** 2);
  if (start !== undefined) {
    for (let at = 0; at < size; at++) if (mask[at] === 1) solution[at] = start[at]!;
    apply(solution);
    for (let at = 0; at < size; at++) residual[at] = residual[at]! - applied[at]!;
  }
  const direction = residual.slice();
  let square = dots(residual, residual, columns);
  for (let step = 0; step < mostSteps; step++) {
    if (square.every((value, j) => value <= enough[j]!)) break;
    yield undefined;
    apply(direction);
    const curvature = dots(direction, applied, columns);
    // A column that is done keeps still, or rounding would wear it away.
    const length = square.map((value, j) => (value <= enough[j]! ? 0 : value / curvature[j]!));
    for (let at = 0; at < size;) {
      for (let j = 0; j < columns; j++, at++) {
        solution[at] = solution[at]! + length[j]! * direction[at]!;
        residual[at] = residual[at]! - length[j]! * applied[at]!;
      }
    }
    const next = dots(residual, residual, columns);
    const turn = next.map((value, j) => (length[j] === 0 ? 0 : value / square[j]!));
    for (let at = 0; at < size;) {
      for (let j = 0; j < columns; j++, at++) direction[at] = residual[at]! + turn[j]! * direction[at]!;
    }
    square = next;
  }
  return solution;
}

/** The inner product of each column of one block with that of the other. */
function dots(left: Float64Array, right: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns);
  for (let at = 0; at < left.length;) {
    for (let j = 0; j < columns; j++, at++) sums[j] = sums[j]! + left[at]! * right[at]!;
  }
  return sums;
}
