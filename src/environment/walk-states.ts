/**
 * Walks the states of an environment, each once, from the initial one on, with every step that can happen there. Whoever
 * needs only the first ones leaves the loop. The environment is believed; `checkEnvironment` is for one that is not.
 */
import { Walk } from "../walk.ts";
import type { Environment } from "./environment.ts";

/** A state and what can happen in it. */
export interface VisitedState<State> {
  /** In the order of finding, breadth first; the initial state is 0. */
  readonly number: number;
  readonly state: State;
  readonly isTerminal: boolean;
  /** P(outcome | state, action), [actions, outcomes]; zeros for what is illegal. Overwritten at the next state. */
  readonly probabilities: Float64Array;
  /** The numbers of the states after each step, [actions, outcomes]; −1 where a step cannot happen. Overwritten likewise. */
  readonly children: Int32Array;
  /** All states found so far by their numbers, children included. */
  readonly found: readonly State[];
}

/** The part of an environment that a walk reads. */
export type WalkedEnvironment<State> = Pick<
  Environment<State>,
  | "actionCount"
  | "outcomeCount"
  | "initial"
  | "isTerminal"
  | "isLegal"
  | "outcomeProbabilities"
  | "next"
  | "key"
  | "enumeration"
  | "memory"
>;

/** Every state that can be reached. */
export function* walkStates<State>(environment: WalkedEnvironment<State>): Generator<VisitedState<State>> {
  const { actionCount, outcomeCount, enumeration } = environment;
  const walk = new Walk(
    environment.initial,
    (state) => enumeration?.indexOf(state) ?? environment.key(state),
  );
  const probabilities = new Float64Array(actionCount * outcomeCount);
  const children = new Int32Array(actionCount * outcomeCount);
  // Unless the process remembers intentions, an outcome leads to one state whatever was intended.
  const after = new Int32Array(outcomeCount);
  const remembers = environment.memory !== undefined;
  for (const [number, state] of walk) {
    const isTerminal = environment.isTerminal(state);
    probabilities.fill(0);
    children.fill(-1);
    after.fill(-1);
    for (let action = 0; action < actionCount; action++) {
      if (isTerminal || !environment.isLegal(state, action)) continue;
      const row = probabilities.subarray(action * outcomeCount, (action + 1) * outcomeCount);
      environment.outcomeProbabilities(state, action, row);
      for (let outcome = 0; outcome < outcomeCount; outcome++) {
        if (row[outcome] === 0) continue;
        if (remembers || after[outcome] === -1)
          after[outcome] = walk.reach(environment.next(state, outcome, action));
        children[action * outcomeCount + outcome] = after[outcome]!;
      }
    }
    yield { number, state, isTerminal, probabilities, children, found: walk.places };
  }
}

/** Every state that is not terminal, in the order of finding; null where there are more than `most`. */
export function openStates<State>(
  environment: WalkedEnvironment<State>,
  most = Number.POSITIVE_INFINITY,
): State[] | null {
  const states: State[] = [];
  for (const { state, isTerminal } of walkStates(environment)) {
    if (isTerminal) continue;
    if (states.length >= most) return null;
    states.push(state);
  }
  return states;
}

/** Whether an environment has at most so many states, terminal ones included. */
export function hasAtMost(environment: WalkedEnvironment<unknown>, most: number): boolean {
  // What was found counts, not what was visited: with a hundred letters that is a hundred times as much.
  for (const { found } of walkStates(environment)) if (found.length > most) return false;
  return true;
}
