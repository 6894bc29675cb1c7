/**
 * Distances between two laws over the same objects, in natural logarithms. Zeros are treated as they are:
 * `0 log 0 = 0`, and a divergence is infinite where its first law has mass and its second has none.
 */
import { WindageError } from "../../error.ts";

function sameLength(p: ArrayLike<number>, q: ArrayLike<number>): void {
  if (p.length === q.length) return;
  throw new WindageError(
    "evaluation/length-mismatch",
    `got laws over ${p.length} and ${q.length} objects, expected two laws over the same objects.`,
  );
}

/** `Σ |p − q|`. */
export function l1(p: ArrayLike<number>, q: ArrayLike<number>): number {
  sameLength(p, q);
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += Math.abs(p[i]! - q[i]!);
  return sum;
}

/** Total variation, `½ Σ |p − q|`, between 0 and 1. */
export function tv(p: ArrayLike<number>, q: ArrayLike<number>): number {
  return Math.min(1, l1(p, q) / 2);
}

/** `KL(p‖q) = Σ p log(p/q)`; never below zero, whatever rounding does. */
export function kl(p: ArrayLike<number>, q: ArrayLike<number>): number {
  sameLength(p, q);
  let sum = 0;
  for (let i = 0; i < p.length; i++) if (p[i]! > 0) sum += p[i]! * (Math.log(p[i]!) - Math.log(q[i]!));
  return Math.max(0, sum);
}

/** `KL(p‖exp(logQ))`, for a second law so small in places that its probabilities underflow. */
export function klToLog(p: ArrayLike<number>, logQ: ArrayLike<number>): number {
  sameLength(p, logQ);
  let sum = 0;
  for (let i = 0; i < p.length; i++) if (p[i]! > 0) sum += p[i]! * (Math.log(p[i]!) - logQ[i]!);
  return Math.max(0, sum);
}

/** Reverse KL, `KL(law‖target)`: large where the sampler puts mass the target does not want. */
export function klReverse(law: ArrayLike<number>, target: ArrayLike<number>): number {
  return kl(law, target);
}

/** Forward KL, `KL(target‖law)`: large where the sampler misses mass the target wants. */
export function klForward(law: ArrayLike<number>, target: ArrayLike<number>): number {
  return kl(target, law);
}

/** Jensen–Shannon divergence, `½ KL(p‖m) + ½ KL(q‖m)` with `m` the mean of both; between 0 and ln 2. */
export function jsd(p: ArrayLike<number>, q: ArrayLike<number>): number {
  sameLength(p, q);
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    const logMean = Math.log((p[i]! + q[i]!) / 2);
    if (p[i]! > 0) sum += p[i]! * (Math.log(p[i]!) - logMean);
    if (q[i]! > 0) sum += q[i]! * (Math.log(q[i]!) - logMean);
  }
  return Math.min(Math.LN2, Math.max(0, sum / 2));
}
