/** What a method really does: its exact law, limits, samples, modes, and the report made of them. */
export { assess } from "./assess.ts";
export type { AssessOptions, Assessment } from "./assess.ts";
export type { AskedCondition, AskedConditions, Conditions, NamedCondition } from "./condition/conditions.ts";
export type { ConditionReport } from "./condition/mean-report.ts";
export { createEvaluator, Evaluator } from "./evaluator.ts";
export { Judge } from "./judge.ts";
export type { Case, Evaluation, JudgedDistance, JudgeOptions } from "./judge.ts";
export { openLaws } from "./law/laws.ts";
export type { Laws } from "./law/laws.ts";
export { learnedLogZ } from "./learning/learned-log-z.ts";
export { type Learning } from "./learning/learning.ts";
export { LearningWatch } from "./learning/learning-watch.ts";
export { randomObjects, type RandomObjects } from "./learning/random-objects.ts";
export { ModeFinder } from "./modes/mode-finder.ts";
export { reportOn } from "./report.ts";
export type { Estimates, Report } from "./report.ts";
export type { PredictionReport } from "./look-ahead/predictions.ts";
export { drawSamples } from "./samples.ts";
export type { PolicySamples, Samples } from "./samples.ts";
export { type StepsOptions } from "./take-steps.ts";
export type { TaskModule } from "./task-module.ts";
export type { World } from "./world.ts";
export { nextLetters, readBeginning } from "./beginning.ts";
export type { NextLetter } from "./beginning.ts";
export type { DrawOptions } from "./samples.ts";
export type { AheadDistances, AheadReport } from "./look-ahead/look-ahead.ts";

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export { worldAt } from "./condition/world-at.ts";
/** @internal */
export { canTellLearning } from "./learning/learning.ts";
/** @internal */
export { modeSet } from "./modes/mode-set.ts";
/** @internal */
export { takeSteps } from "./take-steps.ts";
/** @internal */
export { aheadPolicy } from "./look-ahead/ahead-policy.ts";
/** @internal */
export type { AheadOptions } from "./look-ahead/ahead-policy.ts";
/** @internal */
export { reportAhead } from "./look-ahead/look-ahead.ts";
