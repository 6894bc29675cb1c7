/** Between states and positions: a pad stands before the first token, and the row after it is state s_0's. */
import { nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { isTrajectories } from "../model.ts";
import type { ModelInputs } from "../model.ts";

/** What is read of states: outcomes or intentions. */
export type Stream = "tokens" | "thoughts";

/** Ids [levels, rows] with the pad before the first: row t is what stands just before state s_t. */
export function begun(inputs: ModelInputs, stream: Stream, pad: number): JaxArray {
  const given = inputs[stream]!.ref;
  const ids = isTrajectories(inputs) ? given : given.transpose([1, 0]);
  const [steps, rows] = ids.shape as [number, number];
  const levels = isTrajectories(inputs) ? inputs.levels : steps + 1;
  const before = np.full([1, rows], pad, { dtype: np.int32 });
  if (levels === 1) return before;
  const taken = levels - 1 === steps ? ids : np.split(ids, [levels - 1], 0)[0]!;
  return np.concatenate([before, taken], 0);
}

/** Of rows [levels·B, width] those of the states asked about: all of trajectories, the last of single states. */
export function rowsOfStates(rows: JaxArray, inputs: ModelInputs, stream: Stream, pad: number): JaxArray {
  if (isTrajectories(inputs)) return rows;
  const ids = inputs[stream]!;
  const [count, steps] = ids.shape as [number, number];
  const width = rows.shape[1]!;
  const lengths = np.sum(np.less(ids.ref, pad).astype(np.int32), 1);
  const isLast = nn
    .oneHot(lengths, steps + 1)
    .astype(np.float32)
    .transpose([1, 0]);
  return np.sum(rows.reshape([steps + 1, count, width]).mul(isLast.reshape([steps + 1, count, 1])), 0);
}
