/** Jobs: what the commands of `windage` do, to start, follow, stop and await from a program. See docs/jobs.md. */
export type { Finished, Job, JobEvent, Phase, Warned } from "./job.ts";

export { sampleJob } from "./sample/sample-job.ts";
export type { SampleEvent, SampleJobSettings, SampleResult } from "./sample/sample-job.ts";
export type { SampleRow } from "./sample/select-samples.ts";
