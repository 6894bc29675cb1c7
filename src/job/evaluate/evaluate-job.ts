/** Evaluating a trained run as a job: how far it is from its target, exactly where that is possible. */
import type { Report } from "../../assessment/report.ts";
import type { Run } from "../../run/layout.ts";
import { openRun } from "../../run/open-run.ts";
import { startJob, type Job, type JobControl, type Phase, type Warned } from "../job.ts";

/** What is evaluated. */
export interface EvaluateSettings extends JobControl {
  /** A run, or its name, the beginning of one, "latest" or a path. */
  readonly run: Run | string;
  readonly runs?: string | undefined;
  /** Fresh samples; as many as in training unless given. */
  readonly samples?: number | undefined;
  /** That of training unless given. */
  readonly seed?: number | undefined;
  /** Steps to look ahead when deciding, each reported by itself. */
  readonly decideAhead?: readonly number[] | undefined;
  /** Names of conditions, and exponents, instead of those that stand for all. */
  readonly conditions?: readonly string[] | undefined;
  readonly betas?: readonly number[] | undefined;
  /** Lets a run that was made elsewhere open or start what it names. */
  readonly trust?: boolean | undefined;
}

/** What is heard of an evaluation. */
export type EvaluateEvent = { readonly kind: "started"; readonly run: Run } | Phase | Warned;

/** What `evaluateJob` found: the report of a run, and where it was kept. */
export interface EvaluateResult {
  readonly kind: "evaluated";
  readonly run: Run;
  readonly report: Report;
}

/** Evaluates the last checkpoint of a run; stopped, it ends with the error `assessment/stopped`. */
export function evaluateJob(settings: EvaluateSettings): Job<EvaluateEvent, EvaluateResult> {
  return startJob<EvaluateEvent, EvaluateResult>(async (tell, signal, say) => {
    const { run: named, runs, samples, seed, decideAhead, conditions, betas, trust = false } = settings;
    const found = { use: "samples", ...(runs === undefined ? {} : { root: runs }) } as const;
    const run = typeof named === "string" ? await openRun(named, found) : named;
    tell({ kind: "started", run });
    const { evaluateTrained } = await import("../../run/training/trained-run.ts");
    const report = await evaluateTrained(run, {
      trust,
      signal,
      say,
      ...(samples === undefined ? {} : { samples }),
      ...(seed === undefined ? {} : { seed }),
      ...(decideAhead === undefined ? {} : { decideAhead }),
      conditions: { conditions, betas },
      onPhase: (text) => tell({ kind: "phase", text }),
      onWarning: (text) => tell({ kind: "warning", text }),
    });
    return { kind: "evaluated", run, report };
  }, settings);
}
