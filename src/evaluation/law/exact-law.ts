/**
 * The terminal law of a policy on fixed-length sequences, `P(x) = Π_t Σ_a π(a|s_t) P(c_t|s_t,a)`, by one pass
 * over the tree (docs/methods.md section 5). Exact, not sampled: every report compares this law with the target.
 */
import { WindageError } from "../../error.ts";
import { normaliseRow, type NoiseKernel } from "./kernel.ts";

/**
 * The law that a policy and the noise make: the probability of every sequence, in lexicographic order.
 * `policyByDepth[t]` holds `π(a|s)` for the `V^t` prefixes of depth `t`, one row of `V` after another; float32 rows
 * are renormalised in float64.
 */
export function exactLaw(policyByDepth: readonly ArrayLike<number>[], kernel: NoiseKernel): Float64Array {
  const size = kernel.size;
  let law = Float64Array.of(1);
  for (const [depth, policy] of policyByDepth.entries()) {
    if (policy.length !== law.length * size) {
      throw new WindageError(
        "evaluation/bad-policy",
        `exactLaw: got ${policy.length} probabilities at depth ${depth}, expected ${law.length} prefixes × ${size} tokens.`,
      );
    }
    law = extendLaw(law, policy, kernel, depth);
  }
  return law;
}

function extendLaw(
  law: Float64Array,
  policy: ArrayLike<number>,
  kernel: NoiseKernel,
  depth: number,
): Float64Array<ArrayBuffer> {
  const { size, matrix } = kernel;
  const next = new Float64Array(law.length * size);
  const row = new Float64Array(size);
  for (let p = 0; p < law.length; p++) {
    const start = p * size;
    for (let a = 0; a < size; a++) row[a] = policy[start + a]!;
    normaliseRow(row, 0, size, `exactLaw: the policy of prefix ${p} at depth ${depth}`);
    for (let a = 0; a < size; a++) {
      const mass = law[p]! * row[a]!;
      for (let c = 0; c < size; c++) next[start + c] = next[start + c]! + mass * matrix[a * size + c]!;
    }
  }
  return next;
}
