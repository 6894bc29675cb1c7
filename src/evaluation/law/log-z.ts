/**
 * The exact partition function and target law of an enumerated space, from log rewards. Everything stays in
 * logarithms until the end, so rewards as small as `exp(-2000)` lose nothing.
 */
import { WindageError } from "../../error.ts";

/** `log Σ exp(values[i])` over a stretch of an array; minus infinity when every term is. */
export function logSumExp(values: ArrayLike<number>, start = 0, end = values.length): number {
  let top = -Infinity;
  for (let i = start; i < end; i++) if (values[i]! > top) top = values[i]!;
  if (top === -Infinity) return -Infinity;
  let sum = 0;
  for (let i = start; i < end; i++) sum += Math.exp(values[i]! - top);
  return top + Math.log(sum);
}

/**
 * The log of the sum of all rewards: `log Z = log Σ_x R(x)`. A log reward of minus infinity is a reward of zero; all
 * of them zero is an error.
 */
export function logPartition(logReward: ArrayLike<number>): number {
  for (let i = 0; i < logReward.length; i++) {
    if (!(logReward[i]! < Infinity)) {
      throw new WindageError(
        "evaluation/not-finite",
        `logPartition: got log reward ${logReward[i]!} for object ${i}, expected a finite number (or -Infinity for a reward of 0). Check the score of that object.`,
      );
    }
  }
  const logZ = logSumExp(logReward);
  if (logZ === -Infinity) {
    throw new WindageError(
      "evaluation/no-reward",
      `logPartition: got ${logReward.length} objects without any positive reward, expected at least one. Set a reward floor.`,
    );
  }
  return logZ;
}

/** The logarithm of the target law, `log R(x) − log Z`. */
export function logTargetLaw(logReward: ArrayLike<number>, logZ = logPartition(logReward)): Float64Array {
  const law = new Float64Array(logReward.length);
  for (let i = 0; i < law.length; i++) law[i] = logReward[i]! - logZ;
  return law;
}

/** The target law `R(x)/Z`, from the log rewards of all objects. */
export function targetLaw(logReward: ArrayLike<number>, logZ = logPartition(logReward)): Float64Array {
  const law = logTargetLaw(logReward, logZ);
  for (let i = 0; i < law.length; i++) law[i] = Math.exp(law[i]!);
  return law;
}
