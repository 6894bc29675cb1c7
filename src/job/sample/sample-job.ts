/** Sampling as a job: fresh objects of a trained run, picked by rules, with their scores or without. */
import { WindageError } from "../../error.ts";
import type { Run } from "../../run/layout.ts";
import { openRun } from "../../run/open-run.ts";
import { startJob, type Job, type JobControl, type Phase, type Warned } from "../job.ts";
import { drawAll, type Drawn, type SampleSettings } from "./draw-all.ts";
import type { DrawProgress } from "./draw-selected.ts";
import { createSampler, type NextReport } from "./sampler.ts";
import { withSource } from "./with-source.ts";

/** What is sampled, from which run. */
export interface SampleJobSettings extends SampleSettings, JobControl {
  /** A run, or its name, the beginning of one, "latest" or a path. */
  readonly run: Run | string;
  /** The folder of runs, for one that is named. */
  readonly runs?: string | undefined;
  /** Lets a run that was made elsewhere open or start what it names. */
  readonly trust?: boolean | undefined;
}

/** What is heard of a job of sampling. */
export type SampleEvent =
  | { readonly kind: "started"; readonly run: Run }
  | Phase
  | Warned
  | ({ readonly kind: "progress" } & DrawProgress);

/** What was drawn, and what may come after each beginning. */
export interface SampleResult extends Drawn {
  readonly kind: "samples";
  readonly run: Run;
  readonly next: readonly NextReport[];
}

/** Samples are held; more are drawn piece by piece with `loadPolicy`. */
const mostHeld = 1_000_000;

/** Draws samples of a run; stopped, it ends with the error `job/stopped`. */
export function sampleJob(settings: SampleJobSettings): Job<SampleEvent, SampleResult> {
  return startJob<SampleEvent, SampleResult>(async (tell, signal, say) => {
    const { run: named, runs, unscored = false, decideAhead = 0, count = 20, trust = false } = settings;
    checkCount(count);
    const run =
      typeof named === "string"
        ? await openRun(named, { use: "samples", ...(runs === undefined ? {} : { root: runs }) })
        : named;
    tell({ kind: "started", run });
    const onWarning = (text: string): void => tell({ kind: "warning", text });
    const open = {
      trust,
      unscored,
      looksAhead: decideAhead > 0,
      signal,
      say,
      onWarning,
      onPhase: (text: string) => tell({ kind: "phase", text }),
    };
    return withSource(run, open, async (source) => {
      const sampler = createSampler(source, { ...settings, onWarning });
      const beginnings = sampler.beginnings(settings.complete);
      const next = await sampler.nextLetters(beginnings);
      const drawn = await drawAll(sampler, beginnings, settings, {
        onWarning,
        onProgress: (progress) => {
          if (signal.aborted) throw stopped(progress.drawn);
          tell({ kind: "progress", ...progress });
        },
      });
      return { kind: "samples", run, next, ...drawn };
    });
  }, settings);
}

function checkCount(count: number): void {
  if (Number.isSafeInteger(count) && count >= 1 && count <= mostHeld) return;
  throw new WindageError(
    "job/bad-setting",
    `count: got ${count}, expected a whole number from 1 to ${mostHeld}; draw more piece by piece with loadPolicy.`,
  );
}

function stopped(drawn: number): WindageError {
  return new WindageError("job/stopped", `sample: stopped after ${drawn} samples.`, { kind: "failure" });
}
