/** The public face of `windage/engine`: compile numeric functions once, run and train them fast. */

export { grad, lax, nn, np, valueAndGrad } from "./jax.ts";
export type { JaxArray } from "./jax.ts";
export { bool, f32, i32, u32 } from "./spec.ts";
export type { Data, DataOf, DType, Spec } from "./spec.ts";
export { compile } from "./program.ts";
export type { CompileOptions, InputData, OutputData, Program } from "./program.ts";
export type { NumericFunction } from "./trace.ts";
export { engineInfo, installNative } from "./runtime/select.ts";
export type { EngineInfo } from "./runtime/select.ts";
export type { EngineName } from "./runtime/runtime.ts";
export { loweredPrimitives } from "./lowering/lower.ts";
export { createParameters, parameter } from "./parameters/parameters.ts";
export type {
  ArraysOf,
  ParameterLeaf,
  Parameters,
  ParameterSpec,
  ParameterTree,
} from "./parameters/parameters.ts";
export { constant, glorotUniform, heNormal, lecunNormal, normal, zeros } from "./parameters/initialisers.ts";
export type { Initialiser } from "./parameters/initialisers.ts";
export { Adam } from "./optimiser/adam.ts";
export type { AdamGroup, AdamOptions, AdamState } from "./optimiser/adam.ts";
export { cosineDecay, linearDecay, stepDecay, warmUp } from "./optimiser/schedule.ts";
export type { Schedule } from "./optimiser/schedule.ts";
export { encodeOnnxFile } from "./onnx-file.ts";
export type { ModelFunction } from "./onnx-file.ts";
export { compileTraining } from "./training-program.ts";
export type { LossFunction, StepResult, TrainingProgram } from "./training-program.ts";
