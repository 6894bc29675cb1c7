/** The world of a configuration, opened: programs may be running and files open until it is disposed of. */
import { isLogarithmic, type Landscape } from "../landscape/landscape.ts";
import type { World } from "../assessment/world.ts";
import { Reward } from "../landscape/reward.ts";
import type { ContextSource } from "../training/setup/contexts.ts";
import type { Said } from "../wording.ts";
import { boundsOf, underConditions } from "./condition/lay-conditions.ts";
import { openTask } from "./open-task.ts";
import type { Unlisted } from "./oracle/unlisted.ts";
import { type TaskConfig, taskOf } from "./task/registry.ts";

export interface OpenWorld extends World {
  /** What conditions are drawn in training, where the environment takes one. */
  readonly contexts?: ContextSource;
  /** What a file of scores leaves out, where something is assumed of it. */
  readonly unlisted?: Unlisted;
  /** What options do here that could surprise, in sentences. */
  readonly notes?: readonly Said[];
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
  const { tables, ...opened } = await openTask(config, folder);
  const task = {
    ...opened,
    notes: [...(opened.notes ?? []), ...powerOfLogarithms(config, opened.landscape)],
  };
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

/** Whoever gives logarithms means them as they are, while the usual exponent is one for powers of scores. */
function powerOfLogarithms(config: WorldConfig, landscape: Landscape): readonly Said[] {
  const { beta, betaRange } = config;
  if (!isLogarithmic(landscape) || taskOf(config).logarithmic === true || beta === 1 || betaRange !== null)
    return [];
  return [
    (say) =>
      `The scores of ${landscape.name} are logarithms, so that R = exp(${beta}·score) by ${say("reward.exponent", beta)}, with no ${say("reward.floor")} under it; ${say("reward.exponent", 1)} takes them as they are.`,
  ];
}
