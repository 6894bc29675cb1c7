/**
 * Lists of states: what exact evaluation asks the policy about.
 */
import { WindageError } from "../../error.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { prefixStates } from "../../environment/sequence/prefix-states.ts";
import { walkStates } from "../../environment/walk-states.ts";
import type { Environment } from "../../environment/environment.ts";

export interface StateList {
  readonly count: number;
  readonly states: readonly unknown[];
  /** What was intended on the way to each of them, where that matters. */
  readonly intentions?: readonly (readonly number[])[];
  /** [count, actions]. */
  readonly legal: Uint8Array;
}

/** These states, in this order, each after its own intentions where they are given. */
export function describeStates(
  environment: Environment,
  states: readonly unknown[],
  intentions?: readonly (readonly number[])[],
): StateList {
  const { actionCount } = environment;
  const legal = new Uint8Array(states.length * actionCount);
  for (const [row, state] of states.entries()) {
    for (let action = 0; action < actionCount; action++) {
      legal[row * actionCount + action] = environment.isLegal(state, action) ? 1 : 0;
    }
  }
  return { count: states.length, states, legal, ...(intentions ? { intentions } : {}) };
}

/** All states that are not terminal, in the order of their numbers; an error where they are not numbered. */
export function listStates(environment: Environment): StateList {
  const { enumeration, initial } = environment;
  if (!enumeration) {
    throw new WindageError(
      "training/not-enumerable",
      `${environment.name}: its states are not numbered, so they cannot be listed; use sampled estimates instead.`,
    );
  }
  // Every prefix has a place there, those that a mask forbids as well: what reads them by length counts on it.
  const sequences = asSequences(environment);
  if (sequences !== null && sequences.stopAction === undefined && !environment.memory)
    return describeStates(environment, prefixStates(environment, sequences.maxLength));
  // Terminal states come last in the numbering. A number that nothing leads to may stand for any state: no law reads it.
  const states: unknown[] = [];
  for (const { state, isTerminal } of walkStates(environment)) {
    if (isTerminal) continue;
    const number = enumeration.indexOf(state);
    while (states.length <= number) states.push(initial);
    states[number] = state;
  }
  return describeStates(environment, states);
}
