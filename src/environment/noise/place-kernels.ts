/** The noise of a sequence environment as a matrix for every place, where it depends on nothing but the place. */
import type { Environment } from "../environment.ts";
import { sequenceShapeOf } from "../sequence/sequence.ts";
import { placedNoiseKind } from "./placed-noise.ts";

/** Row-major V×V probabilities for each place, read off the environment itself; null for any other noise, or a mask. */
export function placeKernels(environment: Environment): Float64Array[] | null {
  const shape = sequenceShapeOf(environment);
  if (shape === undefined || shape.masked || environment.noise?.kind !== placedNoiseKind) return null;
  const { size } = shape;
  const row = new Float64Array(environment.outcomeCount);
  let state = environment.initial;
  return Array.from({ length: environment.maxSteps }, (_, place) => {
    if (place > 0) state = environment.next(state, 0, 0);
    const kernel = new Float64Array(size * size);
    for (let a = 0; a < size; a++) {
      environment.outcomeProbabilities(state, a, row);
      kernel.set(row.subarray(0, size), a * size);
    }
    return kernel;
  });
}
