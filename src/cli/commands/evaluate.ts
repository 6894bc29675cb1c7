/** `windage evaluate`: how good a trained run is, exactly. */
import { resultOf } from "../experiment/train-interactively.ts";
import { defineCommand } from "../option-table.ts";

export const evaluateCommand = defineCommand({
  name: "evaluate",
  summary: "Say exactly how far a trained sampler is from its target.",
  description:
    "Loads the last checkpoint of a run and computes the exact law of its sampler, its distance to the target, the limit no policy can beat, modes, best sequences and the quality of the learned noise model.",
  arguments: {
    run: { kind: "text", placeholder: "run", description: "A run's folder, id, or the beginning of its id." },
  },
  options: {
    samples: {
      kind: "integer",
      min: 2,
      max: 10_000_000,
      default: 2048,
      description: "Fresh samples for modes and best sequences.",
    },
    seed: { kind: "integer", min: 0, default: 0, description: "Seed of the fresh samples." },
    runs: {
      kind: "text",
      placeholder: "folder",
      description: "Where runs are kept (default: WINDAGE_RUNS, then ./runs).",
    },
  },
  examples: [{ line: "windage evaluate 20261115 --json", explanation: "The report as one JSON document." }],
  async run({ run: name, runs, samples, seed }, context) {
    const { loadCheckpoint, openRun } = await import("../../run/index.ts");
    const { buildExperiment, ExactEvaluator, readConfig, reportOn } =
      await import("../../run/experiment/index.ts");
    const run = await openRun(name, runs === undefined ? {} : { root: runs });
    const experiment = await buildExperiment(readConfig(run.id, run.record.config));
    const { meta, arrays } = await loadCheckpoint(run);
    experiment.trainer.restore({ meta: meta["trainer"], arrays } as never);
    const evaluator = await ExactEvaluator.create(experiment);
    const report = await reportOn(experiment, evaluator, {
      samples,
      seed,
      seconds: Number(meta["seconds"] ?? 0),
    });
    return resultOf(run, report, context);
  },
});
