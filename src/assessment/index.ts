/** What a trained policy really does: its exact law, limits, samples, modes, and the report made of them. */
export { createEvaluator, Evaluator } from "./evaluator.ts";
export { openLaws } from "./laws.ts";
export type { Laws } from "./laws.ts";
export { policyOf } from "./policy-of.ts";
export { reportOn } from "./report.ts";
export type { Estimates, Report } from "./report.ts";
export { drawSamples } from "./sampler.ts";
export type { Samples } from "./sampler.ts";
export type { TrainedWorld, World } from "./world.ts";
