/** The cost of a whole trajectory under the model, which trajectory balance and the reverse trajectory KL share. */
import { np } from "../../engine/index.ts";
import type { JaxArray } from "../../engine/index.ts";
import type { Terms } from "../objective.ts";

/**
 * c(τ) = Σ_t (log π + log P̂ − log π_B) − log R(x), [B]. Where the intention in π_B is computed it cancels, and what is
 * left is Σ_t log q(c_t|s_t), less the learned part over parents where there is one.
 */
export function trajectoryCost(terms: Terms): JaxArray {
  const { logPolicy, logDynamics, logBackward, logReward, posterior } = terms;
  if (posterior) {
    const { logOutcome, logParent } = posterior;
    const perStep = logParent ? logOutcome.ref.sub(logParent.ref) : logOutcome.ref;
    return np.sum(perStep, 0).sub(logReward.ref);
  }
  return np.sum(logPolicy.ref.add(logDynamics.ref).sub(logBackward.ref), 0).sub(logReward.ref);
}
