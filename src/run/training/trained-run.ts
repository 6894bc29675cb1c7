/** A run as it was at its last checkpoint, ready to be sampled from or evaluated. */
import { loadCheckpoint } from "../checkpoint.ts";
import type { Run } from "../layout.ts";
import { lockRun } from "../lock.ts";
import { buildExperiment } from "../../experiment/build.ts";
import type { Experiment } from "../../experiment/build.ts";
import { readConfig } from "../../experiment/config.ts";
import { createEvaluator } from "../../assessment/evaluator.ts";
import { reportAhead } from "../../assessment/look-ahead.ts";
import { reportOn } from "../../assessment/report.ts";
import type { Report } from "../../assessment/report.ts";
import { usesJournal } from "../../experiment/task.ts";
import { changedInputs } from "./run-inputs.ts";
import { restoreRun } from "./restore-state.ts";
import { goalOf, iterationOf } from "./run-goal.ts";
import { requireTrust } from "../trust.ts";
import type { Memory } from "./training-loop.ts";

/** How a run is opened. */
export interface OpenOptions {
  /** Lets a run that was made elsewhere open or start what it names. */
  readonly trust?: boolean;
  /** Hears of what may take seconds. */
  readonly onPhase?: ((phase: string) => void) | undefined;
  /** Something the user should know, such as a damaged checkpoint that was passed over. */
  readonly onWarning?: (text: string) => void;
}

/** Opens a run, hands it to `use` and closes it again; a run whose scores are kept in a journal is locked meanwhile. */
export async function withTrainedRun<T>(
  run: Run,
  use: (experiment: Experiment, memory: Memory) => Promise<T>,
  { trust = false, onPhase, onWarning }: OpenOptions = {},
): Promise<T> {
  const config = readConfig(run.id, run.record.config);
  await requireTrust(run, { trust });
  const lock = usesJournal(config) ? await lockRun(run) : undefined;
  try {
    onPhase?.(`Opening ${run.record.task}`);
    const { files, others } = await changedInputs(run, config);
    for (const warning of [...files, ...others]) onWarning?.(warning);
    const experiment = await buildExperiment(config, run.folder);
    try {
      const { memory, warnings } = await restoreRun(run, experiment);
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
}

/** The report on a run's last checkpoint from fresh samples. */
export function evaluateRun(run: Run, options: OpenOptions & EvaluateOptions = {}): Promise<Report> {
  const { onPhase } = options;
  const report = async (experiment: Experiment, { seconds }: Memory): Promise<Report> => {
    const { config } = experiment;
    const { samples = config.samples, seed = config.seed } = options;
    onPhase?.("Computing the limits that no policy can beat");
    const evaluator = await createEvaluator(experiment, experiment.trainer.policy, {
      onProgress: onPhase,
    });
    onPhase?.(`Evaluating ${samples} fresh samples`);
    try {
      const { trainer } = experiment;
      const found = await reportOn(experiment, trainer, evaluator, { samples, seed, seconds });
      if (options.decideAhead === undefined) return found;
      onPhase?.("Looking ahead");
      return { ...found, decideAhead: await reportAhead(trainer, evaluator, options.decideAhead) };
    } finally {
      await evaluator?.dispose();
    }
  };
  return withTrainedRun(run, report, options);
}

/** Whether a run has trained to its end as far as its newest whole checkpoint tells. */
export async function isTrained(run: Run): Promise<boolean> {
  const { iterations, extended } = await goalOf(run, readConfig(run.id, run.record.config));
  const { meta } = await loadCheckpoint(run);
  const { ended } = (meta["memory"] ?? {}) as { readonly ended?: unknown };
  return (ended === true && !extended) || iterationOf(meta) >= iterations;
}
