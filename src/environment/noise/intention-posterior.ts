/**
 * What may have been intended, given what happened: Bayes' rule with a uniform prior over the legal intentions. It
 * gives intentions to trajectories that nobody intended, such as those of a dataset.
 */

import { WindageError } from "../../error.ts";
import type { Environment } from "../environment.ts";

/**
 * The posterior of the intention, P(a | s, c) = P(c|s,a) / Σ_a' P(c|s,a') for every action, illegal ones 0; an
 * impossible outcome is an error.
 */
export function intentionPosterior<State>(
  environment: Environment<State>,
  state: State,
  outcome: number,
  out: Float64Array = new Float64Array(environment.actionCount),
): Float64Array {
  const probabilities = new Float64Array(environment.outcomeCount);
  let total = 0;
  for (let a = 0; a < environment.actionCount; a++) {
    out[a] = 0;
    if (environment.isTerminal(state) || !environment.isLegal(state, a)) continue;
    environment.outcomeProbabilities(state, a, probabilities);
    out[a] = probabilities[outcome]!;
    total += probabilities[outcome]!;
  }
  if (!(total > 0)) {
    throw new WindageError(
      "environment/impossible-outcome",
      `intentionPosterior: outcome ${outcome} cannot happen at state ${environment.key(state)}, expected one that ` +
        "some legal intention can lead to.",
    );
  }
  for (let a = 0; a < environment.actionCount; a++) out[a]! /= total;
  return out;
}
