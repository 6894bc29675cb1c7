/**
 * Relative trajectory balance: tilts a sampler p(x|z) of whole paths by a reward r(x), towards p(x|z)·r(x)/Z_r
 * (docs/methods.md section 9):
 *
 *     δ = log Z_r + log π_r(x) − log p(x) − log r(x)          L = mean δ²
 *
 * The paths may come from π_r, from p or from anything in between. No gradient flows into p.
 */
import { lax, np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";

/** Log probabilities of a batch of paths, each `[batch]`; `logZ` is a scalar. */
export interface TiltTerms {
  readonly logZ: JaxArray;
  readonly logTilted: JaxArray;
  readonly logBase: JaxArray;
  readonly logReward: JaxArray;
}

/** `δ` of every path. */
export function tiltResidual({ logZ, logTilted, logBase, logReward }: TiltTerms): JaxArray {
  return logTilted.add(logZ).sub(lax.stopGradient(logBase)).sub(logReward);
}

/** The loss of a policy that a reward tilts another towards: the mean of `δ²`. */
export function tilt(terms: TiltTerms): JaxArray {
  return np.mean(np.square(tiltResidual(terms)));
}
