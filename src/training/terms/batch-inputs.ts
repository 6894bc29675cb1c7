/** The arrays a batch feeds to the graph of an update, with their shapes; only those that the graph reads. */
import { bool, f32, i32 } from "../../engine/spec.ts";
import { np } from "../../engine/jax.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Model, StateInput, TrajectoryInputs } from "../../model/model.ts";
import type { TrajectoryBatch, BatchShape, Kept } from "../../sampling/trajectory-batch.ts";
import { contextSpec } from "../policy/state-rows.ts";
import type { NamedInputs } from "../policy/state-rows.ts";
import type { KnownDynamics, LearnedDynamics } from "../setup/options.ts";
import type { Masks } from "./masks.ts";

/** Rows of states per trajectory: the last one matters only to a backward policy that is learned from states. */
export const levelsOf = (model: Model, { shape }: Pick<TrajectoryBatch, "shape">): number =>
  learnsBackward(model) && !model.reconstructs ? shape.steps + 1 : shape.steps;

/** Whether the model has a backward policy of its own. */
export const learnsBackward = ({ heads }: Model): boolean =>
  (heads as readonly string[]).includes("backward");

/** What the networks of a run read of states. */
export function readsOf(
  model: Pick<Model, "reads">,
  dynamics: LearnedDynamics | KnownDynamics,
): readonly StateInput[] {
  return [...new Set([...model.reads, ...(dynamics.mode === "learned" ? dynamics.model.reads : [])])];
}

/** What of transitions an update of these parts reads and others do not. */
export function keptFor(
  model: Model,
  dynamics: LearnedDynamics | KnownDynamics,
  masks: Masks,
  givesOutcomes: boolean,
): readonly Kept[] {
  return [
    ...(givesOutcomes && dynamics.mode === "learned" ? (["happened"] as const) : []),
    ...(dynamics.mode === "known" ? (["logKernel"] as const) : []),
    ...(masks.backward && learnsBackward(model) ? (["backwardLegal"] as const) : []),
  ];
}

export function inputsOf(
  model: Model,
  dynamics: LearnedDynamics | KnownDynamics,
  masks: Masks,
  batch: TrajectoryBatch,
): NamedInputs {
  const { steps, size, actionCount, backwardCount } = batch.shape;
  const learned = learnsBackward(model);
  const perStep = i32(steps, size);
  return {
    ...trajectoryArrays(readsOf(model, dynamics), batch, levelsOf(model, batch)),
    ...(masks.policy ? { legal: [bool(steps, size, actionCount), batch.legal] } : {}),
    ...(masks.backward && learned
      ? { backwardLegal: [bool(steps, size, backwardCount), batch.backwardLegal] }
      : {}),
    ...(learned ? { backwardIndex: [perStep, batch.backwardIndex] } : {}),
    thought: [perStep, batch.thought],
    ...(dynamics.mode === "known"
      ? { logKernel: [f32(steps, size, actionCount), batch.logKernel] }
      : { real: [perStep, batch.real], lived: [f32(size), batch.lived], ...happenedOf(batch) }),
    lengths: [i32(size), batch.lengths],
    logReward: [f32(size), batch.logReward],
    onPolicy: [f32(size), batch.onPolicy],
  };
}

/** Which outcomes came of their intentions, where some were given. */
function happenedOf({ happened, shape }: TrajectoryBatch): NamedInputs {
  return happened.length === 0 ? {} : { happened: [f32(shape.steps, shape.size), happened] };
}

/** What models read of the first `levels` states of every trajectory, under the names of the batch. */
export function trajectoryArrays(
  reads: readonly StateInput[],
  batch: TrajectoryBatch,
  levels: number,
): NamedInputs {
  const { steps, size, featureCount, context } = batch.shape;
  const rows = levels * size;
  const lengths: readonly [Spec, Data] = [i32(size), batch.lengths];
  const all: Record<StateInput, NamedInputs> = {
    features: { features: [f32(rows, featureCount), batch.features.subarray(0, rows * featureCount)] },
    index: { index: [i32(rows), batch.index.subarray(0, rows)] },
    tokens: { real: [i32(steps, size), batch.real], lengths },
    thoughts: { thought: [i32(steps, size), batch.thought], lengths },
    context: context ? { context: [contextSpec(context, size), batch.context] } : {},
  };
  return Object.assign({}, ...reads.map((input) => all[input])) as NamedInputs;
}

/** The same inside the graph, for `levels` states of which the graph may have been fed more. */
export function trajectoriesOf(
  given: Readonly<Record<string, JaxArray>>,
  reads: readonly StateInput[],
  shape: BatchShape,
  levels: number,
): TrajectoryInputs {
  const { size } = shape;
  const rows = levels * size;
  const firstRows = (array: JaxArray): JaxArray =>
    array.shape[0] === rows ? array.ref : array.ref.slice([0, rows]);
  const has = (input: StateInput): boolean => reads.includes(input);
  return {
    levels,
    size,
    ...(has("features") ? { features: firstRows(given["features"]!) } : {}),
    ...(has("index") ? { index: firstRows(given["index"]!) } : {}),
    ...(has("tokens")
      ? { tokens: padded(given["real"]!, given["lengths"]!, shape, shape.outcomeCount) }
      : {}),
    ...(has("thoughts")
      ? { thoughts: padded(given["thought"]!, given["lengths"]!, shape, shape.actionCount) }
      : {}),
    ...(has("context") ? { context: given["context"]!.ref } : {}),
  };
}

/** The same for a model that reconstructs designs from what was made; one that never sees that is shown its intentions. */
export function designsOf(
  given: Readonly<Record<string, JaxArray>>,
  { size }: BatchShape,
  levels: number,
  isSeen: boolean,
): TrajectoryInputs {
  const [thoughts, made, context] = [given["thought"]!, given["real"]!, given["context"]];
  return {
    levels,
    size,
    tokens: isSeen ? made.ref : thoughts.ref,
    thoughts: thoughts.ref,
    made: made.ref,
    ...(context ? { context: context.ref } : {}),
  };
}

/** Numbers by step with the pad past the end; trajectories that all have one length need none. */
function padded(
  values: JaxArray,
  lengths: JaxArray,
  { steps, oneLength }: BatchShape,
  pad: number,
): JaxArray {
  if (oneLength) return values.ref;
  const step = np.arange(steps).astype(np.int32).reshape([steps, 1]);
  return np.where(np.less(step, lengths.ref), values.ref, pad);
}
