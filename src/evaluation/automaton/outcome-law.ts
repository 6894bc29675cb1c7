/**
 * Laws over the sequences of an automaton that are known state by state: the target's, and that of any policy that reads
 * the place and the state. Both are log probabilities of what happens next, so all that compares them is here once.
 */
import { logSumExp } from "../law/log-z.ts";
import { type Automaton, type AutomatonNoise, intentionCount, kernelsOf } from "./automaton.ts";

/**
 * `log[t][q * width + o]` is the log probability of outcome `o` in state `q` at place `t`: a letter, or the stop (the last
 * outcome, where the automaton has one). Rows of states without any reward are minus infinity throughout.
 */
export interface OutcomeLaw {
  readonly width: number;
  readonly log: readonly Float64Array[];
}

/** `Z_t[q] = logΣexp_c ( w_t[q][c] + Z_{t+1}[next[q][c]] )`, for every place and one place more: the end. */
function logMasses(automaton: Automaton): Float64Array[] {
  const { alphabetSize, stateCount, maxLength, minLength, next, logWeight, endLogWeight } = automaton;
  const masses: Float64Array[] = Array.from({ length: maxLength + 1 });
  masses[maxLength] = endLogWeight;
  const terms = new Float64Array(alphabetSize + 1);
  for (let t = maxLength - 1; t >= 0; t--) {
    const weights = logWeight[t]!;
    const after = masses[t + 1]!;
    const here = new Float64Array(stateCount);
    for (let q = 0; q < stateCount; q++) {
      for (let c = 0; c < alphabetSize; c++) {
        const i = q * alphabetSize + c;
        terms[c] = weights[i]! + after[next[i]!]!;
      }
      terms[alphabetSize] = t >= minLength ? endLogWeight[q]! : -Infinity;
      here[q] = logSumExp(terms);
    }
    masses[t] = here;
  }
  return masses;
}

/** The exact log Z of all sequences of an automaton, at any length. */
export function automatonLogZ(automaton: Automaton): number {
  return logMasses(automaton)[0]![automaton.start]!;
}

/** The law of the target itself on an automaton, letter by letter: `target(c|q,t) = exp(w + Z_{t+1} − Z_t)`. */
export function targetOutcomes(automaton: Automaton, masses = logMasses(automaton)): OutcomeLaw {
  const { alphabetSize, stateCount, minLength, next, logWeight, endLogWeight } = automaton;
  const width = intentionCount(automaton);
  const log = logWeight.map((weights, t) => {
    const here = masses[t]!;
    const after = masses[t + 1]!;
    const rows = new Float64Array(stateCount * width).fill(-Infinity);
    for (let q = 0; q < stateCount; q++) {
      if (here[q] === -Infinity) continue;
      for (let c = 0; c < alphabetSize; c++) {
        const i = q * alphabetSize + c;
        rows[q * width + c] = weights[i]! + after[next[i]!]! - here[q]!;
      }
      if (width > alphabetSize && t >= minLength)
        rows[q * width + alphabetSize] = endLogWeight[q]! - here[q]!;
    }
    return rows;
  });
  return { width, log };
}

/**
 * The law of what comes of a policy under the noise on an automaton: `ν = πP`. `policy[t][q * width + a]` are
 * probabilities of intentions.
 */
export function policyOutcomes(
  automaton: Automaton,
  policy: readonly ArrayLike<number>[],
  noise: AutomatonNoise,
): OutcomeLaw {
  const { alphabetSize, stateCount } = automaton;
  const width = intentionCount(automaton);
  const kernelAt = kernelsOf(automaton, noise);
  const log = automaton.logWeight.map((_, t) => {
    const { matrix } = kernelAt(t);
    const intended = policy[t]!;
    const rows = new Float64Array(stateCount * width);
    for (let q = 0; q < stateCount; q++) {
      for (let c = 0; c < alphabetSize; c++) {
        let sum = 0;
        for (let a = 0; a < alphabetSize; a++)
          sum += intended[q * width + a]! * matrix[a * alphabetSize + c]!;
        rows[q * width + c] = Math.log(sum);
      }
      if (width > alphabetSize)
        rows[q * width + alphabetSize] = Math.log(intended[q * width + alphabetSize]!);
    }
    return rows;
  });
  return { width, log };
}

/** The probability to be in state `q` with `t` letters written, sequences that have ended left out; and one place more. */
export function occupancy(automaton: Automaton, law: OutcomeLaw): Float64Array[] {
  const { alphabetSize, stateCount, start, next } = automaton;
  let here = new Float64Array(stateCount);
  here[start] = 1;
  const all = [here];
  for (const log of law.log) {
    const after = new Float64Array(stateCount);
    for (let q = 0; q < stateCount; q++) {
      if (here[q] === 0) continue;
      for (let c = 0; c < alphabetSize; c++) {
        const to = next[q * alphabetSize + c]!;
        after[to] = after[to]! + here[q]! * Math.exp(log[q * law.width + c]!);
      }
    }
    all.push(after);
    here = after;
  }
  return all;
}

/**
 * The probability of every letter at every place under a law over an automaton, `[t][c]`; where lengths vary, rows sum
 * to what has not ended yet.
 */
export function marginals(
  automaton: Automaton,
  law: OutcomeLaw,
  occupied = occupancy(automaton, law),
): Float64Array[] {
  const { alphabetSize, stateCount } = automaton;
  return law.log.map((log, t) => {
    const row = new Float64Array(alphabetSize);
    for (let q = 0; q < stateCount; q++) {
      const weight = occupied[t]![q]!;
      if (weight === 0) continue;
      for (let c = 0; c < alphabetSize; c++) row[c] = row[c]! + weight * Math.exp(log[q * law.width + c]!);
    }
    return row;
  });
}

/** `KL(from‖to)` of two laws over the same automaton, exactly; infinite where `to` excludes what `from` can do. */
export function klOfOutcomes(automaton: Automaton, from: OutcomeLaw, to: OutcomeLaw): number {
  const occupied = occupancy(automaton, from);
  let sum = 0;
  for (const [t, log] of from.log.entries()) {
    const other = to.log[t]!;
    for (let q = 0; q < automaton.stateCount; q++) {
      if (occupied[t]![q] === 0) continue;
      let here = 0;
      for (let o = q * from.width; o < (q + 1) * from.width; o++) {
        if (log[o] !== -Infinity) here += Math.exp(log[o]!) * (log[o]! - other[o]!);
      }
      sum += occupied[t]![q]! * here;
    }
  }
  return Math.max(0, sum);
}

/**
 * Draws one sequence from a law over an automaton, as letters' numbers. `uniform` gives numbers of at least 0 and
 * below 1.
 */
export function drawSequence(automaton: Automaton, law: OutcomeLaw, uniform: () => number): number[] {
  const { alphabetSize, start, next } = automaton;
  const letters: number[] = [];
  let state = start;
  for (const log of law.log) {
    let left = uniform();
    let outcome = -1;
    for (let o = 0; o < law.width; o++) {
      const probability = Math.exp(log[state * law.width + o]!);
      if (probability === 0) continue;
      // The last that is possible stands for what rounding leaves.
      outcome = o;
      left -= probability;
      if (left < 0) break;
    }
    if (outcome === alphabetSize) break;
    letters.push(outcome);
    state = next[state * alphabetSize + outcome]!;
  }
  return letters;
}

/** The log probability of one sequence under a law over an automaton. */
export function logProbability(automaton: Automaton, law: OutcomeLaw, letters: ArrayLike<number>): number {
  const { alphabetSize, maxLength, start, next } = automaton;
  let state = start;
  let sum = 0;
  for (let t = 0; t < letters.length; t++) {
    sum += law.log[t]![state * law.width + letters[t]!]!;
    state = next[state * alphabetSize + letters[t]!]!;
  }
  return letters.length < maxLength ? sum + law.log[letters.length]![state * law.width + alphabetSize]! : sum;
}
