/**
 * What the tables of the schema are made of: the headings that options stand under, and the conditions under which those
 * have an effect that depend on others.
 */
import { isOnPolicyAlone } from "../../training/setup/on-policy-alone.ts";
import { isModule } from "../module/is-module.ts";
import type { Condition, Settings, ValueSpec } from "./value-spec.ts";

/** Every option of an experiment stands under a heading. */
export type ExperimentOptions = Readonly<Record<string, ValueSpec & { readonly group: string }>>;

/** Headings, in the order help lists them. */
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

function isSet(settings: Settings, name: string): boolean {
  return settings[name] !== undefined && settings[name] !== null;
}

function isUtility(utility: unknown): boolean {
  return typeof utility === "string" && utility !== "given";
}

function isPositive(settings: Settings, name: string): boolean {
  const value = settings[name];
  return typeof value === "number" && value > 0;
}

/** Whether anything but a noise model reads sequences that are no samples of the policy itself. */
function readsOthers(all: Settings): boolean {
  const { objective, entropyRatio } = all;
  return !isOnPolicyAlone(String(objective)) || isPositive(all, "lookAhead") || entropyRatio !== "off";
}

/** Whether some intentions while exploring are the policy's. */
function intendsItself({ epsilon, finalEpsilon, iterations }: Settings): boolean {
  return epsilon !== 1 || (typeof finalEpsilon === "number" && finalEpsilon !== 1 && iterations !== 1);
}

const others =
  "with an objective that learns from other sequences than its own samples, as skl alone does not";

/** Conditions that several options share. */
export const only = {
  onGrid: { words: 'on the task "grid"', holds: ({ task }) => task === "grid" },
  onBits: { words: 'on the task "bits"', holds: ({ task }) => task === "bits" },
  withOwnScores: {
    words: "with --oracle-csv, --oracle-command or --oracle-url",
    holds: (all) => ["oracleCsv", "oracleCommand", "oracleUrl"].some((name) => isSet(all, name)),
  },
  withOracle: {
    words: "with --oracle-command or --oracle-url",
    holds: (all) => isSet(all, "oracleCommand") || isSet(all, "oracleUrl"),
  },
  withKeptScores: {
    words: "with --oracle-command, --oracle-url or a module",
    holds: (all) => isSet(all, "oracleCommand") || isSet(all, "oracleUrl") || isModule(String(all["task"])),
  },
  withUrl: { words: "with --oracle-url", holds: (all) => isSet(all, "oracleUrl") },
  withCsv: { words: "with --oracle-csv", holds: (all) => isSet(all, "oracleCsv") },
  withUtility: {
    words: "with a --utility other than given",
    holds: ({ utility }) => isUtility(utility),
  },
  withExpUtility: { words: "with --utility exp", holds: ({ utility }) => utility === "exp" },
  withLetters: {
    words: "with --oracle-csv, --oracle-command, --oracle-url or --condition-table",
    holds: (all) =>
      ["oracleCsv", "oracleCommand", "oracleUrl", "conditionTable"].some((name) => isSet(all, name)),
  },
  withTables: {
    words: "with --oracle-csv or --condition-table",
    holds: (all) => isSet(all, "oracleCsv") || isSet(all, "conditionTable"),
  },
  whileExploring: {
    words: "with --exploratory 1 or more",
    holds: (all) => isPositive(all, "exploratory"),
  },
  whereOthersTeach: { words: others, holds: readsOthers },
  whereOthersTeachNoise: {
    words: `${others}, or with --dynamics learned`,
    holds: (all) => readsOthers(all) || all["dynamics"] === "learned",
  },
  whereReplayTeachesNoise: {
    words: `${others}, or with --dynamics learned and --priority 0`,
    holds: (all) => readsOthers(all) || (all["dynamics"] === "learned" && all["priority"] === 0),
  },
  withOwnIntentions: {
    words: "with --epsilon or --final-epsilon below 1, since all intentions are random otherwise",
    holds: intendsItself,
  },
  overIterations: {
    words: "with --iterations 2 or more, since the first is done with what holds at the start",
    holds: ({ iterations }) => iterations !== 1,
  },
  withReplay: {
    words: "with --replay or --extra-updates",
    holds: (all) => isPositive(all, "replay") || isPositive(all, "extraUpdates"),
  },
  withDataset: { words: "with --dataset", holds: (all) => isSet(all, "dataset") },
  whenLearned: { words: "with --dynamics learned", holds: ({ dynamics }) => dynamics === "learned" },
  withNoiseOrAhead: {
    words: "with --dynamics learned or --look-ahead",
    holds: (all) => all["dynamics"] === "learned" || isPositive(all, "lookAhead"),
  },
  withAnother: {
    words: "with --iterations 2 or more, since the next is rolled out while one is learned from",
    holds: ({ iterations }) => iterations !== 1,
  },
  withSeveralUpdates: {
    words:
      "with --iterations 2 or more, or --extra-updates, since the first update has the rate of the start",
    holds: (all) => all["iterations"] !== 1 || isPositive(all, "extraUpdates"),
  },
  whenNoiseMoves: {
    words: "with --dynamics-rate above 0",
    holds: ({ dynamicsRate }) => dynamicsRate !== 0,
  },
  withRounds: {
    words: "with --dynamics-rounds 1 or more",
    holds: (all) => isPositive(all, "dynamicsRounds"),
  },
  withRatio: {
    words: "with --entropy-ratio temperature, weight or balance",
    holds: ({ entropyRatio }) => entropyRatio !== "off",
  },
  whereRatioHeats: {
    words:
      "as a temperature with --iterations 2 or more, since the first has none yet, and with --epsilon or --final-epsilon below 1, since all intentions are random otherwise",
    holds: (all) => all["entropyRatio"] !== "temperature" || (all["iterations"] !== 1 && intendsItself(all)),
  },
  withQuantiles: {
    words: "with --entropy-estimator quantile",
    holds: ({ entropyEstimator }) => entropyEstimator === "quantile",
  },
  withBalance: {
    words: "with --entropy-ratio balance",
    holds: ({ entropyRatio }) => entropyRatio === "balance",
  },
  withChildren: {
    words: "with --objective local-kl or edb",
    holds: ({ objective }) => /\b(?:local-kl|edb)\b/.test(String(objective)),
  },
  withKmers: { words: "with --model kmer", holds: ({ model }) => model === "kmer" },
  withTransformer: { words: "with --model transformer", holds: ({ model }) => model === "transformer" },
  withLayers: { words: "with a --model other than table", holds: ({ model }) => model !== "table" },
  withWear: {
    words: "with --noise wear",
    holds: ({ noise }) => noise === "wear",
  },
  withoutMatrix: { words: "without --noise-matrix", holds: (all) => !isSet(all, "noiseMatrix") },
  onLetters: {
    words: "on sequences of letters; the grid, bits and modules have noise of their own",
    holds: ({ task }) => task !== "grid" && task !== "bits" && !isModule(String(task)),
  },
  withSlips: { words: "with --alpha above 0", holds: ({ alpha }) => alpha !== 0 },
  withSticky: {
    words: "with --noise sticky, because what was intended for known sequences is not known",
    holds: ({ noise }) => noise === "sticky",
  },
  onSequences: {
    words: "on sequences; the grid and modules have noise of their own",
    holds: ({ task }) => task !== "grid" && !isModule(String(task)),
  },
  onTokens: { words: 'on sequences, not on the task "grid"', holds: ({ task }) => task !== "grid" },
  withThoughts: { words: "with --observes both", holds: ({ observes }) => observes === "both" },
  withRamp: { words: "with a --beta other than 1", holds: ({ beta }) => beta !== 1 },
  whenStopping: {
    words: "with --stop-below or --stop-patience",
    holds: (all) => isSet(all, "stopBelow") || isSet(all, "stopPatience"),
  },
  withItsMetric: {
    words: "with --dynamics learned where the metric is dynamicsLoss",
    holds: ({ stopMetric, dynamics }) => stopMetric !== "dynamicsLoss" || dynamics === "learned",
  },
  whenMeasured: {
    words: "where the metric is measured before the last iteration, with --evaluate-every below --iterations",
    holds: ({ stopMetric, evaluateEvery, iterations }) =>
      (stopMetric === "loss" || stopMetric === "dynamicsLoss" ? 1 : Number(evaluateEvery)) <
      Number(iterations),
  },
  withinReach: {
    words: "above 0, since only the loss can be below that",
    holds: ({ stopMetric, stopBelow }) => stopMetric === "loss" || Number(stopBelow) > 0,
  },
  beyondOrder: {
    words: "with a --utility other than rank, which reads the order of scores alone",
    holds: ({ utility }) => utility !== "rank",
  },
  withRewards: {
    words: "with --beta above 0, since all rewards are 1 without",
    holds: ({ beta }) => beta !== 0,
  },
  withUneven: {
    words: "with --gamma below 1, since 1 makes the ratio neutral",
    holds: ({ entropyRatio, gamma }) => entropyRatio === "off" || gamma !== 1,
  },
  whenExact: {
    words: "where every score may be asked for, which --oracle-command and --oracle-url do not allow",
    holds: (all) => !isSet(all, "oracleCommand") && !isSet(all, "oracleUrl"),
  },
} as const satisfies Readonly<Record<string, Condition>>;
