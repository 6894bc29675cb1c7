/**
 * Expected detailed balance: the flow through an intention is the flow expected after it,
 *
 *     F(s) π(a|s) = Σ_c P̂(c|s,a) F(s·c)        F = R at the end
 *     δ(s,a) = log F(s) + log π(a|s) − log Σ_c P̂(c|s,a) F(s·c)
 *     L = mean over visited s and legal a of δ(s,a)²
 *
 * Every environment has exactly one solution, noise or not, which is what makes it attractive; but its terminal law is
 * another one than R/Z under noise, and on graphs with several parents even without. docs/objectives/edb.md says which.
 */
import { lax, nn, np } from "../../engine/jax.ts";
import { defineObjective, requireExtra } from "../define-objective.ts";

/** Logs below this stand for 0; legal intentions of any trained policy are far above it. */
const impossible = -1e8;

/** Expected detailed balance: the flow through an intention is the flow expected after it (docs/methods.md section 2). */
export const edb = defineObjective({
  name: "edb",
  needs: ["policy", "flow", "dynamics"],
  extras: ["children"],
  loss: (terms) => {
    const { logFlow, childLogFlow, logPolicy, logDynamics, mask } = requireExtra("edb", terms, "children");
    const [states, actions, outcomes] = logDynamics.shape as [number, number, number];
    const expected = nn.logsumexp(
      lax.stopGradient(logDynamics.ref).add(childLogFlow.ref.reshape([states, 1, outcomes])),
      -1,
    );
    const legal = np.greater(lax.stopGradient(logPolicy.ref), impossible);
    const counts = legal.ref.astype(np.float32).mul(mask.ref.reshape([states, 1]));
    const delta = logFlow.ref.reshape([states, 1]).add(logPolicy.ref).sub(expected);
    const square = np.where(legal, np.square(delta), np.zeros([states, actions]));
    return np.sum(square.mul(counts.ref)).div(np.sum(counts));
  },
});
