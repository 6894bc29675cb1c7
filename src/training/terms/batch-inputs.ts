/** The arrays a batch feeds to the graph of an update, with their shapes; only those that the graph reads. */
import { bool, f32, i32 } from "../../engine/index.ts";
import type { Data, Spec } from "../../engine/index.ts";
import type { Model } from "../../model/index.ts";
import type { TrajectoryBatch } from "../../sampling/index.ts";
import type { Masks } from "./masks.ts";
import type { KnownDynamics, LearnedDynamics } from "../setup/options.ts";

/** Shapes for the compiler beside the memory that is read at every step. */
export type BatchInputs = Readonly<Record<string, readonly [Spec, Data]>>;

/** Rows of states per trajectory: the last one matters only to a backward policy that is learned. */
export const levelsOf = (model: Model, { shape }: TrajectoryBatch): number =>
  learnsBackward(model) ? shape.steps + 1 : shape.steps;

/** Whether the model has a backward policy of its own. */
export const learnsBackward = ({ heads }: Model): boolean =>
  (heads as readonly string[]).includes("backward");

export function inputsOf(
  model: Model,
  dynamics: LearnedDynamics | KnownDynamics,
  masks: Masks,
  batch: TrajectoryBatch,
): BatchInputs {
  const { steps, size, featureCount, actionCount, backwardCount } = batch.shape;
  const rows = levelsOf(model, batch) * size;
  const learned = learnsBackward(model);
  const perStep = i32(steps, size);
  const features = batch.features.subarray(0, rows * featureCount);
  return {
    features: [f32(rows, featureCount), features],
    ...(model.needsIndex ? { index: [i32(rows), batch.index.subarray(0, rows)] } : {}),
    ...(masks.policy ? { legal: [bool(steps, size, actionCount), batch.legal] } : {}),
    ...(masks.backward && learned
      ? { backwardLegal: [bool(steps, size, backwardCount), batch.backwardLegal] }
      : {}),
    ...(learned ? { backwardIndex: [perStep, batch.backwardIndex] } : {}),
    thought: [perStep, batch.thought],
    ...(dynamics.mode === "known"
      ? { logKernel: [f32(steps, size, actionCount), batch.logKernel] }
      : { real: [perStep, batch.real], lived: [f32(size), batch.lived] }),
    lengths: [i32(size), batch.lengths],
    logReward: [f32(size), batch.logReward],
    onPolicy: [f32(size), batch.onPolicy],
  };
}
