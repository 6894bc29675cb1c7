/**
 * How well the environment's noise has been learned: the expected negative log-likelihood of a learned kernel
 * under the true one, beside the true kernel's entropy, which no model can beat (docs/methods.md section 2).
 */
import { WindageError } from "../../error.ts";
import type { NoiseKernel } from "./kernel.ts";

/** `−(1−α+α/V) ln(1−α+α/V) − (V−1)(α/V) ln(α/V)`: the entropy of sticky noise, the same for every intention. */
export function stickyEntropy(alphabetSize: number, alpha: number): number {
  const hit = 1 - alpha + alpha / alphabetSize;
  const miss = alpha / alphabetSize;
  return -plogp(hit) - (alphabetSize - 1) * plogp(miss);
}

/** The entropy of a noise kernel, its rows weighted by how often each token is intended (default: equally). */
export function kernelEntropy(kernel: NoiseKernel, intentionWeight?: ArrayLike<number>): number {
  const { size, matrix } = kernel;
  let total = 0;
  let entropy = 0;
  for (let a = 0; a < size; a++) {
    const weight = intentionWeight?.[a] ?? 1;
    total += weight;
    for (let c = 0; c < size; c++) entropy -= weight * plogp(matrix[a * size + c]!);
  }
  return entropy / total;
}

/** How well the noise has been learned: its loss beside the entropy that is the least possible. */
export interface DynamicsReport {
  /** Expected negative log-likelihood of the learned dynamics, in nats per step. */
  readonly nll: number;
  /** The same for the true kernel: the least any model can have on these intentions. */
  readonly entropy: number;
}

/**
 * Compares learned dynamics with the true kernel on a list of (state, intention) pairs: `intention[n]` is what
 * was intended and `logLearned[n * V + c]` is `log P̂(c|s_n,a_n)`. The outcome is averaged out exactly.
 */
export function dynamicsNll(
  intention: ArrayLike<number>,
  logLearned: ArrayLike<number>,
  kernel: NoiseKernel,
): DynamicsReport {
  const { size, matrix } = kernel;
  if (logLearned.length !== intention.length * size) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `dynamicsNll: got ${logLearned.length} log probabilities for ${intention.length} intentions, expected ${size} for each.`,
    );
  }
  let nll = 0;
  let entropy = 0;
  for (let n = 0; n < intention.length; n++) {
    const a = intention[n]!;
    if (!(Number.isInteger(a) && a >= 0 && a < size)) {
      throw new WindageError(
        "evaluation/bad-intention",
        `dynamicsNll: got intention ${a} at position ${n}, expected a token from 0 to ${size - 1}.`,
      );
    }
    for (let c = 0; c < size; c++) {
      const truth = matrix[a * size + c]!;
      if (truth === 0) continue;
      nll -= truth * logLearned[n * size + c]!;
      entropy -= plogp(truth);
    }
  }
  return { nll: nll / intention.length, entropy: entropy / intention.length };
}

function plogp(p: number): number {
  return p > 0 ? p * Math.log(p) : 0;
}
