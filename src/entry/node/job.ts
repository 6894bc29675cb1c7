/** Jobs: what the commands of `windage` do, to start, follow, stop and await from a program. Needs Node. See docs/jobs.md. */
export { trainJob, resumeJob } from "../../job/train/train-job.ts";
export { sampleJob } from "../../job/sample/sample-job.ts";
export { evaluateJob } from "../../job/evaluate/evaluate-job.ts";
export { compareJob } from "../../job/compare/compare-job.ts";
export { forecastJob } from "../../job/forecast/forecast-job.ts";
export { designJob, proposeJob } from "../../job/design/design-job.ts";
export { reportProject } from "../../job/design/report-project.ts";
export type { ProjectReport } from "../../job/design/report-project.ts";
export { tellResults, untellResults } from "../../job/design/tell-results.ts";
export type { Job, JobEvent } from "../../job/job.ts";
export type { TrainJobSettings, TrainResult } from "../../job/train/train-job.ts";
export type { SampleResult } from "../../job/sample/sample-job.ts";
export type { EvaluateResult } from "../../job/evaluate/evaluate-job.ts";
export type { CompareResult } from "../../job/compare/compare-job.ts";
export type { ForecastResult } from "../../job/forecast/forecast-job.ts";
export type { DesignResult } from "../../job/design/design-job.ts";
