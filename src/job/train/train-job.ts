/** Training as a job: a new run, or one that is gone on with, up to its end or until it is stopped. */
import type { Report } from "../../assessment/report.ts";
import { engineInfo } from "../../engine/runtime/select.ts";
import { memoryWarning } from "../../run/config/memory-plan.ts";
import { createRun } from "../../run/create-run.ts";
import { runsRoot, type Run } from "../../run/layout.ts";
import type { MetricRow } from "../../run/metrics/metrics-writer.ts";
import { inspectRun } from "../../run/list-runs.ts";
import { openRun } from "../../run/open-run.ts";
import { readStatus } from "../../run/status.ts";
import { trainRun, type TrainHooks } from "../../run/training/train-run.ts";
import { evaluateTrained, isComplete } from "../../run/training/trained-run.ts";
import type { Progress } from "../../run/training/training-loop.ts";
import { startJob, type Job, type JobControl, type Phase, type Warned } from "../job.ts";
import { labelOf } from "./train-config.ts";
import { configFor, type TrainSettings } from "./train-values.ts";

/** What `trainJob` is told: the task, any setting of `windage train`, and where runs are kept. */
export interface TrainJobSettings extends TrainSettings, JobControl {
  /** The folder of runs; `WINDAGE_RUNS`, or `./runs`, unless given. */
  readonly runs?: string | undefined;
}

/** Which run is gone on with. */
export interface ResumeSettings extends JobControl {
  /** A run, or its name, the beginning of one, "latest" or a path. */
  readonly run: Run | string;
  readonly runs?: string | undefined;
  /** To so many iterations in all, instead of as many as were asked for before. */
  readonly iterations?: number | undefined;
  /** Although a file that it learns from has changed. */
  readonly changedInputs?: boolean | undefined;
  /** Lets a run that was made elsewhere open or start what it names. */
  readonly trust?: boolean | undefined;
}

/** What is heard of a training. */
export type TrainEvent =
  | { readonly kind: "started"; readonly run: Run }
  | Phase
  | Warned
  /** Nothing is left to train, and what follows is a report. */
  | { readonly kind: "complete" }
  /** What memory it needs, before it is taken. */
  | { readonly kind: "memory"; readonly bytes: number }
  /** Everything is built; from this iteration on it trains, to more iterations than at first planned where it is extended. */
  | {
      readonly kind: "training";
      readonly iteration: number;
      readonly iterations: number;
      readonly extended: boolean;
    }
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "metrics"; readonly row: MetricRow }
  /** All iterations are done, and what became of them is evaluated. */
  | { readonly kind: "reporting" };

/** How a training ended: with a report, or where it was stopped, to be gone on with. */
export type TrainResult =
  | { readonly kind: "trained"; readonly run: Run; readonly report: Report; readonly endedEarly: boolean }
  | { readonly kind: "stopped"; readonly run: Run; readonly iteration: number };

/** Trains a new run; stopped, it keeps a checkpoint, from which `resumeJob` goes on. */
export function trainJob(settings: TrainJobSettings = {}): Job<TrainEvent, TrainResult> {
  const { runs, signal, say: spelling, ...asked } = settings;
  return startJob<TrainEvent, TrainResult>(
    async (tell, stop, say) => {
      const config = configFor(asked);
      // Before there is a run: without an engine nothing begins, and nothing should be left behind.
      await engineInfo();
      const made = { task: labelOf(config), seed: config.seed, config: { ...config } };
      const run = await createRun({ ...made, root: runsRoot(runs) });
      return train(run, { trust: true, say }, tell, stop);
    },
    { signal, say: spelling },
  );
}

/** Goes on with a run from its last checkpoint, to the same numbers it would have had; one that is done is reported on. */
export function resumeJob(settings: ResumeSettings): Job<TrainEvent, TrainResult> {
  const { run: named, runs, iterations, changedInputs = false, trust = false } = settings;
  return startJob<TrainEvent, TrainResult>(async (tell, stop, say) => {
    const found = { use: "training", ...(runs === undefined ? {} : { root: runs }) } as const;
    const run = typeof named === "string" ? await openRun(named, found) : named;
    if (!(await isLeftToDo(run, iterations))) {
      tell({ kind: "started", run });
      tell({ kind: "complete" });
      const report = await evaluateTrained(run, { trust, signal: stop, say, ...spoken(tell) });
      return { kind: "trained", run, report, endedEarly: false };
    }
    const more = iterations === undefined ? {} : { iterations };
    return train(run, { resume: true, changedInputs, trust, say, ...more }, tell, stop);
  }, settings);
}

/** A finished run whose newest checkpoint or whose evaluation is damaged has something left to do again. */
async function isLeftToDo(run: Run, iterations: number | undefined): Promise<boolean> {
  const { condition } = await inspectRun(run);
  if (condition !== "finished" || !(await isComplete(run))) return true;
  const done = (await readStatus(run).catch(() => undefined))?.iterations;
  return iterations !== undefined && iterations !== done;
}

function spoken(tell: (event: TrainEvent) => void): {
  readonly onPhase: (text: string) => void;
  readonly onWarning: (text: string) => void;
} {
  return {
    onPhase: (text) => tell({ kind: "phase", text }),
    onWarning: (text) => tell({ kind: "warning", text }),
  };
}

async function train(
  run: Run,
  how: Pick<TrainHooks, "resume" | "changedInputs" | "trust" | "iterations" | "say">,
  tell: (event: TrainEvent) => void,
  signal: AbortSignal,
): Promise<TrainResult> {
  tell({ kind: "started", run });
  const outcome = await trainRun(run, {
    ...how,
    signal,
    ...spoken(tell),
    onMemory(plan) {
      tell({ kind: "memory", bytes: plan.bytes });
      const tight = memoryWarning(plan);
      if (tight !== undefined) tell({ kind: "warning", text: `${run.id}: ${tight}` });
    },
    onStart: (iteration, goal) => tell({ kind: "training", iteration, ...goal }),
    onMetrics: (row) => tell({ kind: "metrics", row }),
    onReport: () => tell({ kind: "reporting" }),
    onProgress: (progress) => tell({ kind: "progress", ...progress }),
  });
  if (!outcome.finished) return { kind: "stopped", run, iteration: outcome.iteration };
  return { kind: "trained", run, report: outcome.report, endedEarly: outcome.endedEarly };
}
