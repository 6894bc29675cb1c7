/**
 * Processes that remember need states with one parent each: their backward policy is the posterior over intentions at
 * the parent, given what was remembered there, and which parent it was would have to be learned without seeing that.
 */
import { WindageError } from "../../error.ts";
import { conditionsToCheck } from "../check/conditions.ts";
import { initialState } from "../context.ts";
import type { Environment } from "../environment.ts";
import { replaceMembers } from "../replace-members.ts";
import { buildsSequences } from "../sequence/sequence.ts";
import { walkStates } from "../walk-states.ts";

/** Steps looked at before a claim is believed; training looks further. */
const mostSteps = 20_000;

/** Whether ways into a state are numbered by the intention alone, which claims that every state has one parent. */
export function numbersIntentions({ backward, actionCount, outcomeCount }: Environment): boolean {
  if (backward.count !== actionCount) return false;
  for (let action = 0; action < actionCount; action++) {
    for (let outcome = 0; outcome < outcomeCount; outcome++) {
      if (backward.indexOf(action, outcome) !== action) return false;
    }
  }
  return true;
}

/** Refuses an environment whose states have several parents, or number the ways in otherwise than by the intention. */
export function requireOneParent(environment: Environment): void {
  if (buildsSequences(environment)) return;
  if (!numbersIntentions(environment)) {
    throw severalParents(
      environment,
      "ways into a state that are numbered otherwise than by the intention alone",
    );
  }
  const state = meetingOf(environment);
  if (state !== undefined) throw severalParents(environment, `state ${state}, which has two parents`);
}

/** The key of a state that is entered from two others, among the first ones. */
function meetingOf(environment: Environment): string | undefined {
  const { context, outcomeCount } = environment;
  const example = context === undefined ? undefined : conditionsToCheck(context, []).contexts[0];
  const parents = new Map<number, number>();
  let steps = 0;
  const begun = replaceMembers(environment, { initial: initialState(environment, example) });
  for (const { number, children, found } of walkStates(begun)) {
    for (const child of children) {
      if (child < 0) continue;
      if ((parents.get(child) ?? number) !== number) return environment.key(found[child]);
      parents.set(child, number);
    }
    if ((steps += outcomeCount) > mostSteps) return undefined;
  }
  return undefined;
}

function severalParents({ name }: Environment, got: string): WindageError {
  return new WindageError(
    "environment/memory-parents",
    `withMemory: ${name}: got ${got}, expected one parent per state and backward.indexOf(action) to be the action, because a process that remembers needs both; build the objects in one order, such as a sequence of choices, or use withNoise.`,
  );
}
