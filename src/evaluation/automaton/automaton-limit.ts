/**
 * The two limits on an automaton: what no policy can beat under the noise, at any length, because the best policy reads
 * nothing but the place and the state. As on small spaces (`limit/`), the pass of the reverse limit carries the limit of
 * what follows, so that nothing cancels; a stop, which noise never touches, adds a closed form to each step.
 */
import { reverseFiller } from "../limit/reverse-kl-limit.ts";
import { prefixFiller } from "../limit/forward-kl-limit.ts";
import type { NoiseKernel } from "../law/kernel.ts";
import { logSumExp } from "../law/log-z.ts";
import { type Automaton, type AutomatonNoise, kernelsOf } from "./automaton.ts";
import { occupancy, type OutcomeLaw, targetOutcomes } from "./outcome-law.ts";

/** What no policy can beat by one divergence, and a policy that reaches it. */
export interface AutomatonLimit {
  /** In nats, for whole sequences. */
  readonly kl: number;
  /** `policy[t][q * width + a]`, with the stop last where there is one. */
  readonly policy: readonly Float64Array[];
}

type Fill = (values: Float64Array, pi: Float64Array) => number;

/**
 * The least `KL(law‖target)` of any policy on an automaton: `log Z − W_0[start]` with `W_t[q] = max_ν Σ_c ν_c (
 * w_t[q][c] + W_{t+1}[next] − log ν_c )`, `ν = πP`.
 */
export function automatonReverseLimit(
  automaton: Automaton,
  noise: AutomatonNoise,
  target: OutcomeLaw = targetOutcomes(automaton),
): AutomatonLimit {
  const { alphabetSize, stateCount, maxLength, next, start } = automaton;
  const { width, log } = target;
  const fillAt = perKernel(automaton, noise, reverseFiller);
  const policy: Float64Array[] = Array.from({ length: maxLength });
  const values = new Float64Array(alphabetSize);
  let below = new Float64Array(stateCount);
  for (let t = maxLength - 1; t >= 0; t--) {
    const here = new Float64Array(stateCount);
    const rows = new Float64Array(stateCount * width);
    const fill = fillAt(t);
    for (let q = 0; q < stateCount; q++) {
      const row = log[t]!.subarray(q * width, (q + 1) * width);
      const pi = rows.subarray(q * width, q * width + alphabetSize);
      const letters = logSumExp(row, 0, alphabetSize);
      const stop = width > alphabetSize ? row[alphabetSize]! : -Infinity;
      const dead = letters === -Infinity;
      for (let c = 0; c < alphabetSize; c++) {
        values[c] = dead ? 0 : row[c]! - letters - below[next[q * alphabetSize + c]!]!;
      }
      const best = fill(values, pi);
      // A state from which no letter leads to a reward is infinitely bad, unless the sequence stops there.
      const left = dead ? Infinity : Math.max(0, best);
      here[q] = stop === -Infinity ? left : weighStop(rows, q * width, alphabetSize, stop, letters - left);
    }
    policy[t] = rows;
    below = here;
  }
  return { kl: below[start]!, policy };
}

/** Shares a row between its letters and the stop, both given as log weights, and returns what is left to lose. */
function weighStop(rows: Float64Array, at: number, letters: number, stop: number, goOn: number): number {
  const top = Math.max(stop, goOn);
  const both = top + Math.log(Math.exp(stop - top) + Math.exp(goOn - top));
  for (let a = at; a < at + letters; a++) rows[a] = rows[a]! * Math.exp(goOn - both);
  rows[at + letters] = Math.exp(stop - both);
  return Math.max(0, -both);
}

/**
 * The least `KL(target‖law)` of any policy on an automaton: `Σ_t E_target KL( target(·|q,t) ‖ nearest ν )`, `nearest ν
 * = max(α/V, target/λ)` for sticky noise.
 */
export function automatonForwardLimit(
  automaton: Automaton,
  noise: AutomatonNoise,
  target: OutcomeLaw = targetOutcomes(automaton),
): AutomatonLimit {
  const { alphabetSize, stateCount } = automaton;
  const { width, log } = target;
  const fillAt = perKernel(automaton, noise, prefixFiller);
  const occupied = occupancy(automaton, target);
  const wanted = new Float64Array(alphabetSize);
  let kl = 0;
  const policy = log.map((rows, t) => {
    const intentions = new Float64Array(stateCount * width);
    const fill = fillAt(t);
    for (let q = 0; q < stateCount; q++) {
      const row = rows.subarray(q * width, (q + 1) * width);
      const pi = intentions.subarray(q * width, q * width + alphabetSize);
      const letters = logSumExp(row, 0, alphabetSize);
      const goOn = Math.exp(letters);
      for (let c = 0; c < alphabetSize; c++) wanted[c] = goOn > 0 ? Math.exp(row[c]! - letters) : 0;
      const value = fill(wanted, pi);
      if (occupied[t]![q]! > 0 && goOn > 0) kl += occupied[t]![q]! * goOn * value;
      if (width === alphabetSize) continue;
      const stop = Math.exp(row[alphabetSize]!);
      // Where nothing is worth anything any row will do, and it should still be one.
      const share = goOn + stop > 0 ? goOn : 1;
      for (let a = 0; a < alphabetSize; a++) pi[a] = pi[a]! * share;
      intentions[q * width + alphabetSize] = stop;
    }
    return intentions;
  });
  return { kl, policy };
}

/** One way to fill states for each place; places with the same noise share it. */
function perKernel(
  automaton: Automaton,
  noise: AutomatonNoise,
  fillerOf: (kernel: NoiseKernel) => Fill,
): (place: number) => Fill {
  const kernelAt = kernelsOf(automaton, noise);
  const known = new Map<Float64Array, Fill>();
  return (place) => {
    const kernel = kernelAt(place);
    const fill = known.get(kernel.matrix) ?? fillerOf(kernel);
    known.set(kernel.matrix, fill);
    return fill;
  };
}
