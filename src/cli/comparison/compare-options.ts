/** The options of `windage compare`, one table for flags, config files, help and docs. */
import { metricNames } from "../../experiment/comparison/metrics.ts";
import { trainOptions } from "../experiment/train-options.ts";
import type { SpecTable } from "../option-table.ts";

const { table, oracleCsv, oracleCommand, oracleUrl, alphabet, length, minLength, maxLength, missing } =
  trainOptions;
const { side, dimensions, beta, floor } = trainOptions;

/** What makes the world, the same for all methods. */
export const worldOptions = {
  table,
  oracleCsv,
  oracleCommand,
  oracleUrl,
  alphabet,
  length,
  minLength,
  maxLength,
  missing,
  side,
  dimensions,
  beta,
  floor,
} as const satisfies SpecTable;

/** What makes the plan: a folder that is gone on with has its own. */
export const planOptions = {
  methods: {
    kind: "list",
    of: "entry",
    valueName: "method",
    description:
      "Objectives such as sdb, db or sdb+0.1*skl, and baselines: random, mh, mars, ppo, sac, soft-q. In a config file also { label, method, settings of its own }. sdb,db,soft-q,mh,random unless given.",
  },
  noise: {
    kind: "list",
    of: "number",
    valueName: "alpha",
    min: 0,
    max: 1,
    description:
      "Noise levels: probabilities that something else than intended happens; 0.1,0.5 unless given. A module brings its own noise.",
  },
  seeds: {
    kind: "integer",
    min: 1,
    max: 10_000,
    description: "Runs of each method at each level; 3 unless given. Intervals need at least 2.",
  },
  seed: { kind: "integer", min: 0, default: 0, description: "The first seed; the others follow it." },
  calls: {
    kind: "integer",
    min: 1,
    description: "Oracle calls that each run may use, repetitions counted; 128,000 unless given.",
  },
  steps: {
    kind: "integer",
    min: 1,
    description:
      "Environment steps that each run may use; unless given, as many as that many objects can take.",
  },
  window: {
    kind: "integer",
    min: 1,
    max: 100_000_000,
    default: 200_000,
    description: "Latest training samples that the sample error is computed from.",
  },
  points: {
    kind: "integer",
    min: 1,
    max: 10_000,
    description: "Evaluations on the way, for the curves; 20 unless given.",
  },
  samples: {
    kind: "integer",
    min: 2,
    max: 10_000_000,
    default: 2048,
    description: "Fresh samples at the end, for modes and scores; they cost nothing of the budget.",
  },
  quick: {
    kind: "boolean",
    description: "A first picture in under two minutes: fewer calls and points, unless they are given.",
  },
  settings: {
    kind: "record",
    description:
      "Settings for all methods that have them: options of windage train such as hidden or rate, and settings of baselines.",
  },
  ...worldOptions,
} as const satisfies SpecTable;

export const compareOptions = {
  ...planOptions,
  against: {
    kind: "text",
    valueName: "label",
    description: "The method that the others are compared with, seed by seed; the first one unless given.",
  },
  metric: {
    kind: "choice",
    choices: metricNames,
    description:
      "What plots show and tables begin with; the first of these that is known here, unless given.",
  },
  parallel: {
    kind: "integer",
    min: 1,
    max: 1024,
    description: "Runs at a time, each in a process of its own; as many as there are cores unless given.",
  },
  out: {
    kind: "text",
    valueName: "folder",
    description:
      "Where results go; a new folder in comparisons/, beside the runs, unless given. One that holds the same plan is gone on with.",
  },
  resume: {
    kind: "text",
    valueName: "folder",
    description: "Go on with the comparison in this folder, whose plan is used as it is.",
  },
} as const satisfies SpecTable;
