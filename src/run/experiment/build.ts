/** Makes the environment, the landscape and the trainer that a configuration describes. */
import type { Environment } from "../../environment/index.ts";
import { Reward } from "../../landscape/index.ts";
import type { Landscape } from "../../landscape/index.ts";
import { parseObjective } from "../../objective/index.ts";
import { createTrainer } from "../../training/index.ts";
import type { ModelKind, Scheduled, Trainer, TrainingSetup } from "../../training/index.ts";
import type { ExperimentConfig } from "./config.ts";
import { asSequences, openDataset } from "./dataset.ts";
import { openTask } from "./task.ts";

export interface Experiment {
  readonly config: ExperimentConfig;
  readonly environment: Environment;
  readonly landscape: Landscape;
  /** Whether every score may be asked for. */
  readonly free: boolean;
  readonly reward: Reward;
  readonly trainer: Trainer;
  /** Ends programs, closes files and frees what was compiled. */
  dispose(): Promise<void>;
}

/** Above this many states a table beside the network costs more than it gives. */
const memoryStates = 2 ** 18;

/** Builds everything; `folder` is the run's, where scores that cost something are kept. */
export async function buildExperiment(config: ExperimentConfig, folder: string): Promise<Experiment> {
  const objective = parseObjective(config.objective);
  const task = await openTask(config, folder);
  try {
    const { environment, landscape, free } = task;
    const reward = new Reward({ exponent: config.beta, floor: config.floor, ramp: config.ramp });
    const dataset = await openDataset(config, environment);
    const { onPolicy, exploratory, replay, hidden, layers, kmer } = config;
    const trainer = await createTrainer({
      environment,
      landscape,
      reward,
      objective,
      ...(config.backward === "auto" ? {} : { backward: config.backward }),
      dynamics: config.dynamics,
      model: { kind: modelOf(config, environment), hidden, layers, ...(kmer === null ? {} : { kmer }) },
      batch: { onPolicy, exploratory, replay, dataset: config.datasetBatch },
      dataset,
      replay: { priority: config.priority },
      extraUpdates: config.extraUpdates,
      rate: config.rate,
      decayOver: config.iterations,
      finalRate: config.finalRate,
      dynamicsRate: config.dynamicsRate,
      clip: config.clip,
      dynamicsClip: config.dynamicsClip,
      epsilon: scheduled(config.epsilon, config.finalEpsilon, config.iterations),
      temperature: scheduled(config.temperature, config.finalTemperature, config.iterations),
      localStates: config.localStates,
      ...entropyRatioOf(config),
      ...(config.dynamicsRounds === 0
        ? {}
        : { dynamicsReplay: { rounds: config.dynamicsRounds, samples: config.dynamicsSamples } }),
      seed: config.seed,
    });
    const dispose = async (): Promise<void> => {
      await trainer.dispose();
      await task.dispose();
    };
    return { config, environment, landscape, free, reward, trainer, dispose };
  } catch (error) {
    await task.dispose();
    throw error;
  }
}

/** A straight line over the whole run where an end is given. */
function scheduled(from: number, to: number | null, over: number): Scheduled {
  return to === null ? from : { from, to, over };
}

function modelOf({ model }: ExperimentConfig, environment: Environment): ModelKind {
  if (model !== "auto") return model;
  if (environment.enumeration && environment.enumeration.stateCount <= memoryStates) return "memory";
  return asSequences(environment) ? "kmer" : "mlp";
}

function entropyRatioOf(config: ExperimentConfig): Pick<TrainingSetup, "entropyRatio"> {
  const { entropyRatio: use, gamma, entropyEstimator, entropyQuantile, entropyWeight } = config;
  if (use === "off") return {};
  const estimator = { gamma, estimator: entropyEstimator, quantile: entropyQuantile };
  return { entropyRatio: { use, ...estimator, weight: entropyWeight } };
}
