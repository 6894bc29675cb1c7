/** Comparisons of methods: plans, jobs, and the tables and plots made of their results. */
export type { CurvePoint, JobKey, JobResult, MetricName, Metrics } from "./job-result.ts";
export type { ComparisonPlan, PlannedMethod } from "./plan.ts";

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export { checkPlan, hasOwnNoise, jobsOf } from "./plan.ts";
/** @internal */
export { JobRunner } from "./run-job.ts";
/** @internal */
export type { JobKeeper } from "./job-account.ts";
/** @internal */
export type { JobNeeds } from "./run-job.ts";
