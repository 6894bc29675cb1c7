/**
 * The laws over outcomes that some policy reaches exactly: where noise is mild and the wanted law not too sharp, that is
 * most of them, and a linear system tells at once what the convex problem would find in a thousand times as long.
 */
import type { NoiseKernel } from "../law/kernel.ts";

/** How far `πP` may be from what is wanted, from rounding alone. */
const ROUNDING = 1e-15;

/** Returns a function that writes to `pi` the intentions with `πP = wanted`, or returns false where there are none. */
export function exactIntentions(kernel: NoiseKernel): (wanted: Float64Array, pi: Float64Array) => boolean {
  const { size, matrix } = kernel;
  const inverse = inverted(matrix, size);
  if (inverse === null) return () => false;
  return (wanted, pi) => {
    for (let a = 0; a < size; a++) {
      let sum = 0;
      for (let c = 0; c < size; c++) sum += wanted[c]! * inverse[c * size + a]!;
      if (sum < -ROUNDING) return false;
      pi[a] = Math.max(0, sum);
    }
    for (let c = 0; c < size; c++) {
      let sum = 0;
      for (let a = 0; a < size; a++) sum += pi[a]! * matrix[a * size + c]!;
      if (Math.abs(sum - wanted[c]!) > ROUNDING * size) return false;
    }
    return true;
  };
}

/** The inverse by Gauss–Jordan elimination with pivots, or null where noise cannot be undone. */
function inverted(matrix: Float64Array, size: number): Float64Array | null {
  const left = matrix.slice();
  const right = new Float64Array(size * size);
  for (let i = 0; i < size; i++) right[i * size + i] = 1;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(left[row * size + column]!) > Math.abs(left[pivot * size + column]!)) pivot = row;
    }
    const scale = left[pivot * size + column]!;
    if (Math.abs(scale) < 1e-9) return null;
    for (const table of [left, right]) {
      swapRows(table, size, pivot, column);
      for (let k = column * size; k < (column + 1) * size; k++) table[k] = table[k]! / scale;
    }
    for (let row = 0; row < size; row++) {
      const factor = left[row * size + column]!;
      if (row === column || factor === 0) continue;
      for (const table of [left, right]) {
        for (let k = 0; k < size; k++) {
          table[row * size + k] = table[row * size + k]! - factor * table[column * size + k]!;
        }
      }
    }
  }
  return right;
}

function swapRows(table: Float64Array, size: number, one: number, other: number): void {
  if (one === other) return;
  const kept = table.slice(one * size, (one + 1) * size);
  table.copyWithin(one * size, other * size, (other + 1) * size);
  table.set(kept, other * size);
}
