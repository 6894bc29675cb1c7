/** The public face of training. */
export type { Budget } from "./setup/budget.ts";
export { listedContexts, uniformCategories, uniformVectors } from "./setup/contexts.ts";
export type { ContextSource } from "./setup/contexts.ts";
export { createTrainer } from "./setup/create-trainer.ts";
export type { TrainingSetup } from "./setup/create-trainer.ts";
export type { DynamicsReplayOptions } from "./memory/dynamics-replay.ts";
export { EarlyStop } from "./setup/early-stop.ts";
export type { EarlyStopOptions, EarlyStopState, StopReason } from "./setup/early-stop.ts";
export type { EntropyRatioUse } from "./terms/entropy-ratio-use.ts";
export type { MemoryEstimate, MemoryUse } from "./setup/memory-estimate.ts";
export type {
  BatchMix,
  DatasetEntry,
  KnownDynamics,
  LearnedDynamics,
  LookAhead,
  RateOptions,
  ReplayOptions,
  TemplateSource,
  TrainerOptions,
} from "./setup/options.ts";
export type { Method, MethodReport, MethodState, Metrics, Policy } from "./method.ts";
export { policyByDepth } from "./policy/policy-by-depth.ts";
export { sampleObjects } from "./policy/sample.ts";
export { trainedPolicy } from "./policy/trained-policy.ts";
export type { Ramp, Scheduled } from "./setup/schedules.ts";
export { createScorer } from "./setup/scorer.ts";
export type { Scorer } from "./setup/scorer.ts";
export type { StateList } from "./policy/state-list.ts";
export type { ModelChoice, ModelKind } from "./policy/state-model.ts";
export type { TransitionReport } from "./terms/inspect-program.ts";
export { Trainer } from "./trainer.ts";
export type { IterationReport } from "./iteration.ts";
export type { TrainerMeta, TrainerState } from "./memory/trainer-state.ts";
