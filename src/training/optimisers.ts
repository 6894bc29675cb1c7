/**
 * Optimisers of a run: Adam over both networks, each with its own rate and clip, and one for the dynamics alone where
 * they also learn from replay. Both rates fall together: dynamics that keep jumping about keep the policy from settling.
 */
import { Adam, constantRate, linearDecay } from "../engine/index.ts";
import type { Parameters, Schedule } from "../engine/index.ts";
import type { LearnedDynamics, TrainerOptions } from "./options.ts";

type Options = Pick<TrainerOptions, "policy" | "dynamics" | "extraUpdates">;

/** Adam over the parameters of policy and dynamics. */
export function createOptimiser(parameters: Parameters, { policy, dynamics }: Options): Adam {
  const schedule = scheduleOf(policy, 1);
  const groups =
    dynamics.mode === "learned"
      ? [{ prefix: "dynamics/", rate: dynamics.rate, clip: dynamics.clip, schedule }]
      : [];
  return new Adam(parameters, { rate: policy.rate, clip: policy.clip, schedule }, groups);
}

/** Adam over the dynamics alone, for `rounds` updates per iteration. */
export function createDynamicsOptimiser(
  parameters: Parameters,
  { rate, clip }: LearnedDynamics,
  { policy, extraUpdates }: Pick<Options, "policy" | "extraUpdates">,
  rounds: number,
): Adam {
  return new Adam(parameters, { rate, clip, schedule: scheduleOf(policy, rounds / (1 + extraUpdates)) });
}

/** A straight line down, over `stretch` times as many steps as the policy's; constant where nothing decays. */
function scheduleOf({ rate, decayOver, finalRate = 0 }: Options["policy"], stretch: number): Schedule {
  return decayOver
    ? linearDecay(Math.max(1, Math.round(decayOver * stretch)), finalRate / rate)
    : constantRate;
}
