/**
 * All states of a small environment that are not terminal, in the order of their numbers, ready for a model: what exact
 * evaluation asks the policy about.
 */
import { WindageError } from "../../error.ts";
import type { Environment } from "../../environment/index.ts";

export interface StateList {
  readonly count: number;
  /** [count, features]. */
  readonly features: Float32Array;
  /** 0 … count − 1. */
  readonly index: Int32Array;
  /** [count, actions]. */
  readonly legal: Uint8Array;
}

/** Walks the whole environment; an error where its states are not numbered. */
export function listStates(environment: Environment): StateList {
  const { enumeration, featureCount, actionCount } = environment;
  if (!enumeration) {
    throw new WindageError(
      "training/not-enumerable",
      `${environment.name}: its states are not numbered, so they cannot be listed; use sampled estimates instead.`,
    );
  }
  const states = new Map<number, unknown>();
  const waiting: unknown[] = [environment.initial];
  const probabilities = new Float64Array(environment.outcomeCount);
  while (waiting.length > 0) {
    const state = waiting.pop();
    const number = enumeration.indexOf(state);
    if (environment.isTerminal(state) || states.has(number)) continue;
    states.set(number, state);
    const possible = new Set<number>();
    for (let action = 0; action < actionCount; action++) {
      if (!environment.isLegal(state, action)) continue;
      environment.outcomeProbabilities(state, action, probabilities);
      probabilities.forEach((p, outcome) => p > 0 && possible.add(outcome));
    }
    for (const outcome of possible) waiting.push(environment.next(state, outcome));
  }
  // Terminal states come last in the numbering, so the others fill it from 0.
  const count = 1 + [...states.keys()].reduce((largest, number) => Math.max(largest, number), -1);
  const features = new Float32Array(count * featureCount);
  const legal = new Uint8Array(count * actionCount);
  for (const [number, state] of states) {
    environment.encode(state, features, number * featureCount);
    for (let action = 0; action < actionCount; action++) {
      legal[number * actionCount + action] = environment.isLegal(state, action) ? 1 : 0;
    }
  }
  return { count, features, legal, index: Int32Array.from({ length: count }, (_, i) => i) };
}
