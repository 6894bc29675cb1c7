/**
 * Reverse trajectory KL with a leave-one-out baseline (METHODS.md section 3). Its minimiser over policies has the
 * terminal law closest to R/Z in KL(P‖target), whether or not R/Z can be reached. Over the n on-policy trajectories:
 *
 *     ∇π   = mean_i (c_i − mean_{j≠i} c_j) Σ_t ∇log π(a_t|s_t)
 *     ∇π_B = −mean_i Σ_t ∇log π_B(a_t|s_{t+1})
 *
 * The scalar returned has this gradient, and its value is the mean cost, an estimate of KL(P‖target) − log Z plus the
 * KL of the intentions' posterior from π_B.
 */
import { lax, np } from "../engine/index.ts";
import type { JaxArray } from "../engine/index.ts";
import { WindageError } from "../error.ts";
import { defineObjective } from "./define-objective.ts";
import { trajectoryCost } from "./trajectory-cost.ts";

export const skl = defineObjective({
  name: "skl",
  needs: ["policy", "backward", "dynamics"],
  needsOnPolicy: true,
  loss: (terms) => {
    checkOnPolicy(terms.onPolicy);
    const count = np.sum(terms.onPolicy.ref);
    const cost = lax.stopGradient(trajectoryCost(terms));
    const advantage = leaveOneOutAdvantage(cost.ref, terms.onPolicy);
    const score = np.sum(terms.logPolicy.ref, 0).mul(advantage).sub(np.sum(terms.logBackward.ref, 0));
    const surrogate = score.ref.sub(lax.stopGradient(score)).add(cost);
    return np.sum(surrogate.mul(terms.onPolicy.ref)).div(np.maximum(count, 1));
  },
});

/**
 * c_i − mean of the other on-policy costs, [B], 0 for trajectories that are not on-policy; consumes `cost`. It equals
 * n/(n−1) times the distance to the mean over all n. Where there are fewer than two, nothing can be left out and all
 * are 0.
 */
export function leaveOneOutAdvantage(cost: JaxArray, onPolicy: JaxArray): JaxArray {
  const count = np.sum(onPolicy.ref);
  const total = np.sum(cost.ref.mul(onPolicy.ref));
  const scaled = cost.mul(count.ref).sub(total);
  return scaled.mul(onPolicy.ref).div(np.maximum(count.sub(1), 1));
}

/** What can be seen of the batch while the graph is built: its size and, when `onPolicy` is a constant, the count. */
function checkOnPolicy(onPolicy: JaxArray): void {
  const batch = onPolicy.shape[0]!;
  let count = batch;
  if (onPolicy instanceof np.Array) {
    count = 0;
    for (const flag of onPolicy.ref.dataSync()) count += flag;
  }
  if (count >= 2) return;
  throw new WindageError(
    "objective/needs-on-policy",
    `skl: got ${count} on-policy of ${batch} trajectories, expected at least 2, because each is compared with the ` +
      `mean of the others; raise the number of on-policy trajectories per batch or drop skl from the objective.`,
  );
}
