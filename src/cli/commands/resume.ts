/** `windage resume`: goes on with a run that was stopped or killed. */
import { trainInteractively } from "../experiment/train-interactively.ts";
import { defineCommand } from "../option-table.ts";

export const resumeCommand = defineCommand({
  name: "resume",
  summary: "Go on with a run that was stopped or killed.",
  description:
    "Continues a run from its last checkpoint to the same numbers an uninterrupted run would have given, bit for bit.",
  arguments: {
    run: { kind: "text", placeholder: "run", description: "A run's folder, id, or the beginning of its id." },
  },
  options: {
    runs: {
      kind: "text",
      placeholder: "folder",
      description: "Where runs are kept (default: WINDAGE_RUNS, then ./runs).",
    },
  },
  examples: [{ line: "windage resume 20261115", explanation: "The run whose id begins like this." }],
  async run({ run: name, runs }, context) {
    const { openRun } = await import("../../run/index.ts");
    return trainInteractively(await openRun(name, runs === undefined ? {} : { root: runs }), true, context);
  },
});
