/** States of sequences, listed letter by letter: where any letter may follow, nothing has to be walked. */
import type { Environment } from "../environment.ts";
import { tokenKernel } from "../noise/token-kernel.ts";
import { asSequences } from "./as-sequences.ts";

/** All sequences of fewer than `length` letters, by length and then in lexicographic order, which is how they are numbered. */
export function prefixStates(environment: Environment, length: number): unknown[] {
  const { initial, outcomeCount } = environment;
  const states: unknown[] = [initial];
  for (let t = 1, first = 0; t < length; t++) {
    for (const end = states.length; first < end; first++)
      for (let c = 0; c < outcomeCount; c++) states.push(environment.next(states[first], c));
  }
  return states;
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
