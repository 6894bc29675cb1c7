/** Comparisons of methods in their folders: made, opened, read, and reported on. See docs/compare.md. */
export type { CurvePoint, JobKey, JobResult, MetricName, Metrics } from "../../comparison/job-result.ts";
export type { ComparisonPlan, PlannedMethod } from "../../comparison/plan.ts";
export { reportComparison } from "./report-comparison.ts";
export type { ComparisonDocument, ComparisonReport, ReportRequest } from "./report-comparison.ts";
export { followComparison, listComparisons, readComparison } from "./read-comparison.ts";
export type {
  BrokenComparison,
  ComparisonEvent,
  ComparisonReading,
  FollowComparisonOptions,
} from "./read-comparison.ts";
export { createComparison, openComparison, readResults } from "./store.ts";
export type { ComparisonFolder, ComparisonResults, UnfinishedJob } from "./store.ts";
