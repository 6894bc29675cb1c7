/**
 * The forward-KL limit: the law closest to `R/Z` in `KL(target‖P)` that any policy can reach under the noise.
 * Prefixes do not interact here: each one takes `q_c = max(α/V, p*_c/λ)` with `p*` the target's conditional,
 * and the limit is what remains at each prefix, weighted by the target's mass through it.
 */
import { exactIntentions } from "./attainable.ts";
import { bestForward, forwardValue, uniformMixture } from "./best-mixture.ts";
import { tv } from "../law/distances.ts";
import { exactLaw } from "../law/exact-law.ts";
import type { NoiseKernel } from "../law/kernel.ts";
import { kernelTable, PREFIXES_PER_STEP, undoSticky, type Limit } from "./limit-on-sequences.ts";
import { finish, type Steps } from "../long-computation.ts";
import { logPartition, targetLaw } from "../law/log-z.ts";
import { logMassByDepth } from "../law/sequence-tree.ts";
import { waterFill } from "./water-fill.ts";

/**
 * The least `KL(target‖law)` that any policy reaches under the noise, from log rewards of all sequences in
 * lexicographic order; zero rewards are allowed.
 */
export function limitForwardKl(logReward: ArrayLike<number>, kernel: NoiseKernel): Limit {
  return finish(limitForwardKlSteps(logReward, kernel));
}

/** The same, step by step. */
export function* limitForwardKlSteps(logReward: ArrayLike<number>, kernel: NoiseKernel): Steps<Limit> {
  const logZ = logPartition(logReward);
  const levels = logMassByDepth(logReward, kernel.size);
  const fill = prefixFiller(kernel);
  const conditional = new Float64Array(kernel.size);
  let kl = 0;
  const policyByDepth: Float64Array[] = [];
  for (const [t, here] of levels.slice(0, -1).entries()) {
    const children = levels[t + 1]!;
    const policy = new Float64Array(children.length);
    for (let p = 0; p < here.length; p++) {
      const start = p * kernel.size;
      const empty = here[p] === -Infinity;
      for (let c = 0; c < kernel.size; c++) {
        conditional[c] = empty ? 0 : Math.exp(children[start + c]! - here[p]!);
      }
      const value = fill(conditional, policy.subarray(start, start + kernel.size));
      if (p % PREFIXES_PER_STEP === 0) yield undefined;
      const mass = Math.exp(here[p]! - logZ);
      if (mass > 0) kl += mass * value;
    }
    policyByDepth.push(policy);
  }
  const law = exactLaw(policyByDepth, kernel);
  return { kl, tv: tv(law, targetLaw(logReward, logZ)), law, policyByDepth, logZ };
}

/** Returns a function that writes the best policy of a prefix to `pi` and returns the divergence left there. */
export function prefixFiller(kernel: NoiseKernel): (conditional: Float64Array, pi: Float64Array) => number {
  const alpha = kernel.stickyAlpha;
  if (alpha === null) {
    const table = kernelTable(kernel);
    const intentions = exactIntentions(kernel);
    return (conditional, pi) => {
      if (intentions(conditional, pi)) return 0;
      const wanted = conditional.some((mass) => mass > 0);
      const best = wanted ? bestForward(table, conditional) : { ...uniformMixture(table), value: 0 };
      pi.set(best.pi);
      return best.value;
    };
  }
  const q = new Float64Array(kernel.size);
  const logWeight = new Float64Array(kernel.size);
  return (conditional, pi) => {
    for (let c = 0; c < kernel.size; c++) logWeight[c] = Math.log(conditional[c]!);
    waterFill(logWeight, alpha / kernel.size, q);
    undoSticky(q, alpha, pi);
    return forwardValue(q, conditional);
  };
}
