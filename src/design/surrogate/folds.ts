/**
 * The problems of one cross-validation as a block: column j < K leaves fold j out, the last column sees every row.
 * All columns share rows and targets, so one solve gives held-out predictions, the fit to everything, and K fits
 * whose differences say how much the answer hangs on single measurements.
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import type { Generator } from "../../random/generator.ts";
import { type GramProduct, solveBlock } from "./block-solve.ts";

/** Measured values and which fold each belongs to. */
export interface Folds {
  readonly count: number;
  readonly fold: Uint8Array;
  readonly values: Float64Array;
  /** How many measurements each value is the mean of. */
  readonly repeats: Float64Array;
  /** The mean of what each column sees; K + 1 of them. */
  readonly centres: Float64Array;
  readonly mask: Uint8Array;
  readonly target: Float64Array;
}

/**
 * Deals rows into folds at random; there are never more folds than rows. Rows of one name stay together: a row whose
 * like was seen is not held out, and judged by such rows a model looks surer than it is.
 */
export function dealFolds(
  values: ArrayLike<number>,
  repeats: ArrayLike<number>,
  wanted: number,
  generator: Generator,
  names?: readonly string[],
): Folds {
  const rows = values.length;
  const count = Math.min(wanted, rows);
  const order = Array.from({ length: rows }, (_, i) => i);
  generator.shuffle(order);
  const fold = new Uint8Array(rows);
  const dealt = new Map<string, number>();
  for (const [position, row] of order.entries()) {
    const name = names?.[row] ?? String(row);
    fold[row] = dealt.get(name) ?? position % count;
    dealt.set(name, fold[row]);
  }
  return foldsOf(values, repeats, fold, count);
}

/** The folds of some rows alone. */
export function partOf(folds: Folds, rows: readonly number[]): Folds {
  const some = (list: Float64Array | Uint8Array): number[] => rows.map((row) => list[row]!);
  return foldsOf(some(folds.values), some(folds.repeats), Uint8Array.from(some(folds.fold)), folds.count);
}

/** The same folds of other values. */
export function withValues({ repeats, fold, count }: Folds, values: ArrayLike<number>): Folds {
  return foldsOf(values, repeats, fold, count);
}

function foldsOf(
  values: ArrayLike<number>,
  repeats: ArrayLike<number>,
  fold: Uint8Array,
  count: number,
): Folds {
  const rows = values.length;
  const columns = count + 1;
  const sums = new Float64Array(columns);
  const seen = new Float64Array(columns);
  const mask = new Uint8Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      if (fold[i] === j) continue;
      mask[i * columns + j] = 1;
      sums[j] = sums[j]! + values[i]!;
      seen[j] = seen[j]! + 1;
    }
  }
  const centres = sums.map((sum, j) => sum / seen[j]!);
  const target = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) target[i * columns + j] = values[i]! - centres[j]!;
  }
  return {
    count,
    fold,
    values: Float64Array.from(values),
    repeats: Float64Array.from(repeats),
    centres,
    mask,
    target,
  };
}

/** The coefficients of all columns, and what each row was predicted to be by the column that did not see it. */
export interface FoldSolution {
  readonly coefficients: Float64Array;
  readonly heldOut: Float64Array;
}

/** Solves all columns at one ridge strength; a mean of repeats counts as that many measurements. */
export function* solveFolds(
  product: GramProduct,
  folds: Folds,
  strength: number,
  start?: Float64Array,
): Steps<FoldSolution> {
  const rows = folds.values.length;
  const columns = folds.count + 1;
  const ridge = folds.repeats.map((count) => strength / count);
  const { mask, target } = folds;
  const coefficients = yield* solveBlock(product, { rows, columns, mask, target, ridge }, start);
  const fitted = new Float64Array(rows * columns);
  product(coefficients, fitted, columns);
  const heldOut = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const j = folds.fold[i]!;
    heldOut[i] = fitted[i * columns + j]! + folds.centres[j]!;
  }
  return { coefficients, heldOut };
}
