/** Conjugate gradients for a symmetric positive definite system that is only known by what it does to a vector. */

import type { Steps } from "../long-computation.ts";

/** Newton steps need no more: the remaining error is the next step's to remove. */
const RELATIVE = 1e-6;
const MAX_STEPS = 400;

/** Solves `A y = rhs` roughly; `diagonal` is A's own and scales the search, `multiply(v, out)` writes `A v`. */
export function* conjugateGradients(
  rhs: Float64Array,
  diagonal: Float64Array,
  multiply: (vector: Float64Array, out: Float64Array) => void,
): Steps<Float64Array> {
  const size = rhs.length;
  const solution = new Float64Array(size);
  const residual = Float64Array.from(rhs);
  const search = residual.map((r, i) => r / diagonal[i]!);
  const image = new Float64Array(size);
  let norm = dot(residual, search);
  const enough = norm * RELATIVE;
  for (let step = 0; step < MAX_STEPS && norm > enough; step++) {
    yield undefined;
    multiply(search, image);
    const length = norm / dot(search, image);
    let next = 0;
    for (let i = 0; i < size; i++) {
      solution[i]! += length * search[i]!;
      residual[i]! -= length * image[i]!;
      next += (residual[i]! * residual[i]!) / diagonal[i]!;
    }
    const keep = next / norm;
    norm = next;
    for (let i = 0; i < size; i++) search[i] = residual[i]! / diagonal[i]! + keep * search[i]!;
  }
  return solution;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
