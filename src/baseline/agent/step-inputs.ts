/** Steps of a batch of trajectories inside a graph, for algorithms that need states, intentions and ends only. */
import { bool, f32, i32 } from "../../engine/spec.ts";
import { nn, np } from "../../engine/jax.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Model } from "../../model/model.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { NamedInputs } from "../../training/policy/state-rows.ts";
import { trajectoryArrays } from "../../training/terms/batch-inputs.ts";

/** Named arrays inside a graph. */
export type Given = Readonly<Record<string, JaxArray>>;

/** What a graph is fed: shapes, and the memory that is read at every run. */
export interface Feed {
  readonly specs: Record<string, Spec>;
  readonly data: Record<string, Data>;
}

/** s_0 … s_{T−1}, what is legal there and what was intended. */
export function stateInputs(model: Model, batch: TrajectoryBatch): Feed {
  const { steps, size, actionCount } = batch.shape;
  const arrays: NamedInputs = {
    ...trajectoryArrays(model.reads, batch, steps),
    legal: [bool(steps, size, actionCount), batch.legal],
    thought: [i32(steps, size), batch.thought],
  };
  return {
    specs: Object.fromEntries(Object.entries(arrays).map(([name, [spec]]) => [name, spec])),
    data: Object.fromEntries(Object.entries(arrays).map(([name, [, data]]) => [name, data])),
  };
}

/** The same with how each trajectory ended. */
export function stepInputs(model: Model, batch: TrajectoryBatch): Feed {
  const { specs, data } = stateInputs(model, batch);
  const { size } = batch.shape;
  return {
    specs: { ...specs, lengths: i32(size), logReward: f32(size) },
    data: { ...data, lengths: batch.lengths, logReward: batch.logReward },
  };
}

/** Of values by intention [..., A], those of the intentions that were taken; consumes `values`. */
export function ofTaken(values: JaxArray, thought: JaxArray): JaxArray {
  const actions = values.shape.at(-1)!;
  return np.sum(values.mul(nn.oneHot(thought.ref, actions)), -1);
}

/**
 * From values of s_0 … s_{T−1}, [T, B], to what follows each step: the value of s_{t+1}, or log R(x) where that is the
 * end; 0 past the end. Consumes `values`.
 */
export function followedBy(values: JaxArray, lengths: JaxArray, logReward: JaxArray): JaxArray {
  const [steps, size] = values.shape as [number, number];
  const next =
    steps === 1 ? np.zeros([1, size]) : np.concatenate([values.slice([1, steps]), np.zeros([1, size])], 0);
  const left = lengths.ref.sub(np.arange(steps).astype(np.int32).reshape([steps, 1]));
  const ended = np.where(np.equal(left.ref, 1), logReward.ref, 0);
  return np.where(np.greater(left, 1), next, ended);
}

/** For every step of a batch, row t·B + b, what had happened before it: outcomes, then the pad; [T·B, T]. */
export function outcomesBefore({ real, shape }: TrajectoryBatch): Int32Array {
  const { steps, size, outcomeCount } = shape;
  const rows = new Int32Array(steps * size * steps).fill(outcomeCount);
  for (let row = 0; row < steps * size; row++) {
    for (let at = row % size, t = 0; at < row; at += size, t++) rows[row * steps + t] = real[at]!;
  }
  return rows;
}
