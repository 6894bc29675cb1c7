/** Whether every state can be entered from one parent only, which is where π_B is a posterior and needs no learning. */
import type { Environment } from "../../environment/environment.ts";
import { numbersIntentions } from "../../environment/memory/one-parent.ts";
import { WindageError } from "../../error.ts";
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

/** Refuses a process that remembers whose states have several parents: no backward policy could be right there. */
export function requireMemoryParents(environment: Environment): void {
  if (environment.memory === undefined || hasOneKnownParent(environment)) return;
  throw new WindageError(
    "training/memory-parents",
    `${environment.name}: got a process that remembers whose states have several parents, or number ways in otherwise than by the intention, expected one parent per state and backward.indexOf(action) to be the action; the parent would have to be learned from a state that tells the intention, whatever backward is. Build the objects in one order, or leave the memory out.`,
  );
}

/** Two parents under one number are two parents here, and not numbers to be told apart. */
function hasOneKnownParent(environment: Environment): boolean {
  try {
    return hasOneParent(environment);
  } catch (error) {
    if (error instanceof WindageError && error.code === "training/ways-shared") return false;
    throw error;
  }
}
