/** Training runs on sequence landscapes, from configuration to report. */
export { buildExperiment } from "./build.ts";
export type { Experiment } from "./build.ts";
export { defaultConfig, readConfig } from "./config.ts";
export type { ExperimentConfig } from "./config.ts";
export { ExactEvaluator } from "./exact-evaluator.ts";
export { reportOn } from "./report.ts";
export type { Report } from "./report.ts";
export { drawSamples } from "./sampler.ts";
export type { Samples } from "./sampler.ts";
export { goOnFrom, trainRun } from "./train-run.ts";
export type { Progress, TrainHooks, TrainOutcome } from "./train-run.ts";
