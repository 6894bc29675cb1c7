/** Compile numeric functions once, run and train them fast: arrays, parameters, the optimiser. See docs/engine.md. */
export { np, nn, lax, grad, valueAndGrad } from "../engine/jax.ts";
export { bool, f32, i32, u32 } from "../engine/spec.ts";
export { compile } from "../engine/program.ts";
export { engineInfo, installNative } from "../engine/runtime/select.ts";
export { createParameters, parameter } from "../engine/parameters/parameters.ts";
export { glorotUniform, heNormal, normal, zeros } from "../engine/parameters/initialisers.ts";
export { Adam } from "../engine/optimiser/adam.ts";
export { cosineDecay, linearDecay, stepDecay, warmUp } from "../engine/optimiser/schedule.ts";
export { encodeOnnxFile } from "../engine/onnx-file.ts";
export { compileTraining } from "../engine/training-program.ts";
export type { JaxArray } from "../engine/jax.ts";
export type { Spec } from "../engine/spec.ts";
export type { Program } from "../engine/program.ts";
export type { TrainingProgram } from "../engine/training-program.ts";
export type { Parameters, ParameterTree, ParameterSpec } from "../engine/parameters/parameters.ts";
export type { AdamOptions } from "../engine/optimiser/adam.ts";
