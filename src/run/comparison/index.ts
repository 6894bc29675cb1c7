/** Comparisons of methods: plans, jobs, what is kept of them, and the tables and plots made of it. */
export type { CurvePoint, JobKey, JobResult, MetricName, Metrics } from "./job-result.ts";
export { budgetOf, checkPlan, configOfJob, hasOwnNoise, jobsOf, planDifferences } from "./plan.ts";
export type { ComparisonPlan, PlannedMethod } from "./plan.ts";
export { reportComparison } from "./report-comparison.ts";
export type { ComparisonDocument, ComparisonReport, ReportRequest } from "./report-comparison.ts";
export { JobRunner } from "./run-job.ts";
export {
  createComparison,
  discardComparison,
  newComparisonFolder,
  openComparison,
  readJob,
  scoresFolder,
  tidyComparison,
  writeJob,
} from "./store.ts";
export type { ComparisonFolder, KeptJob } from "./store.ts";
export { TrainerSampler } from "./trainer-sampler.ts";
