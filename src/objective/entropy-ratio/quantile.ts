/** A quantile inside a graph, of values some of which may not count. */
import { np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";

/**
 * The quantile of `values`, numbers up to 1, at a level between 0 and 1, interpolating linearly between order
 * statistics; those with mask 0 do not count. A scalar with a gradient; consumes nothing.
 *
 * Interpolation is an inner product of the sorted values with a hat of width 1 around the position, so a position
 * that is only known at run time needs no indexing. Values that do not count sort behind all others.
 */
export function batchQuantile(values: JaxArray, level: number, mask?: JaxArray): JaxArray {
  const flat = values.ref.reshape([-1]);
  const size = flat.shape[0]!;
  if (mask === undefined) {
    return np.sum(np.sort(flat).mul(np.array(hat(size, level * (size - 1)))));
  }
  const counted = mask.ref.reshape([-1]);
  const position = np.sum(counted.ref).sub(1).mul(level);
  const ranks = np.array(Float32Array.from({ length: size }, (_, rank) => rank));
  const weights = np.maximum(np.negative(np.abs(ranks.sub(position))).add(1), 0);
  return np.sum(np.sort(np.where(np.greater(counted, 0), flat, 2)).mul(weights));
}

function hat(size: number, position: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: size }, (_, rank) => Math.max(0, 1 - Math.abs(rank - position)));
}
