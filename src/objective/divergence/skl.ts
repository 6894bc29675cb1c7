/**
 * Reverse trajectory KL with a leave-one-out baseline (docs/methods.md section 3). Its minimiser over policies has the
 * terminal law closest to R/Z in KL(P‖target), whether or not R/Z can be reached. Over the n on-policy trajectories,
 * with a backward policy that is learned:
 *
 *     ∇π   = mean_i (c_i − mean_{j≠i} c_j) Σ_t ∇log π(a_t|s_t)
 *     ∇π_B = −mean_i Σ_t ∇log π_B(a_t|s_{t+1})
 *
 * Where the intention in π_B is computed, it is summed out, and the score is that of what really happened; only a
 * learned π_B over parents still has a likelihood to raise:
 *
 *     ∇π   = mean_i (c_i − mean_{j≠i} c_j) Σ_t ∇log q(c_t|s_t)        c = Σ_t (log q − log π_B(s_t|s_{t+1})) − log R
 *
 * That holds where an intention acts on its own step alone. Where it is remembered, by noise with memory or by a model
 * that reads thoughts, the law of later steps depends on it too, and the score is ∇log π(a_t|s_t,h_t) again; the cost
 * stays.
 *
 * The scalar returned has this gradient, and its value is the mean cost, an estimate of KL(P‖target) − log Z plus the
 * KL from what is learned of π_B to its posterior.
 */
import { lax, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { WindageError } from "../../error.ts";
import { defineObjective } from "../define-objective.ts";
import type { Terms } from "../objective.ts";
import { trajectoryCost } from "../balance/trajectory-cost.ts";

export const skl = defineObjective({
  name: "skl",
  needs: ["policy", "backward", "dynamics"],
  needsOnPolicy: true,
  perTrajectory: true,
  loss: (terms) => {
    checkOnPolicy(terms.onPolicy);
    const count = np.sum(terms.onPolicy.ref);
    const cost = lax.stopGradient(trajectoryCost(terms));
    const advantage = leaveOneOutAdvantage(cost.ref, terms.onPolicy, terms.peers);
    const { acted, learnedBackward } = scores(terms);
    const reinforced = np.sum(acted, 0).mul(advantage);
    const score = learnedBackward ? reinforced.sub(np.sum(learnedBackward, 0)) : reinforced;
    const surrogate = score.ref.sub(lax.stopGradient(score)).add(cost);
    return np.sum(surrogate.mul(terms.onPolicy.ref)).div(np.maximum(count, 1));
  },
});

/** Whose logarithm is reinforced, and which part of π_B follows its likelihood, [T, B] each. */
function scores({ logPolicy, logBackward, posterior }: Terms): {
  readonly acted: JaxArray;
  readonly learnedBackward?: JaxArray;
} {
  if (!posterior) return { acted: logPolicy.ref, learnedBackward: logBackward.ref };
  const { logOutcome, logParent, isRemembered } = posterior;
  return {
    acted: isRemembered ? logPolicy.ref : logOutcome.ref,
    ...(logParent ? { learnedBackward: logParent.ref } : {}),
  };
}

/**
 * c_i − mean of the other on-policy costs, of those with the same number in `peers` where there is one, [B]; 0 for
 * trajectories that are not on-policy; consumes `cost`. It equals n/(n−1) times the distance to the mean over all n.
 * Where there are fewer than two, nothing can be left out and all are 0.
 */
export function leaveOneOutAdvantage(cost: JaxArray, onPolicy: JaxArray, peers?: JaxArray): JaxArray {
  const over = sumsOver(peers);
  const count = over(onPolicy.ref);
  const total = over(cost.ref.mul(onPolicy.ref));
  const scaled = cost.mul(count.ref).sub(total);
  return scaled.mul(onPolicy.ref).div(np.maximum(count.sub(1), 1));
}

/** The sum of [B] over all trajectories, or for each of them over those with its number. */
function sumsOver(peers: JaxArray | undefined): (values: JaxArray) => JaxArray {
  if (peers === undefined) return (values) => np.sum(values);
  const batch = peers.shape[0]!;
  const row = peers.ref.reshape([1, batch]);
  const same = np.equal(peers.ref.reshape([batch, 1]), row).astype(np.float32);
  return (values) => np.matmul(same.ref, values);
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
