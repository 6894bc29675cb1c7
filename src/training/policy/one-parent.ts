/** Whether every state can be entered from one parent only, which is where π_B is a posterior and needs no learning. */
import type { Environment } from "../../environment/index.ts";
import { waysIn } from "./ways-in.ts";

/**
 * Where every state has one parent, the ways into it are just the intentions there. Numbers alone do not tell: without
 * noise the intention may well tell the parent, so the states are looked at too.
 */
export function hasOneParent(environment: Environment): boolean {
  return numbersIntentions(environment) && waysIn(environment).oneParent;
}

/** What could not be verified about the ways into states, in one sentence; undefined where all was. */
export function unverifiedWaysIn(environment: Environment): string | undefined {
  const { verified, statesSeen } = waysIn(environment);
  if (verified) return undefined;
  const claim = numbersIntentions(environment)
    ? "that every state has one parent, which is what its backward numbers claim"
    : "that no two ways into a state share a number";
  return `${environment.name}: has more states than could be looked at (${statesSeen} were), so it was not verified ${claim}, nor that every object has one terminal state; if either is wrong, training aims at a wrong target, and stops where it meets two ways into one state.`;
}

/** Whether ways into a state are numbered by the intention alone. */
function numbersIntentions({ backward, actionCount, outcomeCount }: Environment): boolean {
  if (backward.count !== actionCount) return false;
  for (let action = 0; action < actionCount; action++) {
    for (let outcome = 0; outcome < outcomeCount; outcome++) {
      if (backward.indexOf(action, outcome) !== action) return false;
    }
  }
  return true;
}
