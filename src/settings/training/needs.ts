/** The conditions under which settings of a method or of a run have an effect that depend on others. */
import type { Condition, Settings } from "../value-spec.ts";
import type { Wording } from "../../wording.ts";

function isSet(settings: Settings, path: string): boolean {
  return settings[path] !== undefined && settings[path] !== null;
}

function isPositive(settings: Settings, name: string): boolean {
  const value = settings[name];
  return typeof value === "number" && value > 0;
}

/** Whether an objective of this name learns from no trajectory that came from elsewhere: `skl`, with or without a weight. */
function isOnPolicyAlone(objective: string): boolean {
  return objective.split("+").every((part) => part.trim().split("*").at(-1)!.trim() === "skl");
}

/** Whether anything but a noise model reads sequences that are no samples of the policy itself. */
function readsOthers(all: Settings): boolean {
  return !isOnPolicyAlone(String(all["objective"])) || isPositive(all, "lookAhead") || hasRatio(all);
}

function hasRatio(all: Settings): boolean {
  return isSet(all, "entropyRatio.use") && all["entropyRatio.use"] !== "off";
}

/** Whether some intentions while exploring are the policy's. */
function intendsItself({ epsilon, "epsilon.to": last, iterations }: Settings): boolean {
  return epsilon !== 1 || (typeof last === "number" && last !== 1 && iterations !== 1);
}

/**
 * Whether every child pulls at flows of which nothing is known at the start: with several parents all begin at 1. Whoever
 * asks says of a world whether it has several: a program by its environment, the command line by its task.
 */
function pullsAtUnknownFlows({ objective, severalParents }: Settings): boolean {
  return severalParents === true && /\blocal-kl\b/.test(String(objective));
}

/** Whether a noise model that has learned something is all that keeps a policy from certainty. */
function hangsOnNoiseModel({ objective, dynamics, backward, noise, observes, remembers }: Settings): boolean {
  const isRemembered = remembers === true || noise === "repeat" || noise === "wear" || observes === "both";
  const computed = backward === undefined || backward === "auto" || backward === "posterior";
  return isRemembered && computed && dynamics === "learned" && isOnPolicyAlone(String(objective));
}

const belowOne: Wording = (say) => `${say("epsilon")} or ${say("epsilon.to")} below 1`;

const others =
  "with an objective that learns from other sequences than its own samples, as skl alone does not";

/** Conditions that several options share. */
export const only = {
  whileExploring: {
    words: (say) => `with ${say("batch.exploratory")} 1 or more`,
    holds: (all) => isPositive(all, "batch.exploratory"),
  },
  whereOthersTeach: { words: others, holds: readsOthers },
  whereOthersTeachNoise: {
    words: (say) => `${others}, or with ${say("dynamics", "learned")}`,
    holds: (all) => readsOthers(all) || all["dynamics"] === "learned",
  },
  whereReplayTeachesNoise: {
    words: (say) => `${others}, or with ${say("dynamics", "learned")} and ${say("replay.priority", 0)}`,
    holds: (all) => readsOthers(all) || (all["dynamics"] === "learned" && all["replay.priority"] === 0),
  },
  withOwnIntentions: {
    words: (say) => `with ${belowOne(say)}, since all intentions are random otherwise`,
    holds: intendsItself,
  },
  overIterations: {
    words: (say) =>
      `with ${say("iterations")} 2 or more, since the first is done with what holds at the start`,
    holds: ({ iterations }) => iterations !== 1,
  },
  withReplay: {
    words: (say) => `with ${say("batch.replay")} or ${say("extraUpdates")}`,
    holds: (all) => isPositive(all, "batch.replay") || isPositive(all, "extraUpdates"),
  },
  withAnyReplay: {
    words: (say) =>
      `with ${say("batch.replay")} or ${say("extraUpdates")} above 0, or ${say("dynamicsReplay.rounds")}`,
    holds: (all) =>
      ["batch.replay", "extraUpdates", "dynamicsReplay.rounds"].some((path) => isPositive(all, path)),
  },
  withDatasetBatch: {
    words: (say) => `with ${say("batch.dataset")} above 0`,
    holds: (all) => isPositive(all, "batch.dataset"),
  },
  withFresh: {
    words: "with fresh trajectories, since a dataset spends nothing",
    holds: (all) => isPositive(all, "batch.onPolicy") || isPositive(all, "batch.exploratory"),
  },
  withoutBudget: {
    words: (say) => `without ${say("budget")}`,
    holds: (all) => !isSet(all, "budget.oracleCalls"),
  },
  whereRatesFall: {
    words: (say) => `with ${say("decayOver")} or ${say("budget")}, since the rate stays as it is without`,
    holds: (all) => isPositive(all, "decayOver") || isSet(all, "budget.oracleCalls"),
  },
  withDataset: { words: (say) => `with ${say("dataset")}`, holds: (all) => isSet(all, "dataset") },
  whenLearned: {
    words: (say) => `with ${say("dynamics", "learned")}`,
    holds: ({ dynamics }) => dynamics === "learned",
  },
  withNoiseOrAhead: {
    words: (say) => `with ${say("dynamics", "learned")} or ${say("lookAhead")}`,
    holds: (all) => all["dynamics"] === "learned" || isPositive(all, "lookAhead"),
  },
  withAnother: {
    words: (say) =>
      `with ${say("iterations")} 2 or more, since the next is rolled out while one is learned from`,
    holds: ({ iterations }) => iterations !== 1,
  },
  withSeveralUpdates: {
    words: (say) =>
      `with ${say("iterations")} 2 or more, or ${say("extraUpdates")}, since the first update has the rate of the start`,
    holds: (all) => all["iterations"] !== 1 || isPositive(all, "extraUpdates"),
  },
  whenNoiseMoves: {
    words: (say) => `with ${say("dynamicsRate")} above 0`,
    holds: ({ dynamicsRate }) => dynamicsRate !== 0,
  },
  withRounds: {
    words: (say) => `with ${say("dynamicsReplay.rounds")} 1 or more`,
    holds: (all) => isPositive(all, "dynamicsReplay.rounds"),
  },
  withRatio: {
    words: (say) => `with ${say("entropyRatio.use")} temperature, weight or balance`,
    holds: hasRatio,
  },
  whereRatioHeats: {
    words: (say) =>
      `as a temperature with ${say("iterations")} 2 or more, since the first has none yet, and with ${belowOne(say)}, since all intentions are random otherwise`,
    holds: (all) =>
      all["entropyRatio.use"] !== "temperature" || (all["iterations"] !== 1 && intendsItself(all)),
  },
  withQuantiles: {
    words: (say) => `with ${say("entropyRatio.estimator", "quantile")}`,
    holds: (all) => (all["entropyRatio.estimator"] ?? "quantile") === "quantile",
  },
  withBalance: {
    words: (say) => `with ${say("entropyRatio.use", "balance")}`,
    holds: (all) => all["entropyRatio.use"] === "balance",
  },
  withChildren: {
    words: (say) => `with ${say("objective")} local-kl or edb`,
    holds: ({ objective }) => /\b(?:local-kl|edb)\b/.test(String(objective)),
  },
  withExponential: {
    words: (say) => `with ${say("objective")} linex or local-kl`,
    holds: ({ objective }) => /\b(?:linex|local-kl)\b/.test(String(objective)),
  },
  whereFlowsAreUnknown: {
    words: (say) => `with ${say("objective")} local-kl on the grid or a module`,
    holds: pullsAtUnknownFlows,
  },
  whereNoiseModelHolds: {
    words: (say) =>
      `with ${say("objective")} skl alone, ${say("dynamics", "learned")}, and ${say("observes", "both")} or noise that remembers`,
    holds: hangsOnNoiseModel,
  },
  withKmers: {
    words: (say) => `with ${say("model.kind", "kmer")} or ${say("model.kind", "spectrum")}`,
    holds: (all) => all["model.kind"] === "kmer" || all["model.kind"] === "spectrum",
  },
  withTransformer: {
    words: (say) => `with ${say("model.kind", "transformer")}`,
    holds: (all) => all["model.kind"] === "transformer",
  },
  withLayers: {
    words: (say) => `with a ${say("model.kind")} other than table`,
    holds: (all) => all["model.kind"] !== "table",
  },
  withSticky: {
    words: (say) =>
      `with ${say("noise.kind", "sticky")}, because what was intended for known sequences is not known`,
    holds: ({ noise }) => noise === "sticky",
  },
  withThoughts: {
    words: (say) => `with ${say("observes", "both")}`,
    holds: ({ observes }) => observes === "both",
  },
  withThoughtAttention: {
    words: (say) => `with ${say("model.thoughts.kind", "transformer")}`,
    holds: (all) => all["model.thoughts.kind"] === "transformer",
  },
  whenStopping: {
    words: (say) => `with ${say("stopBelow")} or ${say("stopPatience")}`,
    holds: (all) => isSet(all, "stopBelow") || isSet(all, "stopPatience"),
  },
  withItsMetric: {
    words: (say) => `with ${say("dynamics", "learned")} where the metric is dynamicsLoss`,
    holds: ({ stopMetric, dynamics }) => stopMetric !== "dynamicsLoss" || dynamics === "learned",
  },
  whenMeasured: {
    words: (say) =>
      `where the metric is measured before the last iteration, with ${say("evaluateEvery")} below ${say("iterations")}`,
    holds: ({ stopMetric, evaluateEvery, iterations }) =>
      (stopMetric === "loss" || stopMetric === "dynamicsLoss" ? 1 : Number(evaluateEvery)) <
      Number(iterations),
  },
  withinReach: {
    words: "above 0, since only the loss can be below that",
    holds: ({ stopMetric, stopBelow }) => stopMetric === "loss" || Number(stopBelow) > 0,
  },
  withUneven: {
    words: (say) => `with ${say("entropyRatio.gamma")} below 1, since 1 makes the ratio neutral`,
    holds: (all) => !hasRatio(all) || all["entropyRatio.gamma"] !== 1,
  },
  whenExact: {
    words: (say) =>
      `where every score may be asked for, which ${say("oracle.command")} and ${say("oracle.url")} do not allow`,
    holds: (all) => !isSet(all, "oracle.command") && !isSet(all, "oracle.url"),
  },
} as const satisfies Readonly<Record<string, Condition>>;
