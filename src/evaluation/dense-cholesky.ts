/**
 * Cholesky's factor of a small dense matrix and the solution it gives, in place and in float64. What becomes of a pivot
 * that rounding has made zero or less is the caller's to say, since some have to go on and others have to complain. The
 * factor of large sparse matrices is `limit/graph/cholesky.ts`.
 */

/** Replaces the lower triangle, row-major, by the factor `L` of `L Lᵀ`; `pivot` gives the square of each diagonal entry. */
export function factorInPlace(
  matrix: Float64Array,
  size: number,
  pivot: (square: number, row: number) => number,
): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k]! * matrix[j * size + k]!;
      matrix[i * size + j] = i === j ? Math.sqrt(pivot(sum, i)) : sum / matrix[j * size + j]!;
    }
  }
}

/** Solves `L Lᵀ x = b` in place, for each of the columns of `b`, which is row-major. */
export function substitute(factor: Float64Array, size: number, b: Float64Array, columns = 1): void {
  for (let c = 0; c < columns; c++) {
    for (let i = 0; i < size; i++) {
      let sum = b[i * columns + c]!;
      for (let j = 0; j < i; j++) sum -= factor[i * size + j]! * b[j * columns + c]!;
      b[i * columns + c] = sum / factor[i * size + i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = b[i * columns + c]!;
      for (let j = i + 1; j < size; j++) sum -= factor[j * size + i]! * b[j * columns + c]!;
      b[i * columns + c] = sum / factor[i * size + i]!;
    }
  }
}
