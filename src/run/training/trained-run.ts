/** A run as it was at its last checkpoint, ready to be sampled from or evaluated. */
import { loadCheckpoint } from "../checkpoint.ts";
import type { Run } from "../layout.ts";
import { lockRun } from "../lock.ts";
import { buildExperiment } from "../../experiment/build.ts";
import type { Experiment } from "../../experiment/build.ts";
import { readConfig } from "../../experiment/config.ts";
import { createEvaluator } from "../../assessment/evaluator.ts";
import { reportOn } from "../../assessment/report.ts";
import type { Report } from "../../assessment/report.ts";
import { usesJournal } from "../../experiment/task.ts";
import { memoryOf } from "./train-run.ts";
import { requireTrust } from "../trust.ts";
import type { Memory } from "./training-loop.ts";

/** How a run is opened. */
interface OpenOptions {
  /** Lets a run that was made elsewhere start the program or module it names. */
  readonly trust?: boolean;
  /** Hears of what may take seconds. */
  readonly onPhase?: ((phase: string) => void) | undefined;
}

/** Opens a run, hands it to `use` and closes it again; a run whose scores are kept in a journal is locked meanwhile. */
export async function withTrainedRun<T>(
  run: Run,
  use: (experiment: Experiment, memory: Memory) => Promise<T>,
  { trust = false, onPhase }: OpenOptions = {},
): Promise<T> {
  const config = readConfig(run.id, run.record.config);
  await requireTrust(run, { trust });
  const lock = usesJournal(config) ? await lockRun(run) : undefined;
  try {
    onPhase?.(`Opening ${run.record.task}`);
    const { meta, arrays } = await loadCheckpoint(run);
    const experiment = await buildExperiment(config, run.folder);
    try {
      experiment.trainer.restore({ meta: meta["trainer"], arrays } as never);
      return await use(experiment, memoryOf(meta));
    } finally {
      await experiment.dispose();
    }
  } finally {
    await lock?.release();
  }
}

/** The report on a run's last checkpoint from fresh samples. */
export function evaluateRun(
  run: Run,
  options: OpenOptions & { readonly samples?: number; readonly seed?: number } = {},
): Promise<Report> {
  const { trust = false, onPhase } = options;
  const report = async (experiment: Experiment, { seconds }: Memory): Promise<Report> => {
    const { config } = experiment;
    const { samples = config.samples, seed = config.seed } = options;
    onPhase?.("Computing the limits that no policy can beat");
    const evaluator = await createEvaluator(experiment, experiment.trainer.policy);
    onPhase?.(`Evaluating ${samples} fresh samples`);
    try {
      return await reportOn(experiment, experiment.trainer, evaluator, { samples, seed, seconds });
    } finally {
      await evaluator?.dispose();
    }
  };
  return withTrainedRun(run, report, { trust, onPhase });
}
