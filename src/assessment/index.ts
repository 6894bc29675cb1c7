/** What a method really does: its exact law, limits, samples, modes, and the report made of them. */
export { assess } from "./assess.ts";
export type { AssessOptions, Assessment } from "./assess.ts";
export { createEvaluator, Evaluator } from "./evaluator.ts";
export { openLaws } from "./laws.ts";
export type { Laws } from "./laws.ts";
export { learnedLogZ } from "./learned-log-z.ts";
export { ModeFinder } from "./mode-finder.ts";
export { modeSet } from "./mode-set.ts";
export { reportOn } from "./report.ts";
export type { Estimates, Report } from "./report.ts";
export { drawSamples } from "./samples.ts";
export type { PolicySamples, Samples } from "./samples.ts";
export type { StepsOptions } from "./take-steps.ts";
export type { World } from "./world.ts";
export { reportAhead } from "./look-ahead.ts";
export type { AheadDistances, AheadReport } from "./look-ahead.ts";
