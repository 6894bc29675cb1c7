/** A run as it was at its last checkpoint, ready to be sampled from or evaluated. */
import { readCheckpointMeta } from "../checkpoint/checkpoint.ts";
import type { Run } from "../layout.ts";
import { summaryProblem } from "../summary.ts";
import { withOpened, type OpenOptions } from "../policy/with-opened.ts";
import { buildExperiment } from "../config/build.ts";
import type { Experiment } from "../config/build.ts";
import { readConfig } from "../config/config.ts";
import type { ExperimentConfig } from "../config/config.ts";
import { meanAhead } from "../../assessment/condition/mean-report.ts";
import type { AskedConditions, NamedCondition } from "../../assessment/condition/conditions.ts";
import { CourseWatch } from "../../assessment/learning/course-watch.ts";
import { Judge, type Case } from "../../assessment/judge.ts";
import { reportAhead } from "../../assessment/look-ahead/look-ahead.ts";
import { requireFlows } from "../../assessment/look-ahead/require-flows.ts";
import type { AheadReport } from "../../assessment/look-ahead/look-ahead.ts";
import { unlessStopped } from "../../assessment/take-steps.ts";
import type { Trainer } from "../../training/trainer.ts";
import { reportsOn } from "../../assessment/report.ts";
import type { CaseReport, Report } from "../../assessment/report.ts";
import { requireConditions, withNote } from "./find-condition.ts";
import { restoreRun } from "./restore-state.ts";
import { goalOf, iterationOf } from "./run-goal.ts";
import { tellDrawn } from "./tell-drawn.ts";
import type { Memory } from "./training-loop.ts";

/** Opens a run, hands it to `use` and closes it again; a run whose scores are kept in a journal is locked meanwhile. */
export function withTrainedRun<T>(
  run: Run,
  use: (experiment: Experiment, memory: Memory) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const { onPhase, onWarning, signal } = options;
  const open = (config: ExperimentConfig): Promise<Experiment> =>
    buildExperiment(config, run.folder, { signal });
  return withOpened(run, open, options, async (experiment) => {
    const { memory, warnings } = await restoreRun(run, experiment, { onRead: onPhase });
    for (const warning of warnings) onWarning?.(warning);
    return use(experiment, memory);
  });
}

export interface EvaluateOptions {
  readonly samples?: number;
  readonly seed?: number;
  /** Steps to look ahead when deciding, each reported by itself. */
  readonly decideAhead?: readonly number[];
  /** Conditions to report on, instead of those that stand for all. */
  readonly conditions?: AskedConditions;
  /** Looks at what the report was made from, as long as it can be asked; of the first condition where there are several. */
  readonly onJudged?: (one: Case, found: CaseReport) => Promise<void>;
}

/** The report on a run's last checkpoint from fresh samples. */
export function evaluateTrained(run: Run, options: OpenOptions & EvaluateOptions = {}): Promise<Report> {
  const { onPhase, signal } = options;
  const report = async (experiment: Experiment, { seconds, modes, course }: Memory): Promise<Report> => {
    const { config } = experiment;
    const { samples = config.samples, seed = config.seed } = options;
    const conditions = askedConditions(experiment, options.conditions, options.onWarning);
    const { trainer } = experiment;
    if (options.decideAhead !== undefined) requireFlows(trainer);
    onPhase?.("Computing the limits that no policy can beat");
    const judge = await Judge.of(experiment, trainer, { signal, onProgress: onPhase, conditions });
    try {
      const tell = tellDrawn(samples, onPhase);
      const work = reportsOn(judge, {
        samples,
        seed,
        seconds,
        modesInTraining: judge.modes() === null ? undefined : modes.length,
        onDrawn: (drawn) => {
          // Nobody waits any more for what is left of it.
          signal?.throwIfAborted();
          tell(drawn);
        },
      });
      const ranAway = new CourseWatch(course).found;
      const { report: fresh, cases } = await unlessStopped(work, "Evaluating fresh samples", signal);
      await options.onJudged?.(judge.cases[0]!, cases[0]!);
      const found = ranAway === null ? fresh : { ...fresh, ranAway };
      if (options.decideAhead === undefined) return found;
      onPhase?.("Looking ahead");
      // Awaited here, because what it asks ends with the judge.
      const looking = lookAhead(trainer, judge, found, options.decideAhead, { onPhase, signal });
      return await unlessStopped(looking, "Looking ahead", signal);
    } finally {
      await judge.dispose();
    }
  };
  return withTrainedRun(run, report, options);
}

/** The conditions that were asked for; undefined where none were, and the world's own list is meant. */
function askedConditions(
  { conditions, config }: Experiment,
  asked: AskedConditions = {},
  onWarning?: (text: string) => void,
): readonly NamedCondition[] | undefined {
  if (asked.conditions === undefined && asked.betas === undefined) return undefined;
  const first = { condition: asked.conditions?.[0], beta: asked.betas?.[0] };
  const known = requireConditions(conditions, first, config);
  return known.select(asked).map((found) => withNote(known, found, onWarning));
}

/** Adds what looking ahead gives, under each condition where there are any. */
async function lookAhead(
  trainer: Trainer,
  { cases }: Judge,
  report: Report,
  steps: readonly number[],
  { onPhase, signal }: Pick<OpenOptions, "onPhase" | "signal">,
): Promise<Report> {
  const found: (readonly AheadReport[])[] = [];
  for (const { evaluator, condition } of cases) {
    const under = condition === undefined ? "" : ` under ${condition.name}`;
    let told = "";
    const onStep = (k: number, done: number): void => {
      signal?.throwIfAborted();
      const share = done === 0 ? "" : `, ${Math.floor(100 * done)} %`;
      const phase = `Looking ahead${under}: k = ${k} of ${steps.join(", ")}${share}`;
      if (phase !== told) onPhase?.((told = phase));
    };
    found.push(await reportAhead(trainer, evaluator, steps, condition?.context, onStep));
  }
  if (report.conditions === undefined) return { ...report, decideAhead: found[0]! };
  const conditions = report.conditions.map((one, i) => ({ ...one, decideAhead: found[i]! }));
  return { ...report, conditions, decideAhead: meanAhead(found) };
}

/** Whether a run has trained to its end, as far as its newest whole checkpoint tells, and has its final evaluation. */
export async function isComplete(run: Run): Promise<boolean> {
  return (await isTrained(run)) && (await summaryProblem(run)) === undefined;
}

/** Whether a run has trained to its end. */
async function isTrained(run: Run): Promise<boolean> {
  const { iterations, extended } = await goalOf(run, readConfig(run.id, run.record.config));
  const meta = await readCheckpointMeta(run);
  const { ended } = (meta["memory"] ?? {}) as { readonly ended?: unknown };
  return (ended === true && !extended) || iterationOf(meta) >= iterations;
}
