/** The exact law of a tilted sampler on an enumerable space: `p(x)·r(x)/Z_r`, with `log Z_r = log E_p[r]`. */

export interface TiltedLaw {
  readonly logZ: number;
  readonly law: Float64Array;
}

/**
 * The law that a reward tilts another law to, with its log Z, from that law and log rewards of all objects in the same
 * order.
 */
export function tiltedLaw(base: ArrayLike<number>, logReward: ArrayLike<number>): TiltedLaw {
  const logs = Float64Array.from(base, (p, i) => Math.log(p) + logReward[i]!);
  const top = logs.reduce((most, value) => Math.max(most, value), -Infinity);
  const weights = logs.map((value) => Math.exp(value - top));
  const total = weights.reduce((sum, value) => sum + value, 0);
  return { logZ: top + Math.log(total), law: weights.map((value) => value / total) };
}
