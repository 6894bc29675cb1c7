/** `windage resume`: goes on with a run that was stopped or killed, or makes one longer. */
import type { FollowedControl } from "../follow-job.ts";
import { defineCommand } from "../option-table.ts";
import { runReference, runsOptions, trustOption } from "../run-text/runs-options.ts";

export const resumeCommand = defineCommand({
  name: "resume",
  summary: "Go on with a run that was stopped or killed, or make it longer.",
  description:
    "Continues a run from its last checkpoint to the same numbers an uninterrupted run would have given, bit for bit. A run that has finished is reported on again, or made longer with --iterations: beyond the iterations it was made for, learning rates and exploration stay at their last values.",
  computes: true,
  arguments: {
    run: { kind: "text", valueName: "run", description: runReference },
  },
  options: {
    iterations: {
      kind: "integer",
      min: 1,
      max: 1_000_000_000,
      description:
        "Go on to so many iterations in all, instead of as many as were asked for before; no fewer than are done.",
    },
    changedInputs: {
      kind: "boolean",
      description:
        "Go on although a file that the run learns from (CSV, dataset, table, module) has changed.",
    },
    ...trustOption,
    ...runsOptions,
  },
  examples: [
    { line: "windage resume latest", explanation: "The run that was started last." },
    { line: "windage resume 20261115", explanation: "The run whose name begins like this." },
    {
      line: "windage resume latest --iterations 2000",
      explanation: "A finished run of 1000 iterations, twice as long.",
    },
  ],
  async run({ run, runs, trust, changedInputs, iterations }, context) {
    const { resumeJob } = await import("../../job/train/train-job.ts");
    const { trainInteractively } = await import("../train/train-interactively.ts");
    const start = (control: FollowedControl) =>
      resumeJob({ run, runs, trust, changedInputs, iterations, ...control });
    const onComplete = ({ id }: { readonly id: string }): void => {
      if (iterations !== undefined)
        context.progress(`--iterations ${iterations}: it has done as many already.`);
      if (changedInputs)
        context.progress("--changed-inputs: has no effect on a run that is not trained further.");
      context.progress(`${id} is finished, there is nothing left to train. This is its report.`);
    };
    return trainInteractively(start, context, { onComplete });
  },
});
