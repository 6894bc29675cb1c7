/** A run as it was at its last checkpoint, ready to be sampled from or evaluated. */
import { readCheckpointMeta } from "../checkpoint/checkpoint.ts";
import type { Run } from "../layout.ts";
import { lockRun } from "../lock/lock.ts";
import { summaryProblem } from "../summary.ts";
import { buildExperiment } from "../../experiment/build.ts";
import type { Experiment } from "../../experiment/build.ts";
import { readConfig } from "../../experiment/config.ts";
import type { ExperimentConfig } from "../../experiment/config.ts";
import { isModule } from "../../world/module/is-module.ts";
import { meanAhead } from "../../assessment/condition/mean-report.ts";
import type { AskedCondition, AskedConditions, Conditions, NamedCondition } from "../../assessment/index.ts";
import { Judge } from "../../assessment/judge.ts";
import { reportAhead } from "../../assessment/look-ahead/look-ahead.ts";
import { requireFlows } from "../../assessment/look-ahead/require-flows.ts";
import type { AheadReport } from "../../assessment/look-ahead/look-ahead.ts";
import { unlessStopped } from "../../assessment/take-steps.ts";
import { WindageError } from "../../error.ts";
import type { Trainer } from "../../training/index.ts";
import { reportOn } from "../../assessment/report.ts";
import type { Report } from "../../assessment/report.ts";
import { usesJournal } from "../../world/open-task.ts";
import { changedInputs } from "./run-inputs.ts";
import { restoreRun } from "./restore-state.ts";
import { goalOf, iterationOf } from "./run-goal.ts";
import { requireTrust } from "../trust.ts";
import { tellDrawn } from "./tell-drawn.ts";
import type { Memory } from "./training-loop.ts";

/** How a run is opened. */
export interface OpenOptions {
  /** Lets a run that was made elsewhere open or start what it names. */
  readonly trust?: boolean;
  /** Hears of what may take seconds. */
  readonly onPhase?: ((phase: string) => void) | undefined;
  /** Something the user should know, such as a damaged checkpoint that was passed over. */
  readonly onWarning?: (text: string) => void;
  /** Ends what takes long, with the error `assessment/stopped`. */
  readonly signal?: AbortSignal | undefined;
}

/** Opens a run, hands it to `use` and closes it again; a run whose scores are kept in a journal is locked meanwhile. */
export async function withTrainedRun<T>(
  run: Run,
  use: (experiment: Experiment, memory: Memory) => Promise<T>,
  { trust = false, onPhase, onWarning, signal }: OpenOptions = {},
): Promise<T> {
  const config = readConfig(run.id, run.record.config);
  const unneeded = await requireTrust(run, { trust });
  if (unneeded !== undefined) onWarning?.(unneeded);
  const lock = usesJournal(config) ? await lockRun(run) : undefined;
  try {
    onPhase?.(`Opening ${run.record.task}`);
    const { files, others } = await changedInputs(run, config);
    for (const warning of [...files, ...others]) onWarning?.(warning);
    const experiment = await buildExperiment(config, run.folder, { signal });
    try {
      const { memory, warnings } = await restoreRun(run, experiment, { onRead: onPhase });
      for (const warning of warnings) onWarning?.(warning);
      return await use(experiment, memory);
    } finally {
      await experiment.dispose();
    }
  } finally {
    await lock?.release();
  }
}

export interface EvaluateOptions {
  readonly samples?: number;
  readonly seed?: number;
  /** Steps to look ahead when deciding, each reported by itself. */
  readonly decideAhead?: readonly number[];
  /** Conditions to report on, instead of those that stand for all. */
  readonly conditions?: AskedConditions;
}

/** The report on a run's last checkpoint from fresh samples. */
export function evaluateRun(run: Run, options: OpenOptions & EvaluateOptions = {}): Promise<Report> {
  const { onPhase, signal } = options;
  const report = async (experiment: Experiment, { seconds, modes }: Memory): Promise<Report> => {
    const { config } = experiment;
    const { samples = config.samples, seed = config.seed } = options;
    const conditions = askedConditions(experiment, options.conditions, options.onWarning);
    const { trainer } = experiment;
    if (options.decideAhead !== undefined) requireFlows(trainer);
    onPhase?.("Computing the limits that no policy can beat");
    const judge = await Judge.of(experiment, trainer, { signal, onProgress: onPhase, conditions });
    try {
      const tell = tellDrawn(samples, onPhase);
      const work = reportOn(judge, {
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
      const found = await unlessStopped(work, "Evaluating fresh samples", signal);
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

/**
 * The condition that is asked for, which has to be given where a run has any and left out where it has none; what the
 * user should know of it is said.
 */
export function findCondition(
  { conditions, config }: Pick<Experiment, "conditions" | "config">,
  asked: AskedCondition,
  onWarning?: (text: string) => void,
): NamedCondition | undefined {
  const none = asked.condition === undefined && asked.beta === undefined;
  if (conditions === undefined && none) return undefined;
  const known = requireConditions(conditions, asked, config);
  return withNote(known, known.find(asked), onWarning);
}

function withNote(
  known: Conditions,
  found: NamedCondition,
  onWarning?: (text: string) => void,
): NamedCondition {
  const note = known.noteOn?.(found);
  if (note !== undefined) onWarning?.(note);
  return found;
}

function requireConditions(
  conditions: Conditions | undefined,
  { condition, beta }: AskedCondition,
  { task }: Pick<ExperimentConfig, "task">,
): Conditions {
  if (conditions !== undefined) return conditions;
  const got = condition === undefined ? `--beta ${beta}` : `--condition ${condition}`;
  const advice = isModule(task)
    ? "give the environment of the module one with withContext (docs/conditions.md) and train again"
    : "train with --condition-table or --beta-range";
  throw new WindageError(
    "run/no-conditions",
    `${got}: got a condition for a run that was trained without any; leave it out, or ${advice}.`,
  );
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
