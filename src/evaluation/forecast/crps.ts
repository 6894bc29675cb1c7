/**
 * Continuous ranked probability score of samples, in the units of the series; 0 only if every sample is the truth.
 *
 *     crps     = mean|x − y| − Σ_ij |x_i − x_j| / (2 N²)        the score of the N samples as a law of their own
 *     crpsFair = mean|x − y| − Σ_ij |x_i − x_j| / (2 N (N−1))   unbiased for the law the samples were drawn from
 */
import { WindageError } from "../../error.ts";
import { checkSteps } from "./check.ts";
import { sortedStep } from "./sample-quantiles.ts";
import type { Paths } from "./sample-quantiles.ts";

/** The continuous ranked probability score of one set of samples against one value. */
export function crps(samples: ArrayLike<number>, actual: number): number {
  return ofSorted(Float64Array.from(samples).sort(), actual, samples.length);
}

/** The CRPS of the law behind the samples, estimated without bias. */
export function crpsFair(samples: ArrayLike<number>, actual: number): number {
  if (samples.length < 2) {
    throw new WindageError(
      "evaluation/too-few-samples",
      `crpsFair: got ${samples.length} samples, expected at least 2: their distances to each other are part of the score.`,
    );
  }
  return ofSorted(Float64Array.from(samples).sort(), actual, samples.length - 1);
}

/** The CRPS of sampled paths at each step of the horizon. */
export function crpsPerStep(paths: Paths, actual: ArrayLike<number>): Float64Array {
  checkSteps("crpsPerStep", paths[0]?.length ?? 0, actual.length);
  return Float64Array.from(actual, (y, t) => crps(sortedStep(paths, t), y));
}

/** The fair CRPS of sampled paths at each step of the horizon. */
export function crpsFairPerStep(paths: Paths, actual: ArrayLike<number>): Float64Array {
  checkSteps("crpsFairPerStep", paths[0]?.length ?? 0, actual.length);
  return Float64Array.from(actual, (y, t) => crpsFair(sortedStep(paths, t), y));
}

/** `others` is N for the plain score and N−1 for the fair one. */
function ofSorted(sorted: Float64Array, actual: number, others: number): number {
  const count = sorted.length;
  let distance = 0;
  let spread = 0;
  for (let i = 0; i < count; i++) {
    distance += Math.abs(sorted[i]! - actual);
    // In ascending order x_i is subtracted count−1−i times and added i times among the pairs i < j.
    spread += (2 * i - count + 1) * sorted[i]!;
  }
  return distance / count - spread / (count * others);
}
