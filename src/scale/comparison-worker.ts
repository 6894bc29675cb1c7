/** The process in which jobs of a comparison run; `run-comparison.ts` starts it and keeps what it finds out. */
import { engineInfo } from "../engine/runtime/select.ts";
import { JobRunner } from "../comparison/run-job.ts";
import { jobKeeper } from "../run/comparison/job-keeper.ts";
import { scoresFolder } from "../run/comparison/store.ts";
import type { ComparisonFolder } from "../run/comparison/store.ts";
import type { JobKey } from "../comparison/job-result.ts";
import { inWords, sealing } from "../wording.ts";
import { serveJobs } from "./serve-jobs.ts";

/** A job of this process: whether a method can run at all, or a run. */
export interface WorkerJob {
  readonly kind: "check" | "run";
  readonly key: JobKey;
}

/** News at most this often. */
const newsMs = 100;

/** What is told of a job while it lasts: how much of it is done, or something the user should know. */
export type JobNews = number | { readonly warning: string };

// Whoever compares has been told which engine there is; every process of a comparison need not say it again.
await engineInfo();

serveJobs((setup) => {
  const comparison = setup as ComparisonFolder;
  let warn: (text: string) => void = () => undefined;
  const runner = new JobRunner(comparison.plan, {
    scoresOf: (key) => scoresFolder(comparison, key),
    keeperOf: (key) => jobKeeper(comparison, key, (text) => warn(text)),
  });
  return async (job, tell) => {
    const { kind, key } = job as WorkerJob;
    if (kind === "check") {
      const { notes, ...needs } = await runner.check(key);
      return { ...needs, notes: notes.map((note) => inWords(note, sealing)) };
    }
    warn = (warning) => tell({ warning });
    let told = 0;
    return runner.run(key, (share) => {
      const now = performance.now();
      if (now - told < newsMs) return;
      told = now;
      tell(share);
    });
  };
});
