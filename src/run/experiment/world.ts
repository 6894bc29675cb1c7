/** The world of a configuration: what is built, what can go wrong, and what the results are worth. No policy yet. */
import { Reward } from "../../landscape/index.ts";
import type { ExperimentConfig } from "./config.ts";
import { openTask } from "./task.ts";
import type { Task } from "./task.ts";

export interface World extends Task {
  readonly reward: Reward;
}

/** Opens the world; `folder` is the run's, where scores that cost something are kept. */
export async function openWorld(config: ExperimentConfig, folder: string): Promise<World> {
  const reward = new Reward({ exponent: config.beta, floor: config.floor, ramp: config.ramp });
  return { ...(await openTask(config, folder)), reward };
}
