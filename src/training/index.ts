/** The public face of training. */
export { shareSpent } from "./budget.ts";
export type { Budget } from "./budget.ts";
export { createTrainer } from "./create-trainer.ts";
export type { TrainingSetup } from "./create-trainer.ts";
export type { DynamicsReplayOptions } from "./dynamics-replay.ts";
export { EarlyStop } from "./early-stop.ts";
export type { EarlyStopOptions, EarlyStopState, StopReason } from "./early-stop.ts";
export type { EntropyRatioUse } from "./entropy-use.ts";
export type {
  BatchMix,
  DatasetEntry,
  KnownDynamics,
  LearnedDynamics,
  RateOptions,
  ReplayOptions,
  TrainerOptions,
} from "./options.ts";
export { compilePolicy } from "./policy-program.ts";
export { policyByDepth } from "./policy-by-depth.ts";
export { PolicyTable } from "./policy-table.ts";
export type { CompiledPolicy, PolicyCompiler } from "./policy-table.ts";
export { sampleObjects } from "./sample.ts";
export type { Ramp, Scheduled } from "./schedules.ts";
export { createScorer } from "./scorer.ts";
export type { Scorer } from "./scorer.ts";
export { listStates } from "./state-list.ts";
export type { StateList } from "./state-list.ts";
export { modelShape, stateModel } from "./state-model.ts";
export type { ModelChoice, ModelKind } from "./state-model.ts";
export type { TransitionReport } from "./inspect-program.ts";
export { Trainer } from "./trainer.ts";
export type { IterationReport } from "./trainer.ts";
export type { TrainerMeta, TrainerState } from "./trainer-state.ts";
