/**
 * The loss of the learned dynamics (docs/methods.md section 2): cross-entropy of what really happened,
 *
 *     L_dynamics = −mean log P̂(c_t | s_t, a_t)
 *
 * It has an optimiser of its own, and no objective's gradient reaches the dynamics.
 */
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { logOfChosen, oneHotRows } from "./log-probability.ts";

/**
 * The log probability of what came under learned noise: log P̂(c_t | s_t, a_t), [T, B], with its gradient, from logits
 * [T, B, C] and outcomes int32 [T, B].
 */
export function logOfOutcome(logits: JaxArray, real: JaxArray): JaxArray {
  return logOfChosen(logits, oneHotRows(real, logits.shape.at(-1)!));
}

/**
 * The loss of learned noise: −mean log P̂ over the steps with mask 1, [T, B] both. The mask is its own: only what the
 * environment really did may train the dynamics, not trajectories whose intentions were filled in afterwards.
 */
export function dynamicsLoss(logDynamics: JaxArray, mask: JaxArray): JaxArray {
  return np.negative(np.sum(logDynamics.ref.mul(mask.ref)).div(np.maximum(np.sum(mask.ref), 1)));
}
