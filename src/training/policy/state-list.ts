/**
 * States as a model reads them, row by row: what exact evaluation asks the policy about.
 */
import { WindageError } from "../../error.ts";
import { walkStates } from "../../environment/index.ts";
import type { Environment } from "../../environment/index.ts";

export interface StateList {
  readonly count: number;
  /** [count, features]. */
  readonly features: Float32Array;
  /** Numbers of the states; zeros where they are not numbered. */
  readonly index: Int32Array;
  /** [count, actions]. */
  readonly legal: Uint8Array;
}

/** These states, in this order. */
export function describeStates(environment: Environment, states: readonly unknown[]): StateList {
  const { featureCount, actionCount, enumeration } = environment;
  const features = new Float32Array(states.length * featureCount);
  const legal = new Uint8Array(states.length * actionCount);
  const index = new Int32Array(states.length);
  for (const [row, state] of states.entries()) {
    environment.encode(state, features, row * featureCount);
    index[row] = enumeration?.indexOf(state) ?? 0;
    for (let action = 0; action < actionCount; action++) {
      legal[row * actionCount + action] = environment.isLegal(state, action) ? 1 : 0;
    }
  }
  return { count: states.length, features, index, legal };
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
