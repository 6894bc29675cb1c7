/** `windage compare`: methods against each other at equal budgets, over noise levels and seeds. */
import { compareOptions } from "../../job/compare/compare-options.ts";
import { openOption } from "../run-text/runs-options.ts";
import { orNoNewFolder } from "../new-folder.ts";
import { defineCommand } from "../option-table.ts";
import { builtInTasks } from "../../world/task/registry.ts";
import { usualTask } from "../../world/task/sim8.ts";

export const compareCommand = defineCommand({
  name: "compare",
  summary: "Compare methods at equal budgets.",
  description:
    "Runs every method at every noise level with every seed, all with the same budget of oracle calls and environment steps, over all cores. Ends with a table of means with 95 % intervals, differences in pairs against one method and the limit no policy can beat, and with plots. Every finished run is kept: what was stopped goes on with --resume.",
  computes: true,
  arguments: {
    task: {
      kind: "text",
      valueName: "task",
      default: usualTask,
      description: `What to compare on, as for windage train: ${builtInTasks.join(", ")}, an imported table such as tfbind8, a module, or your own scores.`,
    },
  },
  options: { ...compareOptions, ...openOption },
  examples: [
    { line: "windage compare --quick", explanation: "A first picture, in under two minutes." },
    {
      line: "windage compare tfbind8 --methods sdb,db,mh --noise 0.1,0.3,0.5 --seeds 5",
      explanation: "Three methods on an imported table.",
    },
    { line: "windage compare --config compare.yaml", explanation: "Methods with settings of their own." },
    {
      line: "windage compare --resume comparisons/20261115-225747-sim8-k3f9q",
      explanation: "Go on after Ctrl-C or a crash.",
    },
  ],
  async run({ open, ...values }, context) {
    const { compareInteractively } = await import("../comparison/compare-interactively.ts");
    const { comparisonsRoot } = await import("../../run/comparison/store.ts");
    return orNoNewFolder(comparisonsRoot(), () => compareInteractively(values, context, open));
  },
});
