/** Work over several processes. */
export { ProcessPool } from "./process-pool.ts";
export type { PoolHooks, PoolOptions } from "./process-pool.ts";
export { runComparison } from "./run-comparison.ts";
export type {
  ComparisonEvent,
  ComparisonOutcome,
  FailedJob,
  RunComparisonOptions,
} from "./run-comparison.ts";
export { serveJobs } from "./serve-jobs.ts";
export type { Serve } from "./serve-jobs.ts";
