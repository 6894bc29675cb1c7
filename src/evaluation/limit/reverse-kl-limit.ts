/**
 * The reverse-KL limit: the law closest to `R/Z` in `KL(P‖target)` that any policy can reach under the noise
 * (docs/methods.md section 5). Instead of `V(s) = min Σ_c q_c (log q_c + V(s·c))` the pass carries
 * `W(s) = V(s) + log Σ_{x under s} R(x)`, the limit of the subtree: it is zero at the leaves and small
 * everywhere, so nothing cancels even when log rewards are in the thousands.
 */
import { bestReverse, reverseValue } from "./best-mixture.ts";
import { tv } from "../law/distances.ts";
import { exactLaw } from "../law/exact-law.ts";
import type { NoiseKernel } from "../law/kernel.ts";
import { kernelTable, PREFIXES_PER_STEP, undoSticky, type Limit } from "./limit-on-sequences.ts";
import { finish, type Steps } from "../long-computation.ts";
import { exactIntentions } from "./attainable.ts";
import { logPartition, logSumExp, targetLaw } from "../law/log-z.ts";
import { logMassByDepth } from "../law/sequence-tree.ts";
import { waterFill } from "./water-fill.ts";

/**
 * The least `KL(law‖target)` that any policy reaches under the noise, from log rewards of all sequences in
 * lexicographic order. `kl` is infinite when a reward is zero and the noise makes that sequence unavoidable; the law
 * is then one of many equally bad ones.
 */
export function limitReverseKl(logReward: ArrayLike<number>, kernel: NoiseKernel): Limit {
  return finish(limitReverseKlSteps(logReward, kernel));
}

/** The same, step by step. */
export function* limitReverseKlSteps(logReward: ArrayLike<number>, kernel: NoiseKernel): Steps<Limit> {
  const logZ = logPartition(logReward);
  const levels = logMassByDepth(logReward, kernel.size);
  const fill = reverseFiller(kernel);
  const policyByDepth: Float64Array[] = Array.from({ length: levels.length - 1 });
  const logWeight = new Float64Array(kernel.size);
  let below = new Float64Array(logReward.length);
  for (let t = levels.length - 2; t >= 0; t--) {
    const here = levels[t]!;
    const children = levels[t + 1]!;
    const value = new Float64Array(here.length);
    const policy = new Float64Array(children.length);
    for (let p = 0; p < here.length; p++) {
      const start = p * kernel.size;
      const pi = policy.subarray(start, start + kernel.size);
      // A prefix without reward is infinitely bad whatever happens below it.
      const empty = here[p] === -Infinity;
      for (let c = 0; c < kernel.size; c++) {
        logWeight[c] = empty ? 0 : children[start + c]! - here[p]! - below[start + c]!;
      }
      const best = fill(logWeight, pi);
      if (p % PREFIXES_PER_STEP === 0) yield undefined;
      value[p] = empty ? Infinity : Math.max(0, best);
    }
    policyByDepth[t] = policy;
    below = value;
  }
  const law = exactLaw(policyByDepth, kernel);
  return { kl: below[0]!, tv: tv(law, targetLaw(logReward, logZ)), law, policyByDepth, logZ };
}

/** Returns a function that writes the best policy of a prefix to `pi` and returns the value left there. */
export function reverseFiller(kernel: NoiseKernel): (logWeight: Float64Array, pi: Float64Array) => number {
  const alpha = kernel.stickyAlpha;
  if (alpha === null) {
    const table = kernelTable(kernel);
    const intentions = exactIntentions(kernel);
    const wanted = new Float64Array(kernel.size);
    return (logWeight, pi) => {
      const least = -logSumExp(logWeight);
      for (let c = 0; c < wanted.length; c++) wanted[c] = Math.exp(logWeight[c]! + least);
      if (least < Infinity && intentions(wanted, pi)) return least;
      const best = bestReverse(table, logWeight);
      pi.set(best.pi);
      return best.value;
    };
  }
  const q = new Float64Array(kernel.size);
  return (logWeight, pi) => {
    waterFill(logWeight, alpha / kernel.size, q);
    undoSticky(q, alpha, pi);
    return reverseValue(q, logWeight);
  };
}
