/** Settings of a run of its own: how long it takes, when it ends early, what it keeps and what it reports. */
import { type GroupedTable, groups } from "./groups.ts";
import { only } from "./training/needs.ts";

const { run, stopping } = groups;

export const runSettings = {
  iterations: {
    kind: "integer",
    min: 1,
    max: 1_000_000_000,
    default: 1000,
    group: run,
    common: true,
    description: "Rounds of sampling and updating.",
  },
  seed: {
    kind: "integer",
    min: 0,
    default: 0,
    group: run,
    common: true,
    description: "The same seed gives the same run.",
  },
  evaluateEvery: {
    kind: "integer",
    min: 1,
    default: 100,
    group: run,
    needs: [only.whenExact],
    description: "Iterations between exact evaluations.",
  },
  checkpointEvery: {
    kind: "integer",
    min: 1,
    default: 250,
    group: run,
    description: "Iterations between checkpoints.",
  },
  samples: {
    kind: "integer",
    min: 2,
    max: 10_000_000,
    default: 2048,
    group: run,
    description: "Fresh samples for the closing report; each is scored once.",
  },
  stopMetric: {
    kind: "choice",
    choices: ["tv", "klReverse", "regret", "loss", "dynamicsLoss"],
    default: "tv",
    group: stopping,
    needs: [only.whenStopping, only.withItsMetric],
    description: "What the two options below watch.",
  },
  stopBelow: {
    kind: "number",
    group: stopping,
    needs: [only.whenMeasured, only.withinReach],
    description: "End the run as soon as the metric is below this.",
  },
  stopPatience: {
    kind: "integer",
    min: 1,
    max: 1_000_000_000,
    group: stopping,
    needs: [only.whenMeasured],
    description: "End the run after this many values of the metric in a row without improvement.",
  },
} as const satisfies GroupedTable;
