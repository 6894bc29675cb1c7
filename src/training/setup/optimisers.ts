/**
 * Optimisers of a run: Adam over both networks, each with its own rate and clip, and one for the dynamics alone where
 * they also learn from replay. Both rates fall together: dynamics that keep jumping about keep the policy from settling.
 */
import { Adam } from "../../engine/optimiser/adam.ts";
import { linearDecay, constantRate } from "../../engine/optimiser/schedule.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { Schedule } from "../../engine/optimiser/schedule.ts";
import { shareSpent } from "./budget.ts";
import type { Budget } from "./budget.ts";
import type { LearnedDynamics, TrainerOptions } from "./options.ts";

type Options = Pick<TrainerOptions, "policy" | "dynamics" | "lookAhead" | "extraUpdates"> & {
  readonly model: Pick<TrainerOptions["model"], "rates">;
};

/** What a run has spent so far, for rates that follow it. */
export type Spent = () => Budget;

/** Adam over the parameters of policy and dynamics, and of heads that predict. */
export function createOptimiser(
  parameters: Parameters,
  { model, policy, dynamics, lookAhead }: Options,
  spent: Spent = nothing,
): Adam {
  const schedule = scheduleOf(policy, 1, spent);
  const groups = [
    ...Object.entries(model.rates ?? {}).map(([name, factor]) => ({
      prefix: `policy/${name}`,
      rate: policy.rate * factor,
      clip: policy.clip,
      schedule,
    })),
    ...(dynamics.mode === "learned"
      ? [{ prefix: "dynamics/", rate: dynamics.rate, clip: dynamics.clip, schedule }]
      : []),
    ...(lookAhead ? [{ prefix: "ahead/", rate: lookAhead.rate, clip: lookAhead.clip, schedule }] : []),
  ];
  return new Adam(parameters, { rate: policy.rate, clip: policy.clip, schedule }, groups);
}

/** Adam over the dynamics alone, for `rounds` updates per iteration. */
export function createDynamicsOptimiser(
  parameters: Parameters,
  { rate, clip }: LearnedDynamics,
  { policy, extraUpdates }: Pick<Options, "policy" | "extraUpdates">,
  rounds: number,
  spent: Spent = nothing,
): Adam {
  const schedule = scheduleOf(policy, rounds / (1 + extraUpdates), spent);
  return new Adam(parameters, { rate, clip, schedule });
}

const nothing: Spent = () => ({ oracleCalls: 0, environmentSteps: 0 });

/**
 * A straight line down, over a budget, or over `stretch` times as many steps as the policy's; constant where nothing
 * decays.
 */
function scheduleOf(
  { rate, decayOver, budget, finalRate = 0 }: Options["policy"],
  stretch: number,
  spent: Spent,
): Schedule {
  const floor = finalRate / rate;
  if (budget) return () => 1 - (1 - floor) * shareSpent(spent(), budget);
  return decayOver ? linearDecay(Math.max(1, Math.round(decayOver * stretch)), floor) : constantRate;
}
