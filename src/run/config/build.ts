/** Makes the environment, the landscape and the trainer that a configuration describes. */
import { unlessStopped } from "../../assessment/take-steps.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import type { Budget } from "../../training/setup/budget.ts";
import type { Trainer } from "../../training/trainer.ts";
import { checkConfig, checkWorld } from "./check-config.ts";
import type { ExperimentConfig } from "./config.ts";
import { openDataset } from "./dataset.ts";
import { planMemory } from "./memory-plan.ts";
import type { MemoryPlan } from "./memory-plan.ts";
import { setupOf } from "./setup-of.ts";
import { openWorld } from "../../world/open-world.ts";
import type { OpenWorld } from "../../world/open-world.ts";

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

/** Builds everything; `folder` is the run's, where scores that cost something are kept. */
export async function buildExperiment(
  config: ExperimentConfig,
  folder: string,
  { onMemory, signal }: BuildOptions = {},
): Promise<Experiment> {
  // Before anything is opened: a misspelt objective should not cost a program its start.
  checkConfig(config);
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
  world: Pick<OpenWorld, "environment" | "landscape" | "reward" | "contexts">,
  { budget, onMemory }: BuildOptions & { readonly budget?: Budget } = {},
): Promise<Trainer> {
  const { environment, landscape, contexts } = world;
  return createTrainer({
    ...setupOf(config, world, budget),
    landscape,
    dataset: await openDataset(config, environment),
    ...(contexts ? { contexts } : {}),
    ...(onMemory ? { onMemory: (training) => onMemory(planMemory(config, environment, training)) } : {}),
  });
}
