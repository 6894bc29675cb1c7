/** The conditions under which settings of a method or of a run have an effect that depend on others. */
import { isOnPolicyAlone } from "../../training/setup/on-policy-alone.ts";
import type { Condition, Settings } from "../../settings/value-spec.ts";
import { isSet } from "../../world/settings/score-source.ts";

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
  withSticky: {
    words: "with --noise sticky, because what was intended for known sequences is not known",
    holds: ({ noise }) => noise === "sticky",
  },
  withThoughts: { words: "with --observes both", holds: ({ observes }) => observes === "both" },
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
  withUneven: {
    words: "with --gamma below 1, since 1 makes the ratio neutral",
    holds: ({ entropyRatio, gamma }) => entropyRatio === "off" || gamma !== 1,
  },
  whenExact: {
    words: "where every score may be asked for, which --oracle-command and --oracle-url do not allow",
    holds: (all) => !isSet(all, "oracleCommand") && !isSet(all, "oracleUrl"),
  },
} as const satisfies Readonly<Record<string, Condition>>;
