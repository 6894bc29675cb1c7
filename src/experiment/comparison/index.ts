/** Comparisons of methods: plans, jobs, and the tables and plots made of their results. */
export type { CurvePoint, JobKey, JobResult, MetricName, Metrics } from "./job-result.ts";
export { checkPlan, hasOwnNoise, jobsOf } from "./plan.ts";
export type { ComparisonPlan, PlannedMethod } from "./plan.ts";
export { JobRunner } from "./run-job.ts";
export type { JobKeeper } from "./job-account.ts";
export type { JobNeeds } from "./run-job.ts";
