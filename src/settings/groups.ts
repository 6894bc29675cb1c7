/** The headings that settings stand under, in the order in which help lists them. */
import type { ValueSpec } from "./value-spec.ts";

export const groups = {
  task: "Task",
  oracle: "Scores of your own",
  world: "Noise and reward",
  objective: "Objective",
  model: "Model",
  batch: "Batches",
  exploration: "Exploration",
  rates: "Learning rates",
  dynamics: "Noise model",
  entropy: "Entropy ratio",
  stopping: "Ending early",
  run: "Run and report",
} as const;

/** Settings of which each stands under a heading. */
export type GroupedTable = Readonly<Record<string, ValueSpec & { readonly group: string }>>;
