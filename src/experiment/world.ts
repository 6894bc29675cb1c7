/** The world of a configuration, opened: programs may be running and files open until it is disposed of. */
import type { World } from "../assessment/index.ts";
import { Reward } from "../landscape/index.ts";
import type { ExperimentConfig } from "./config.ts";
import { openTask } from "./task.ts";

export interface OpenWorld extends World {
  /** Ends programs and closes files. */
  dispose(): Promise<void>;
}

/** Opens the world; `folder` is the run's, where scores that cost something are kept. */
export async function openWorld(config: ExperimentConfig, folder: string): Promise<OpenWorld> {
  const reward = new Reward({ exponent: config.beta, floor: config.floor, ramp: config.ramp });
  const unseen = config.observes === "intentions" ? { observes: config.observes } : {};
  return { ...(await openTask(config, folder)), reward, ...unseen };
}
