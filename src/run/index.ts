/** Run folders: where a run's configuration, metrics, checkpoints and results are kept. See docs/runs.md. */

export type { JsonObject, JsonValue } from "../file/json-document.ts";
export type { Run, RunRecord } from "./layout.ts";
export { type NewRun, createRun } from "./create-run.ts";
export { type RunStoreOptions, openRun } from "./open-run.ts";
export {
  type BrokenRun,
  type ListedRun,
  type RunCondition,
  type RunOverview,
  listRuns,
} from "./list-runs.ts";
export type { RunFigures } from "./reading/figures.ts";
export { type RunState, type RunStatus, updateStatus } from "./status.ts";
export { readSummary } from "./summary.ts";
export {
  type ForecastResult,
  type RunResult,
  type SamplerResult,
  type ScoredObject,
  readResult,
} from "./reading/read-result.ts";
export { type MetricRow, MetricsWriter } from "./metrics/metrics-writer.ts";
export { type Metrics, type MetricsProblem, readMetrics } from "./metrics/metrics-reader.ts";
export { type FollowOptions, type RunEvent, followRun } from "./follow/follow-run.ts";
export { type TailedMetrics, tailMetrics } from "./follow/tail-metrics.ts";
export type { MetricsNews } from "./follow/metrics-tail.ts";
export { truncateMetrics } from "./metrics/truncate-metrics.ts";

export { type DrawnObjects, type LoadedPolicy, loadPolicy } from "./policy/load-policy.ts";
export type { OpenOptions } from "./policy/with-opened.ts";

export type { Checkpoint } from "./checkpoint/checkpoint-file.ts";
export { loadCheckpoint, saveCheckpoint } from "./checkpoint/checkpoint.ts";
export { loadMethod, saveMethod } from "./method-file.ts";
export { lockRun } from "./lock/lock.ts";
