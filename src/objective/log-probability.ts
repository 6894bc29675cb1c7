/**
 * Picks the log-probability of what was chosen out of rows of logits: log-softmax, then the inner product with a
 * one-hot row. The one-hot rows are looked up in a table, and steps past the end in its extra row of zeros, so they
 * come out as 0 whatever their logits and index are. Measured on the ONNX engine at 288 rows of 4 this is 15 nodes
 * with its gradient, against 26 for `takeAlongAxis`, whose gradient scatters.
 */
import { nn, np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";

/** Added to the logits of illegal choices: their probability is then exactly 0 in float32, and nothing is −∞. */
const illegalLogit = -1e9;

/** One-hot rows [T, B, count] of an int32 index [T, B]; rows of zeros where `real` (bool, [T, B]) is false. */
export function oneHotRows(index: JaxArray, count: number, real?: JaxArray): JaxArray {
  const rows = real === undefined ? index.ref : np.where(real.ref, index.ref, count);
  return np.take(np.eye(count + 1, count), rows, 0);
}

/** log softmax of the logits [..., A], with the choices where `legal` (bool, [..., A]) is false ruled out. */
export function logPolicyOf(logits: JaxArray, legal?: JaxArray): JaxArray {
  return nn.logSoftmax(legal === undefined ? logits.ref : logits.ref.add(penalty(legal)));
}

/** The log-probability of what `chosen`, one-hot rows, points at: [T, B] from logits [T, B, A]. */
export function logOfChosen(logits: JaxArray, chosen: JaxArray, legal?: JaxArray): JaxArray {
  return np.sum(logPolicyOf(logits, legal).mul(chosen.ref), -1);
}

function penalty(legal: JaxArray): JaxArray {
  return np.where(legal.ref, 0, illegalLogit);
}
