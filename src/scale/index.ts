/** Work over several processes. */
export { runComparison } from "./run-comparison.ts";
export type { ComparisonNews, ComparisonOutcome, FailedJob, RunComparisonOptions } from "./run-comparison.ts";
