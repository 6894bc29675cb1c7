/** The world of a configuration, opened: programs may be running and files open until it is disposed of. */
import { isLogarithmic } from "../landscape/landscape.ts";
import type { World } from "../assessment/index.ts";
import { Reward } from "../landscape/index.ts";
import type { ContextSource } from "../training/index.ts";
import { boundsOf, underConditions } from "./condition/lay-conditions.ts";
import { openTask } from "./open-task.ts";
import type { Unlisted } from "./oracle/unlisted.ts";
import type { TaskConfig } from "./task/registry.ts";

export interface OpenWorld extends World {
  /** What conditions are drawn in training, where the environment takes one. */
  readonly contexts?: ContextSource;
  /** What a file of scores leaves out, where something is assumed of it. */
  readonly unlisted?: Unlisted;
  /** Options that do nothing here, in sentences. */
  readonly notes?: readonly string[];
  /** Ends programs and closes files. */
  dispose(): Promise<void>;
}

/** What a configuration says about its world, and what a sampler sees of it. */
export type WorldConfig = TaskConfig & {
  readonly observes: "outcomes" | "both" | "intentions" | "memory";
};

/** Opens the world; `folder` is the run's, where scores that cost something are kept. */
export async function openWorld(config: WorldConfig, folder: string): Promise<OpenWorld> {
  const betas = boundsOf(config);
  const { tables, ...task } = await openTask(config, folder);
  const { environment, given } = underConditions(task.environment, { tables: tables ?? null, betas });
  const { beta: exponent, floor, ramp } = config;
  const scale = isLogarithmic(task.landscape) ? { logarithmic: true } : { floor };
  const unseen = config.observes === "intentions" ? { observes: config.observes } : {};
  if (given === null) {
    return { ...task, reward: new Reward({ exponent, ramp, ...scale }), ...unseen };
  }
  const { source: contexts, conditions, exponentAt } = given;
  const fromContext = exponentAt === undefined ? {} : { exponentFromContext: exponentAt };
  return {
    ...task,
    environment,
    reward: new Reward({ exponent, ramp, ...scale, ...fromContext }),
    contexts,
    conditions,
    ...unseen,
  };
}
