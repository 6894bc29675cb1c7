/** An exponential that cannot overflow, for objectives that exponentiate a difference of learned logs. */
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";

/** Where `boundedExp` leaves the exponential for its tangent. */
export const tangentAt = 30;

/**
 * e^x up to x = 30, and from there on along the tangent e³⁰(x − 29). It stays convex and increasing, and its gradient
 * stays at e³⁰, so that the squares in a gradient norm (1e26) are finite in float32. Training gets there only when a
 * flow is off by a factor of 10¹³. Consumes x.
 */
export function boundedExp(x: JaxArray): JaxArray {
  const bounded = np.minimum(x.ref, tangentAt);
  const excess = x.sub(bounded.ref);
  return np.exp(bounded).mul(excess.add(1));
}
