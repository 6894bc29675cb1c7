/** The cost of a whole trajectory under the model, which trajectory balance and the reverse trajectory KL share. */
import { np } from "../engine/index.ts";
import type { JaxArray } from "../engine/index.ts";
import type { Terms } from "./objective.ts";

/** c(τ) = Σ_t (log π + log P̂ − log π_B) − log R(x), [B]. */
export function trajectoryCost({ logPolicy, logDynamics, logBackward, logReward }: Terms): JaxArray {
  return np.sum(logPolicy.ref.add(logDynamics.ref).sub(logBackward.ref), 0).sub(logReward.ref);
}
