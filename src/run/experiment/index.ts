/** Training runs on sequence landscapes, from configuration to report. */
export { buildExperiment, buildTrainer, modelOf, policyOf } from "./build.ts";
export type { Experiment } from "./build.ts";
export { defaultConfig, readConfig } from "./config.ts";
export type { ExperimentConfig } from "./config.ts";
export { createEvaluator, Evaluator } from "./evaluator.ts";
export { openLaws } from "./laws.ts";
export type { EvaluatedWorld, Laws } from "./laws.ts";
export { openWorld } from "./world.ts";
export type { World } from "./world.ts";
export { reportOn } from "./report.ts";
export type { Estimates, Report } from "./report.ts";
export { drawSamples } from "./sampler.ts";
export type { Samples } from "./sampler.ts";
export { importDefault } from "./import-module.ts";
export { evaluateRun, withTrainedRun } from "./trained-run.ts";
export { trainRun } from "./train-run.ts";
export type { TrainHooks, TrainOutcome } from "./train-run.ts";
export type { Progress } from "./training-loop.ts";
