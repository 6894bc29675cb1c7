/**
 * Run folders, comparisons, forecast runs and design projects: made, listed, read and followed. Needs Node.
 * See docs/runs.md.
 */
export { createRun } from "../../run/create-run.ts";
export { openRun } from "../../run/open-run.ts";
export { listRuns } from "../../run/list-runs.ts";
export { followRun } from "../../run/follow/follow-run.ts";
export { lockRun } from "../../run/lock/lock.ts";
export { updateStatus } from "../../run/status.ts";
export { readSummary } from "../../run/summary.ts";
export { readResult } from "../../run/reading/read-result.ts";
export { MetricsWriter } from "../../run/metrics/metrics-writer.ts";
export { readMetrics } from "../../run/metrics/metrics-reader.ts";
export { tailMetrics } from "../../run/follow/tail-metrics.ts";
export { truncateMetrics } from "../../run/metrics/truncate-metrics.ts";
export { loadCheckpoint, saveCheckpoint } from "../../run/checkpoint/checkpoint.ts";
export { loadMethod, saveMethod } from "../../run/method-file.ts";
export { loadPolicy } from "../../run/policy/load-policy.ts";
export type { Run } from "../../run/layout.ts";
export type { RunEvent } from "../../run/follow/follow-run.ts";
export type { RunResult } from "../../run/reading/read-result.ts";
export type { Checkpoint } from "../../run/checkpoint/checkpoint-file.ts";
export type { LoadedPolicy } from "../../run/policy/load-policy.ts";
export { createComparison, openComparison } from "../../run/comparison/store.ts";
export { listComparisons, readComparison, followComparison } from "../../run/comparison/read-comparison.ts";
export { reportComparison } from "../../run/comparison/report-comparison.ts";
export { runComparison } from "../../scale/run-comparison.ts";
export type { ComparisonPlan } from "../../comparison/plan.ts";
export type { ComparisonFolder } from "../../run/comparison/store.ts";
export { forecastRun } from "../../run/forecast/forecast-run.ts";
export { loadForecast } from "../../run/forecast/load-forecast.ts";
export { loadNetwork } from "../../run/forecast/keep-network.ts";
export { predictFromRun, evaluateForecast } from "../../run/forecast/use-forecast.ts";
export type { ForecastJob } from "../../run/forecast/forecast-job.ts";
export type { LoadedForecast } from "../../run/forecast/load-forecast.ts";
export { readProject, followProject } from "../../run/project/read-project.ts";
