/**
 * Local generalised KL (docs/methods.md section 3): no action is sampled; at each visited state every intention a and every
 * outcome c counts. With u = F(s) π(a|s) P̂(c|s,a) and v = F(s·c) π_B(a|s·c):
 *
 *     L(s) = exp(−stopgrad log F(s)) · Σ_{a,c} [ u log(u/v) − u + v ]      ≥ 0, 0 iff balance holds at s
 *
 * The factor is moved into the logs, so nothing of the size of F(s) is ever exponentiated.
 */
import { lax, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { boundedExp } from "../bounded-exp.ts";
import { defineObjective, requireExtra } from "../define-objective.ts";
import type { ChildTerms } from "../objective.ts";

export const localKl = defineObjective({
  name: "local-kl",
  needs: ["policy", "backward", "flow", "dynamics"],
  extras: ["children"],
  loss: (terms) => {
    const children = requireExtra("local-kl", terms, "children");
    return np.sum(localKlPerState(children).mul(children.mask.ref)).div(np.sum(children.mask.ref));
  },
});

/** L(s) of every state, [N]. */
export function localKlPerState(children: ChildTerms): JaxArray {
  const { logFlow, childLogFlow, logPolicy, logDynamics, childLogBackward } = children;
  const [states, actions, outcomes] = logDynamics.shape as [number, number, number];
  const scale = lax.stopGradient(logFlow.ref).reshape([states, 1, 1]);
  const logU = logFlow.ref
    .reshape([states, 1, 1])
    .sub(scale.ref)
    .add(logPolicy.ref.reshape([states, actions, 1]))
    .add(lax.stopGradient(logDynamics.ref));
  const logV = childLogFlow.ref
    .reshape([states, 1, outcomes])
    .sub(scale)
    .add(np.swapaxes(childLogBackward.ref, 1, 2));
  const u = np.exp(logU.ref);
  const divergence = u.mul(logU.sub(logV.ref).sub(1)).add(boundedExp(logV));
  return np.sum(divergence, [1, 2]);
}
