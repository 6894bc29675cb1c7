/**
 * The noise of a sequence environment as one matrix P(c|a) over tokens, for exact evaluation and for fast paths. It is
 * read off the environment itself, so it cannot disagree with what is sampled.
 */

import type { Environment } from "../environment.ts";
import { sequenceShapeOf } from "../sequence/sequence.ts";

/**
 * Row-major V×V probabilities of token `c` when `a` is intended; null where no one matrix holds at every state: a
 * mask, noise that depends on the state, or an environment that is not made of sequences.
 */
export function tokenKernel(environment: Environment): Float64Array | null {
  const shape = sequenceShapeOf(environment);
  if (shape === undefined || shape.masked || environment.noise?.dependsOnState === true) return null;
  const { size } = shape;
  const kernel = new Float64Array(size * size);
  const row = new Float64Array(environment.outcomeCount);
  for (let a = 0; a < size; a++) {
    environment.outcomeProbabilities(environment.initial, a, row);
    kernel.set(row.subarray(0, size), a * size);
  }
  return kernel;
}
