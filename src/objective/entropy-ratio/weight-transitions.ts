/** Weighs the transitions of an objective, as the entropy ratio does in its second use. */
import type { JaxArray } from "../../engine/jax.ts";
import { defineTransitionObjective } from "../define-objective.ts";
import type { Head, TransitionObjective } from "../objective.ts";

/**
 * The same objective with each transition's penalty multiplied by `weight`, a scalar or [T, B]; still divided by the
 * number of transitions, so that a weight of 1 changes nothing. `weight` is not consumed.
 */
export function weightTransitions<N extends Head>(
  objective: TransitionObjective<N>,
  weight: JaxArray,
): TransitionObjective<N> {
  return defineTransitionObjective(objective.name, objective.needs, (terms) =>
    objective.perTransition(terms).mul(weight.ref),
  );
}
