/** What a step, or a whole trajectory, costs under the model: what balance objectives and the trajectory KL share. */
import { np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Terms } from "../objective.ts";

/**
 * log π + log P̂ − log π_B of every step, [T, B]. Where the intention in π_B is computed it cancels, and what is left is
 * log q(c_t|s_t), less the learned part over parents where there is one.
 */
export function stepCost({ logPolicy, logDynamics, logBackward, posterior }: Terms): JaxArray {
  if (!posterior) return logPolicy.ref.add(logDynamics.ref).sub(logBackward.ref);
  const { logOutcome, logParent } = posterior;
  return logParent ? logOutcome.ref.sub(logParent.ref) : logOutcome.ref;
}

/** c(τ) = Σ_t (log π + log P̂ − log π_B) − log R(x), [B]. */
export function trajectoryCost(terms: Terms): JaxArray {
  return np.sum(stepCost(terms), 0).sub(terms.logReward.ref);
}
