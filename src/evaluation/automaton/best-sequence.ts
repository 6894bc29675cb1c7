/** The best sequence of an automaton, by the largest path instead of the sum over paths. */
import type { Automaton } from "./automaton.ts";

/** A sequence of letters' numbers with the largest log reward; of several the first in lexicographic order. */
export interface BestSequence {
  readonly letters: readonly number[];
  readonly logReward: number;
}

export function bestSequence(automaton: Automaton): BestSequence {
  const { alphabetSize, stateCount, maxLength, minLength, next, logWeight, endLogWeight, start } = automaton;
  const stop = alphabetSize;
  const choices: Int32Array[] = Array.from({ length: maxLength });
  let after = endLogWeight;
  for (let t = maxLength - 1; t >= 0; t--) {
    const here = new Float64Array(stateCount).fill(-Infinity);
    const chosen = new Int32Array(stateCount).fill(stop);
    for (let q = 0; q < stateCount; q++) {
      if (t >= minLength) here[q] = endLogWeight[q]!;
      for (let c = 0; c < alphabetSize; c++) {
        const value = logWeight[t]![q * alphabetSize + c]! + after[next[q * alphabetSize + c]!]!;
        // Where nothing is worth anything a letter still has to be written.
        const better = value > here[q]! || (chosen[q] === stop && t < minLength);
        if (!better) continue;
        here[q] = value;
        chosen[q] = c;
      }
    }
    choices[t] = chosen;
    after = here;
  }
  const letters: number[] = [];
  for (let [t, q] = [0, start]; t < maxLength && choices[t]![q] !== stop; t++) {
    const letter = choices[t]![q]!;
    letters.push(letter);
    q = next[q * alphabetSize + letter]!;
  }
  return { letters, logReward: after[start]! };
}
