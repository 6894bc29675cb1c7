/** States of sequences, listed letter by letter in the order of their numbers. */
import type { Environment } from "../environment.ts";
import { tokenKernel } from "../noise/token-kernel.ts";
import { asSequences } from "./as-sequences.ts";
import { sequenceShapeOf } from "./sequence.ts";

/**
 * All sequences of fewer than `length` letters, by length and then in lexicographic order, which is how they are numbered.
 * In place of those that nothing leads to, such as what a mask forbids, stands the initial state: an environment need not
 * know what follows there, and a list has to have as many places as there are numbers.
 */
export function prefixStates(environment: Environment, length: number): unknown[] {
  const { initial, outcomeCount } = environment;
  const comesAbout = outcomesIn(environment);
  const reached: unknown[] = [initial];
  for (let t = 1, first = 0; t < length; t++) {
    for (const end = reached.length; first < end; first++) {
      const state = reached[first];
      const may = state === undefined ? undefined : comesAbout(state);
      for (let c = 0; c < outcomeCount; c++)
        reached.push(may?.[c] === 1 ? environment.next(state, c) : undefined);
    }
  }
  return reached.map((state) => state ?? initial);
}

/** Tells, for each outcome, whether some legal intention can lead to it. The answer is overwritten at the next state. */
function outcomesIn(environment: Environment): (state: unknown) => Uint8Array {
  const { actionCount, outcomeCount } = environment;
  const may = new Uint8Array(outcomeCount);
  // Whatever the noise does, an unmasked sequence of ours may be followed by any letter, and asking would take time.
  if (sequenceShapeOf(environment)?.masked === false) return () => may.fill(1);
  const chances = new Float64Array(outcomeCount);
  return (state) => {
    may.fill(0);
    for (let action = 0; action < actionCount; action++) {
      if (!environment.isLegal(state, action)) continue;
      environment.outcomeProbabilities(state, action, chances);
      chances.forEach((chance, outcome) => {
        if (chance > 0) may[outcome] = 1;
      });
    }
    return may;
  };
}

/**
 * Every state that is not terminal, as walking would find them; null where lengths differ, the process remembers, or some
 * letter cannot come about.
 */
export function everyPrefix(environment: Environment): unknown[] | null {
  const sequences = asSequences(environment);
  const kernel = tokenKernel(environment);
  if (!sequences || kernel === null || sequences.stopAction !== undefined || environment.memory) return null;
  const { size } = sequences.alphabet;
  const comesAbout = new Uint8Array(size);
  kernel.forEach((probability, i) => {
    if (probability > 0) comesAbout[i % size] = 1;
  });
  return comesAbout.includes(0) ? null : prefixStates(environment, sequences.maxLength);
}
