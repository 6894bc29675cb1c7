/** Whether every state can be entered from one parent only, which is where π_B is a posterior and needs no learning. */
import type { Environment } from "../environment/index.ts";

/** Judged by what the backward policy is over: with one parent the ways into a state are just the intentions there. */
export function hasOneParent({ backward, actionCount, outcomeCount }: Environment): boolean {
  if (backward.count !== actionCount) return false;
  for (let action = 0; action < actionCount; action++) {
    for (let outcome = 0; outcome < outcomeCount; outcome++) {
      if (backward.indexOf(action, outcome) !== action) return false;
    }
  }
  return true;
}
