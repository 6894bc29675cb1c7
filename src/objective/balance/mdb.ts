/**
 * Modified detailed balance, for environments in which every state may stop. Stopping is never noised, so balance on it,
 * F(s) π(⊤|s) = R(s), can be solved for the flow, F(s) = R(s) / π(⊤|s), and put into the residual of every other step:
 *
 *     δ_t = log R(s_t) − log π(⊤|s_t) + log π(a_t|s_t) + log P̂(c_t|s_t,a_t)
 *         − log R(s_{t+1}) + log π(⊤|s_{t+1}) − log π_B(a_t|s_{t+1})
 *     L   = Σ δ_t² / (number of steps that do not stop)
 *
 * No flow is learned, and the reward of every visited state takes part. docs/objectives/mdb.md derives it.
 */
import { np } from "../../engine/jax.ts";
import { defineObjective, requireExtra } from "../define-objective.ts";

export const mdb = defineObjective({
  name: "mdb",
  needs: ["policy", "backward", "dynamics"],
  extras: ["stopping"],
  loss: (terms) => {
    const { logPolicy, logDynamics, logBackward } = terms;
    const { logFlow, endLogFlow, mask } = requireExtra("mdb", terms, "stopping");
    const delta = logFlow.ref
      .add(logPolicy.ref)
      .add(logDynamics.ref)
      .sub(endLogFlow.ref)
      .sub(logBackward.ref);
    const steps = np.maximum(np.sum(mask.ref), 1);
    return np.sum(np.square(delta).mul(mask.ref)).div(steps);
  },
});
