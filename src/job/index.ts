/** Jobs: what the commands of `windage` do, to start, follow, stop and await from a program. See docs/jobs.md. */
export type { Finished, Job, JobEvent, Phase, Warned } from "./job.ts";

export { compareJob } from "./compare/compare-job.ts";
export type { CompareEvent, CompareResult, CompareSettings } from "./compare/compare-job.ts";
export { designJob, proposeJob } from "./design/design-job.ts";
export type { DesignEvent, DesignResult, DesignSettings, ProposeSettings } from "./design/design-job.ts";
export { tellResults, untellResults } from "./design/tell-results.ts";
export type { ToldProject } from "./design/tell-results.ts";
export { evaluateJob } from "./evaluate/evaluate-job.ts";
export type { EvaluateEvent, EvaluateResult, EvaluateSettings } from "./evaluate/evaluate-job.ts";
export { forecastJob } from "./forecast/forecast-job.ts";
export type { ForecastEvent, ForecastResult, ForecastSettings } from "./forecast/forecast-job.ts";
export { sampleJob } from "./sample/sample-job.ts";
export type { SampleEvent, SampleJobSettings, SampleResult } from "./sample/sample-job.ts";
export type { SampleRow } from "./sample/select-samples.ts";
export { resumeJob, trainJob } from "./train/train-job.ts";
export type { ResumeSettings, TrainEvent, TrainJobSettings, TrainResult } from "./train/train-job.ts";
export type { TrainSettings } from "./train/train-values.ts";
