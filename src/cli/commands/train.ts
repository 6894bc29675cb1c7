/** `windage train`: the main job, on the built-in landscape, an imported table or scores of one's own. */
import { sayDataset, sayScores } from "../design/say-assay.ts";
import { trainOptions } from "../train/train-options.ts";
import { orNoNewFolder } from "../new-folder.ts";
import { defineCommand, givenAmong } from "../option-table.ts";
import { waysToAsk } from "../../world/task/registry.ts";
import { usualTask } from "../../world/task/sim8.ts";

export const trainCommand = defineCommand({
  name: "train",
  summary: "Train a sampler that aims off for noise.",
  description:
    "Trains a sampler of sequences, or of points of a grid, so that each comes out in proportion to its reward although the environment sometimes does something else than was intended. Shows the exact distance to the target next to the limit no policy can beat, or estimates where scores come from a program or a service. Ctrl-C stops with a checkpoint and exit code 1; windage resume goes on from there.",
  computes: true,
  arguments: {
    task: {
      kind: "text",
      valueName: "task",
      default: usualTask,
      description: `${waysToAsk.join(", ")}, or with --oracle-… any name for the run.`,
    },
  },
  options: trainOptions,
  examples: [
    { line: "windage train", explanation: "The built-in landscape with a quarter of all letters random." },
    { line: "windage train tfbind8 --alpha 0.5", explanation: "An imported table, noisier." },
    {
      line: "windage train grid --side 16",
      explanation: "Walks on a 16×16 grid with a peak in each corner.",
    },
    {
      line: "windage train bits --alpha 0.1 --on-policy 16",
      explanation: "Sequences of 120 bits with 60 known modes, far past enumeration.",
    },
    {
      line: "windage train --oracle-csv kd.csv --alphabet ACGT --minimize --utility rank --missing 1e6",
      explanation: "Your own scores, lower is better; what is not listed scores a million.",
    },
    {
      line: `windage train --oracle-command '["./score.py"]' --alphabet ACGT --length 12`,
      explanation: "Sequences scored by your own program.",
    },
    { line: "windage train --config run.yaml --seed 7", explanation: "Options from a file, another seed." },
  ],
  async run({ runs, open, ...values }, context) {
    const { configFor } = await import("../../job/train/train-values.ts");
    const { trainJob } = await import("../../job/train/train-job.ts");
    const { trainInteractively } = await import("../train/train-interactively.ts");
    const { engineInfo } = await import("../../engine/runtime/select.ts");
    const { runsRoot } = await import("../../run/layout.ts");
    const asked = givenAmong(values, context);
    const config = configFor(asked);
    await engineInfo();
    const minimize = await sayScores(config, values.oracleCsv, context);
    const settled = minimize === config.minimize ? asked : { ...asked, minimize };
    await sayDataset(config, values.dataset, context);
    return orNoNewFolder(runsRoot(runs), () =>
      trainInteractively((control) => trainJob({ ...settled, runs, ...control }), context, { open }),
    );
  },
});
