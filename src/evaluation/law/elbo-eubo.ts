/**
 * Evidence bounds of an exact law: `ELBO ≤ log Z ≤ EUBO`, each tight when the law is the target. Their
 * distances to `log Z` are the two KL divergences, so they say the same in the units of `log Z`.
 */

/** `E_P[log R − log P] = log Z − KL(P‖target)`; minus infinity when the law has mass where the reward is zero. */
export function elbo(law: ArrayLike<number>, logReward: ArrayLike<number>): number {
  let sum = 0;
  for (let x = 0; x < law.length; x++) {
    if (law[x]! > 0) sum += law[x]! * (logReward[x]! - Math.log(law[x]!));
  }
  return sum;
}

/** `E_target[log R − log P] = log Z + KL(target‖P)`; infinite when the law misses an object of positive reward. */
export function eubo(
  law: ArrayLike<number>,
  target: ArrayLike<number>,
  logReward: ArrayLike<number>,
): number {
  let sum = 0;
  for (let x = 0; x < law.length; x++) {
    if (target[x]! > 0) sum += target[x]! * (logReward[x]! - Math.log(law[x]!));
  }
  return sum;
}
