/** The options of `windage compare`, one table for flags, config files, help and docs. */
import { metricNames } from "../../comparison/metrics.ts";
import { usualWindow } from "../../comparison/sample-window.ts";
import { methodOptions } from "../../run/config/run-options.ts";
import { worldOptions as allWorldOptions } from "../../world/settings/world-settings.ts";
import type { SpecTable } from "../../settings/value-spec.ts";

/**
 * `--noise` is a list of levels here, so its kind has another name; the exponent of the target does not move, and
 * baselines know no conditions.
 */
const {
  alpha: _alpha,
  ramp: _ramp,
  noise: noiseKind,
  conditionTable: _conditionTable,
  betaRange: _betaRange,
  ...shared
} = allWorldOptions;

/** What makes the world, the same for all methods. */
export const worldOptions = { ...shared, noiseKind } as const;

/** What makes the plan: a folder that is gone on with has its own. */
export const planOptions = {
  methods: {
    common: true,
    kind: "list",
    of: "entry",
    valueName: "method",
    description:
      "Objectives such as sdb, db or sdb+0.1*skl, and baselines: random, mh, mars, ppo, sac, soft-q. In a config file also { label, method, settings of its own }. sdb,db,soft-q,mh,random unless given.",
  },
  protocol: {
    kind: "choice",
    choices: ["single", "lowest", "below-median"],
    description:
      "Compare searches of windage design instead, on a table whose truth is hidden (docs/compare.md); methods are then gflownet, evolution, thompson, all, sampler and random.",
  },
  noise: {
    path: "noise.alpha",
    common: true,
    kind: "list",
    of: "number",
    valueName: "alpha",
    min: 0,
    max: 1,
    description:
      "Noise levels: probabilities that something else than intended happens; 0.1,0.5 unless given. A module brings its own noise.",
  },
  seeds: {
    common: true,
    kind: "integer",
    min: 1,
    max: 10_000,
    description: "Runs of each method at each level; 3 unless given. Intervals need at least 2.",
  },
  seed: {
    common: true,
    kind: "integer",
    min: 0,
    default: 0,
    description: "The first seed; the others follow it.",
  },
  calls: {
    common: true,
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
    default: usualWindow,
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
    common: true,
    kind: "boolean",
    needs: [
      {
        words: (say) => `without ${say("calls")} or without ${say("points")}, since it sets these two`,
        holds: ({ calls, points }) => calls === undefined || points === undefined,
      },
    ],
    description: "A first picture in under two minutes: fewer calls and points, unless they are given.",
  },
  settings: {
    kind: "record",
    keys: Object.keys(methodOptions).filter(
      (name) => !["objective", "dataset", "datasetBatch"].includes(name),
    ),
    description:
      "Settings for all methods that have them: options of windage train such as hidden or rate, and settings of baselines.",
  },
  ...worldOptions,
} as const satisfies SpecTable;

export const compareOptions = {
  ...planOptions,
  against: {
    common: true,
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
    common: true,
    kind: "integer",
    min: 1,
    max: 1024,
    description: "Runs at a time, each in a process of its own; as many as there are cores unless given.",
  },
  out: {
    common: true,
    kind: "text",
    valueName: "folder",
    description:
      "Where results go; a new folder in comparisons/, beside the runs, unless given. One that holds the same plan is gone on with.",
  },
  resume: {
    common: true,
    kind: "text",
    valueName: "folder",
    description: "Go on with the comparison in this folder, whose plan is used as it is.",
  },
  changedInputs: {
    kind: "boolean",
    description:
      "Go on although a file that the methods learn from (CSV, table, module) has changed since the comparison began.",
  },
} as const satisfies SpecTable;
