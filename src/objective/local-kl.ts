/**
 * Local generalised KL (METHODS.md section 3): no action is sampled; at each visited state every intention a and every
 * outcome c counts. With u = F(s) π(a|s) P̂(c|s,a) and v = F(s·c) π_B(a|s·c):
 *
 *     L(s) = exp(−stopgrad log F(s)) · Σ_{a,c} [ u log(u/v) − u + v ]      ≥ 0, 0 iff balance holds at s
 *
 * The factor is moved into the logs, so nothing of the size of F(s) is ever exponentiated.
 */
import { lax, np } from "../engine/index.ts";
import type { JaxArray } from "../engine/index.ts";
import { WindageError } from "../error.ts";
import { boundedExp } from "./bounded-exp.ts";
import { defineObjective } from "./define-objective.ts";
import type { LocalTerms } from "./objective.ts";

export const localKl = defineObjective({
  name: "local-kl",
  needs: ["policy", "backward", "flow", "dynamics"],
  needsChildren: true,
  loss: ({ local }) => {
    if (!local) {
      throw new WindageError(
        "objective/needs-children",
        "local-kl: the terms have no `local` part, expected every intention and outcome of the visited states; " +
          "fill terms.local when the objective says needsChildren.",
      );
    }
    return np.sum(localKlPerState(local).mul(local.mask.ref)).div(np.sum(local.mask.ref));
  },
});

/** L(s) of every state, [N]. */
export function localKlPerState(local: LocalTerms): JaxArray {
  const { logFlow, childLogFlow, logPolicy, logDynamics, childLogBackward } = local;
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
