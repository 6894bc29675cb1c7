/**
 * Ridge regression on sparse features, solved in the dual, so that its cost is the number of features that occur and
 * not the number there are. The strength is chosen among a few by the held-out error, from the smoothest down until
 * it gets worse.
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import type { FittedModel } from "./model.ts";
import { rootMeanSquare } from "./model.ts";
import type { GramProduct } from "./block-solve.ts";
import { type FoldSolution, type Folds, solveFolds } from "./folds.ts";
import type { FeatureMap, SparseRows } from "./sparse-features.ts";

/** Strengths relative to features of length one: 1 trusts a single measurement as much as the prior. */
const strengths = [3, 1, 0.3, 0.1, 0.03, 0.01];

/** Fits the model to measured sequences. */
export function* fitRidge(
  name: string,
  features: FeatureMap,
  sequences: readonly ArrayLike<number>[],
  folds: Folds,
): Steps<FittedModel> {
  const rows = features.rows(sequences);
  const product = gramProduct(rows, features.count);
  let best: { strength: number; error: number; solution: FoldSolution } | undefined;
  let start: Float64Array | undefined;
  for (const strength of strengths) {
    const solution = yield* solveFolds(product, folds, strength, start);
    start = solution.coefficients;
    const error = rootMeanSquare(solution.heldOut, folds.values);
    if (best !== undefined && error > best.error) break;
    best = { strength, error, solution };
  }
  const { strength, solution } = best!;
  const columns = folds.count + 1;
  const weights = new Float64Array(features.count * columns);
  addTransposed(rows, solution.coefficients, weights, columns);
  const last = Float64Array.from({ length: features.count }, (_, id) => weights[id * columns + folds.count]!);
  return {
    name,
    settings: `ridge ${strength}`,
    quick: true,
    folds: folds.count,
    heldOut: solution.heldOut,
    predictAll: (asked) => withCentres(times(features.rows(asked), weights, columns), folds.centres),
    predict: (asked) =>
      withCentres(times(features.rows(asked), last, 1), folds.centres.subarray(folds.count)),
  };
}

/** V ↦ Φ(ΦᵀV) without forming ΦΦᵀ. */
export function gramProduct(rows: SparseRows, features: number): GramProduct {
  let weights = new Float64Array(0);
  return (block, out, columns) => {
    if (weights.length === features * columns) weights.fill(0);
    else weights = new Float64Array(features * columns);
    addTransposed(rows, block, weights, columns);
    out.set(times(rows, weights, columns));
  };
}

/** ΦᵀV, added to `weights`. Four columns at a time, so that what is spread out stays in registers. */
function addTransposed(
  { rows, starts, ids, values }: SparseRows,
  block: Float64Array,
  weights: Float64Array,
  columns: number,
): void {
  for (let i = 0; i < rows; i++) {
    const end = starts[i + 1]!;
    const from = i * columns;
    let j = 0;
    for (; j + 4 <= columns; j += 4) {
      const a = block[from + j]!;
      const b = block[from + j + 1]!;
      const c = block[from + j + 2]!;
      const d = block[from + j + 3]!;
      for (let k = starts[i]!; k < end; k++) {
        const to = ids[k]! * columns + j;
        const value = values[k]!;
        weights[to] = weights[to]! + value * a;
        weights[to + 1] = weights[to + 1]! + value * b;
        weights[to + 2] = weights[to + 2]! + value * c;
        weights[to + 3] = weights[to + 3]! + value * d;
      }
    }
    for (; j < columns; j++) {
      const a = block[from + j]!;
      for (let k = starts[i]!; k < end; k++) {
        const to = ids[k]! * columns + j;
        weights[to] = weights[to]! + values[k]! * a;
      }
    }
  }
}

/** ΦW, likewise. */
function times(
  { rows, starts, ids, values }: SparseRows,
  weights: Float64Array,
  columns: number,
): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    const end = starts[i + 1]!;
    const to = i * columns;
    let j = 0;
    for (; j + 4 <= columns; j += 4) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let k = starts[i]!; k < end; k++) {
        const from = ids[k]! * columns + j;
        const value = values[k]!;
        a += value * weights[from]!;
        b += value * weights[from + 1]!;
        c += value * weights[from + 2]!;
        d += value * weights[from + 3]!;
      }
      out[to + j] = a;
      out[to + j + 1] = b;
      out[to + j + 2] = c;
      out[to + j + 3] = d;
    }
    for (; j < columns; j++) {
      let sum = 0;
      for (let k = starts[i]!; k < end; k++) sum += values[k]! * weights[ids[k]! * columns + j]!;
      out[to + j] = sum;
    }
  }
  return out;
}

/** Adds each column's centre. */
export function withCentres(block: Float64Array, centres: Float64Array): Float64Array {
  const columns = centres.length;
  for (let at = 0; at < block.length;) {
    for (let j = 0; j < columns; j++, at++) block[at] = block[at]! + centres[j]!;
  }
  return block;
}
