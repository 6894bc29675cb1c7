/** A world under one condition, which is a world without conditions: what exact evaluation and samples are about. */
import { atContext } from "../../environment/context.ts";
import { landscapeAt } from "../../landscape/landscape.ts";
import type { Context } from "../../landscape/context.ts";
import type { World } from "../world.ts";

/** The same world with the condition fixed in its environment, its scores and its reward. */
export function worldAt({ conditions: _conditions, ...world }: World, context: Context): World {
  const landscape = landscapeAt(world.landscape, context);
  return {
    ...world,
    environment: atContext(world.environment, context),
    landscape,
    reward: world.reward.at(context),
  };
}
