/** The options of `windage train`: the schema of experiments, and where runs are kept. */
import { experimentOptions } from "../../run/config/run-options.ts";
import type { SpecTable } from "../option-table.ts";
import { openOption, runsOptions } from "../run-text/runs-options.ts";

export const trainOptions = {
  ...experimentOptions,
  runs: { ...runsOptions.runs, group: experimentOptions.seed.group },
  open: { ...openOption.open, group: experimentOptions.seed.group },
} as const satisfies SpecTable;
