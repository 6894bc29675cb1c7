/** The public face of models. */
export type { DynamicsModel, Head, HeadOutputs, Model, ModelShape, StateInputs } from "./model.ts";
export { memoryModel, mlpModel, tableModel } from "./state-models.ts";
export type { MlpOptions } from "./state-models.ts";
export { kmerModel } from "./kmer-model.ts";
export type { KmerOptions, SequenceLayout } from "./kmer-model.ts";
export { dynamicsModel } from "./dynamics.ts";
export type { DynamicsOptions } from "./dynamics.ts";
export { transformer } from "./transformer/transformer.ts";
export type { Transformer, TransformerStep, TransformerTree } from "./transformer/transformer.ts";
export type { TransformerOptions, TransformerSizes } from "./transformer/options.ts";
export type { PositionKind } from "./transformer/positions.ts";
export { TransformerStepper } from "./transformer/transformer-stepper.ts";
export type { TransformerReading } from "./transformer/transformer-stepper.ts";
