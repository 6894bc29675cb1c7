/** Makes the environment, the landscape and the trainer that a configuration describes. */
import { asSequences } from "../environment/sequence/as-sequences.ts";
import type { Environment } from "../environment/index.ts";
import { unlessStopped } from "../assessment/take-steps.ts";
import { parseObjective } from "../objective/index.ts";
import { createTrainer } from "../training/index.ts";
import type { Budget, ModelChoice, ModelKind, Scheduled, Trainer, TrainingSetup } from "../training/index.ts";
import { checkConfig, checkWorld } from "./check-config.ts";
import type { ExperimentConfig } from "./config.ts";
import { openDataset } from "./dataset.ts";
import { planMemory } from "./memory-plan.ts";
import type { MemoryPlan } from "./memory-plan.ts";
import { inTypedWords } from "./typed-words.ts";
import { openWorld } from "../world/open-world.ts";
import type { OpenWorld } from "../world/open-world.ts";

export interface Experiment extends OpenWorld {
  readonly trainer: Trainer;
  readonly config: ExperimentConfig;
}

/** Who is told of what building and training will take. */
export interface BuildOptions {
  /** Hears what memory training will need before it is taken; what it throws ends the attempt. */
  readonly onMemory?: ((plan: MemoryPlan) => void) | undefined;
  /** Ends the attempt, also while a program or a service keeps it waiting for the first scores. */
  readonly signal?: AbortSignal | undefined;
}

/** Above this many states a table beside the network costs more than it gives. */
const memoryStates = 2 ** 18;

/** Builds everything; `folder` is the run's, where scores that cost something are kept. */
export function buildExperiment(
  config: ExperimentConfig,
  folder: string,
  options: BuildOptions = {},
): Promise<Experiment> {
  return inTypedWords(() => build(config, folder, options));
}

async function build(
  config: ExperimentConfig,
  folder: string,
  { onMemory, signal }: BuildOptions,
): Promise<Experiment> {
  // Before anything is opened: a misspelt objective should not cost a program its start.
  checkConfig(config, parseObjective(config.objective));
  const world = await openWorld(config, folder);
  try {
    checkWorld(config, world);
    const building = buildTrainer(config, world, { onMemory });
    const trainer = await unlessStopped(building, "Asking for the first scores", signal).catch(
      (error: unknown) => {
        void building.then((late) => late.dispose()).catch(() => undefined);
        throw error;
      },
    );
    const dispose = async (): Promise<void> => {
      await trainer.dispose();
      await world.dispose();
    };
    return { ...world, config, trainer, dispose };
  } catch (error) {
    await world.dispose();
    throw error;
  }
}

/** The trainer that a configuration describes; with a budget, rates fall with the share of it that is spent. */
export async function buildTrainer(
  config: ExperimentConfig,
  {
    environment,
    landscape,
    reward,
    contexts,
  }: Pick<OpenWorld, "environment" | "landscape" | "reward" | "contexts">,
  { budget, onMemory }: BuildOptions & { readonly budget?: Budget } = {},
): Promise<Trainer> {
  const { onPolicy, exploratory, replay, iterations } = config;
  return createTrainer({
    environment,
    landscape,
    reward,
    objective: parseObjective(config.objective),
    ...(config.backward === "auto" ? {} : { backward: config.backward }),
    dynamics: config.dynamics,
    ...(config.lookAhead === 0 ? {} : { lookAhead: config.lookAhead }),
    ...(config.observes === "intentions" ? { observes: config.observes } : {}),
    model: modelOf(config, environment),
    batch: { onPolicy, exploratory, replay, dataset: config.datasetBatch },
    dataset: await openDataset(config, environment),
    ...(contexts ? { contexts } : {}),
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
    ...(onMemory ? { onMemory: (training) => onMemory(planMemory(config, environment, training)) } : {}),
  });
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
