/**
 * Slow, obvious counterparts of the fast code, used only by tests: the law straight from its formula, and a
 * generic optimiser over all policies that knows nothing of trees or water-filling.
 */
import type { NoiseKernel } from "./law/kernel.ts";

/** `P(x) = Π_t Σ_a π(a|s_t) P(c_t|a)`, one sequence at a time; `policy` is all depths one after another. */
export function obviousLaw(policy: ArrayLike<number>, length: number, kernel: NoiseKernel): Float64Array {
  const { size, matrix } = kernel;
  const law = new Float64Array(size ** length);
  for (let x = 0; x < law.length; x++) {
    let probability = 1;
    let prefix = 0;
    let depthStart = 0;
    for (let t = 0; t < length; t++) {
      const token = Math.floor(x / size ** (length - 1 - t)) % size;
      let step = 0;
      for (let a = 0; a < size; a++) {
        step += policy[(depthStart + prefix) * size + a]! * matrix[a * size + token]!;
      }
      probability *= step;
      depthStart += size ** t;
      prefix = prefix * size + token;
    }
    law[x] = probability;
  }
  return law;
}

/** Splits a flat policy into the per-depth arrays `exactLaw` takes. */
export function splitByDepth(policy: Float64Array, length: number, size: number): Float64Array[] {
  let start = 0;
  return Array.from({ length }, (_, t) => {
    const end = start + size ** (t + 1);
    const depth = policy.slice(start, end);
    start = end;
    return depth;
  });
}

/** The number of prefixes of a tree: rows of a flat policy. */
export function prefixCount(length: number, size: number): number {
  return Array.from({ length }, (_, t) => size ** t).reduce((sum, n) => sum + n, 0);
}

/** Rows of random probabilities, some of them nearly deterministic. */
export function randomRows(rows: number, size: number, uniform: () => number): Float64Array {
  const policy = new Float64Array(rows * size);
  for (let r = 0; r < rows; r++) {
    const sharpness = 1 + 4 * uniform();
    let sum = 0;
    for (let a = 0; a < size; a++) {
      policy[r * size + a] = (-Math.log(1 - uniform())) ** sharpness;
      sum += policy[r * size + a]!;
    }
    for (let a = 0; a < size; a++) policy[r * size + a] = policy[r * size + a]! / sum;
  }
  return policy;
}

/** Projected gradient descent with numeric gradients over rows of distributions. */
export function minimiseOverPolicies(
  rows: number,
  size: number,
  objective: (policy: Float64Array) => number,
): { readonly policy: Float64Array; readonly value: number } {
  let policy = new Float64Array(rows * size).fill(1 / size);
  let value = objective(policy);
  let rate = 1;
  for (let step = 0; step < 2_000 && rate > 1e-13; step++) {
    const gradient = policy.map((_, i) => {
      const shifted = policy.slice();
      shifted[i] = policy[i]! + 1e-6;
      const up = objective(shifted);
      shifted[i] = policy[i]! - 1e-6;
      return (up - objective(shifted)) / 2e-6;
    });
    const before = value;
    for (rate = Math.min(1, rate * 4); rate > 1e-13; rate /= 2) {
      const trial = policy.map((p, i) => p - rate * gradient[i]!);
      for (let r = 0; r < rows; r++) projectToSimplex(trial.subarray(r * size, (r + 1) * size));
      const trialValue = objective(trial);
      if (trialValue < value) {
        policy = trial;
        value = trialValue;
        break;
      }
    }
    if (before - value < 1e-15) break;
  }
  return { policy, value };
}

/** The nearest distribution in the Euclidean sense, in place. */
function projectToSimplex(row: Float64Array): void {
  const sorted = row.slice().sort().toReversed();
  let sum = 0;
  let shift = 0;
  for (const [i, v] of sorted.entries()) {
    sum += v;
    const candidate = (sum - 1) / (i + 1);
    if (v > candidate) shift = candidate;
  }
  for (let i = 0; i < row.length; i++) row[i] = Math.max(0, row[i]! - shift);
}

/** A small generator for tests (Park–Miller), so that evaluation depends on no other folder. */
export function testUniform(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
