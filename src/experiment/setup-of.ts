/** What a configuration says of training, as `createTrainer` takes it: all but what would be opened or asked. */
import { asSequences } from "../environment/sequence/as-sequences.ts";
import type { Environment } from "../environment/index.ts";
import type { Reward } from "../landscape/index.ts";
import { parseObjective } from "../objective/index.ts";
import type { Budget, ModelChoice, ModelKind, Scheduled, TrainingSetup } from "../training/index.ts";
import type { ExperimentConfig } from "./config.ts";

/** Above this many states a table beside the network costs more than it gives. */
const memoryStates = 2 ** 18;

/** All of a setup but what would be asked or read: enough for the policy alone. */
export function setupOf(
  config: ExperimentConfig,
  { environment, reward }: { readonly environment: Environment; readonly reward?: Reward },
  budget?: Budget,
): TrainingSetup {
  const { onPolicy, exploratory, replay, iterations } = config;
  return {
    environment,
    ...(reward ? { reward } : {}),
    objective: parseObjective(config.objective),
    ...(config.backward === "auto" ? {} : { backward: config.backward }),
    dynamics: config.dynamics,
    ...(config.lookAhead === 0 ? {} : { lookAhead: config.lookAhead }),
    ...(config.observes === "intentions" ? { observes: config.observes } : {}),
    model: modelOf(config, environment),
    batch: { onPolicy, exploratory, replay, dataset: config.datasetBatch },
    replay: { priority: config.priority },
    extraUpdates: config.extraUpdates,
    ...(config.overlap ? { overlap: true } : {}),
    rate: config.rate,
    ...(budget ? { budget } : { decayOver: iterations }),
    finalRate: config.finalRate,
    clip: config.clip,
    ...(config.dynamics === "learned" || config.lookAhead > 0 ? { dynamicsRate: config.dynamicsRate } : {}),
    ...(config.dynamics === "learned" && config.dynamicsRate > 0
      ? { dynamicsClip: config.dynamicsClip }
      : {}),
    epsilon: scheduled(config.epsilon, config.finalEpsilon, iterations),
    temperature: scheduled(config.temperature, config.finalTemperature, iterations),
    localStates: config.localStates,
    ...entropyRatioOf(config),
    ...(config.dynamicsRounds === 0
      ? {}
      : { dynamicsReplay: { rounds: config.dynamicsRounds, samples: config.dynamicsSamples } }),
    seed: config.seed,
  };
}

/** A straight line over the whole run where an end is given. */
function scheduled(from: number, to: number | null, over: number): Scheduled {
  return to === null ? from : { from, to, over };
}

/** The network of a configuration on an environment. */
export function modelOf(config: ExperimentConfig, environment: Environment): ModelChoice {
  const { hidden, layers, kmer, attentionHeads: heads, positions } = config;
  const kind = modelKind(config, environment);
  if (kind === "table") return { kind, ...thoughtsOf(config) };
  const sizes = { kind, hidden, layers, ...thoughtsOf(config) };
  if (kind === "transformer") return { ...sizes, heads, positions };
  return { ...sizes, ...(kind === "kmer" && kmer !== null ? { kmer } : {}) };
}

/** What a network reads of intentions. */
function thoughtsOf({ observes, thoughts, thoughtWidth }: ExperimentConfig): Pick<ModelChoice, "thoughts"> {
  switch (observes) {
    case "outcomes":
    case "intentions":
      return {};
    case "both":
      return { thoughts: { kind: thoughts, width: thoughtWidth } };
    case "memory":
      return { thoughts: { kind: "memory" } };
    default:
      return observes satisfies never;
  }
}

function modelKind({ model, observes }: ExperimentConfig, environment: Environment): ModelKind {
  if (model !== "auto") return model;
  if (observes === "intentions") return "kmer";
  if (environment.enumeration && environment.enumeration.stateCount <= memoryStates) return "memory";
  return asSequences(environment) ? "kmer" : "mlp";
}

function entropyRatioOf(config: ExperimentConfig): Pick<TrainingSetup, "entropyRatio"> {
  const { entropyRatio: use, gamma, entropyEstimator, entropyQuantile, entropyWeight } = config;
  if (use === "off") return {};
  const estimator = { gamma, estimator: entropyEstimator, quantile: entropyQuantile };
  return { entropyRatio: { use, ...estimator, ...(use === "balance" ? { weight: entropyWeight } : {}) } };
}
