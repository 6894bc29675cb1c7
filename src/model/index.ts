/** The public face of models. */
export { isTrajectories } from "./model.ts";
export type {
  BeginInputs,
  Beginnings,
  DynamicsModel,
  Head,
  HeadOutputs,
  Model,
  ModelInputs,
  ModelShape,
  SequenceLayout,
  StateInput,
  StateInputs,
  StepArrays,
  StepInputs,
  StepwiseModel,
  TrajectoryInputs,
} from "./model.ts";
export { memoryModel, mlpModel, tableModel } from "./state-models.ts";
export type { MlpOptions } from "./state-models.ts";
export { kmerModel } from "./kmer-model.ts";
export type { KmerOptions } from "./kmer-model.ts";
export { dynamicsModel } from "./dynamics.ts";
export type { DynamicsOptions } from "./dynamics.ts";
export { transformerModel } from "./transformer/transformer-model.ts";
export type { TransformerModelOptions, TransformerModelTree } from "./transformer/transformer-model.ts";
export type { AheadModel, AheadTree } from "./ahead/ahead-model.ts";

export type { ThoughtEncoder, ThoughtKind, ThoughtOptions, ThoughtStep } from "./thoughts/thought-encoder.ts";

export type { PositionKind } from "./transformer/positions.ts";
export type { TransformerOptions } from "./transformer/options.ts";
