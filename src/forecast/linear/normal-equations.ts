/**
 * Weighted least squares through its normal equations: rows are added one by one, then solved by Cholesky with a
 * ridge on the diagonal. Several targets share one matrix. Small and dense, float64.
 */
import { WindageError } from "../../error.ts";
import { factorInPlace, substitute } from "../../evaluation/dense-cholesky.ts";

export class NormalEquations {
  readonly size: number;
  readonly targets: number;
  /** Lower triangle of `Σ w x xᵀ`, row-major. */
  readonly gram: Float64Array;
  /** `Σ w x yᵀ`, one row per feature. */
  readonly moments: Float64Array;

  constructor(size: number, targets = 1) {
    this.size = size;
    this.targets = targets;
    this.gram = new Float64Array(size * size);
    this.moments = new Float64Array(size * targets);
  }

  clear(): void {
    this.gram.fill(0);
    this.moments.fill(0);
  }

  /** Adds one row of features and its targets. */
  add(features: Float64Array, targets: ArrayLike<number>, weight = 1): void {
    const { size, gram, moments } = this;
    for (let i = 0; i < size; i++) {
      const x = weight * features[i]!;
      if (x === 0) continue;
      const row = i * size;
      for (let j = 0; j <= i; j++) gram[row + j]! += x * features[j]!;
      for (let k = 0; k < this.targets; k++) moments[i * this.targets + k]! += x * targets[k]!;
    }
  }

  /** Adds many rows of one target at once, given as columns of features. */
  addColumns(columns: readonly Float64Array[], target: Float64Array, weights: Float64Array): void {
    const { size, gram, moments } = this;
    const weighted = new Float64Array(target.length);
    for (let i = 0; i < size; i++) {
      const own = columns[i]!;
      for (let t = 0; t < weighted.length; t++) weighted[t] = weights[t]! * own[t]!;
      moments[i]! += product(weighted, target);
      let j = 0;
      // Three at a time: reading is what takes the time.
      for (; j + 2 <= i; j += 3) {
        const [a, b, c] = [columns[j]!, columns[j + 1]!, columns[j + 2]!];
        let [one, two, three] = [0, 0, 0];
        for (let t = 0; t < weighted.length; t++) {
          const x = weighted[t]!;
          one += x * a[t]!;
          two += x * b[t]!;
          three += x * c[t]!;
        }
        gram[i * size + j]! += one;
        gram[i * size + j + 1]! += two;
        gram[i * size + j + 2]! += three;
      }
      for (; j <= i; j++) gram[i * size + j]! += product(weighted, columns[j]!);
    }
  }

  /** Coefficients `[feature][target]`, row-major; `ridge(i)` is added to the diagonal, `prior` is what it shrinks to. */
  solve(ridge: (feature: number) => number, prior?: Float64Array): Float64Array {
    const factor = Float64Array.from(this.gram);
    const solution = Float64Array.from(this.moments);
    for (let i = 0; i < this.size; i++) {
      const penalty = ridge(i);
      factor[i * this.size + i]! += penalty;
      if (!prior) continue;
      for (let k = 0; k < this.targets; k++) solution[i * this.targets + k]! += penalty * prior[i]!;
    }
    factorInPlace(factor, this.size, positive);
    substitute(factor, this.size, solution, this.targets);
    return solution;
  }
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < a.length; t++) sum += a[t]! * b[t]!;
  return sum;
}

function positive(square: number, feature: number): number {
  if (square > 0) return square;
  throw new WindageError(
    "forecast/singular",
    `least squares: got a matrix that is singular at feature ${feature}, expected a positive ridge on every feature. Raise the ridge.`,
    { kind: "failure" },
  );
}
