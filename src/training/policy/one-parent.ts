/** Whether every state can be entered from one parent only, which is where π_B is a posterior and needs no learning. */
import { sequenceShapeOf } from "../../environment/sequence.ts";
import type { Environment } from "../../environment/index.ts";

/** States to look at; where ways meet at all, they do so within the first steps. */
const statesLookedAt = 1000;

/**
 * Judged by what the backward policy is over, since with one parent the ways into a state are just the intentions there,
 * and by a look at the first states: without noise the intention may well tell the parent, so that numbers alone look
 * the same with several.
 */
export function hasOneParent(environment: Environment): boolean {
  const { backward, actionCount, outcomeCount } = environment;
  if (backward.count !== actionCount) return false;
  for (let action = 0; action < actionCount; action++) {
    for (let outcome = 0; outcome < outcomeCount; outcome++) {
      if (backward.indexOf(action, outcome) !== action) return false;
    }
  }
  return sequenceShapeOf(environment) !== undefined || !waysMeet(environment);
}

/** Whether some of the first states, breadth first, is entered from two parents. */
function waysMeet(environment: Environment): boolean {
  const chances = new Float64Array(environment.outcomeCount);
  const parentOf = new Map<string, string>();
  const found = [environment.initial];
  for (let at = 0; at < found.length && at < statesLookedAt; at++) {
    const state = found[at];
    if (environment.isTerminal(state)) continue;
    const parent = environment.key(state);
    for (let action = 0; action < environment.actionCount; action++) {
      if (!environment.isLegal(state, action)) continue;
      environment.outcomeProbabilities(state, action, chances);
      for (let outcome = 0; outcome < chances.length; outcome++) {
        if (chances[outcome] === 0) continue;
        const child = environment.next(state, outcome);
        const key = environment.key(child);
        const known = parentOf.get(key);
        if (known === undefined) found.push(child);
        else if (known !== parent) return true;
        parentOf.set(key, parent);
      }
    }
  }
  return false;
}
