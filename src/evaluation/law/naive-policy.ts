/**
 * The naive sampler: the policy a deterministic GFlowNet would learn, `π(a|s) = p*(a|s)`, run as if nothing
 * ever slipped, in an environment that does slip. Every report shows what ignoring the noise costs.
 */
import { exactLaw } from "./exact-law.ts";
import type { NoiseKernel } from "./kernel.ts";
import { logMassByDepth } from "./sequence-tree.ts";

/** The target's own conditionals as a policy, by depth; uniform under prefixes without reward. */
export function naivePolicy(logReward: ArrayLike<number>, alphabetSize: number): Float64Array[] {
  const levels = logMassByDepth(logReward, alphabetSize);
  return levels.slice(0, -1).map((here, t) =>
    levels[t + 1]!.map((mass, child) => {
      const parent = here[Math.floor(child / alphabetSize)]!;
      return parent === -Infinity ? 1 / alphabetSize : Math.exp(mass - parent);
    }),
  );
}

/** The law of a sampler that is perfect without noise and ignores it: the target's own policy, under the noise. */
export function naiveLaw(logReward: ArrayLike<number>, kernel: NoiseKernel): Float64Array {
  return exactLaw(naivePolicy(logReward, kernel.size), kernel);
}
