/** Random automata for tests, and all their sequences: slow and obvious. */
import { automatonLogReward, createAutomaton, type Automaton } from "./automaton.ts";

/** Sizes of a random automaton. */
export interface RandomAutomaton {
  readonly letters: number;
  readonly states: number;
  readonly maxLength: number;
  readonly minLength?: number;
}

/** An automaton with weights of a few nats, other ones at every place. */
export function randomAutomaton(
  { letters, states, maxLength, minLength = maxLength }: RandomAutomaton,
  uniform: () => number,
): Automaton {
  const rows = <T>(make: () => T): T[][] =>
    Array.from({ length: states }, () => Array.from({ length: letters }, make));
  return createAutomaton({
    next: rows(() => Math.floor(uniform() * states)),
    logWeight: Array.from({ length: maxLength }, () => rows(() => 4 * uniform() - 2)),
    endLogWeight: Array.from({ length: states }, () => 2 * uniform() - 1),
    maxLength,
    minLength,
  });
}

/** Every sequence of the lengths that the automaton has. */
export function allSequences({ alphabetSize, minLength, maxLength }: Automaton): number[][] {
  let level: number[][] = [[]];
  const all: number[][] = minLength === 0 ? [[]] : [];
  for (let length = 1; length <= maxLength; length++) {
    level = level.flatMap((prefix) => Array.from({ length: alphabetSize }, (_, c) => [...prefix, c]));
    if (length >= minLength) all.push(...level);
  }
  return all;
}

/** Their log rewards, one by one. */
export function allLogRewards(automaton: Automaton): Float64Array {
  return Float64Array.from(allSequences(automaton), (letters) => automatonLogReward(automaton, letters));
}
