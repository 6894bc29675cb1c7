/** Keeping the keys and values of earlier positions: what they are called, and one more of them inside a program. */
import { nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";

/** Names for what is kept of the past: keys and values of each block, in the order in which a step takes them. */
export const cacheNames = (layers: number): readonly string[] =>
  Array.from({ length: layers }, (_, i) => [`keys${i}`, `values${i}`]).flat();

/** A cache [… , S, columns] with `fresh` [… , columns] written at `position` [1]. */
export function withPosition(cache: JaxArray, fresh: JaxArray, position: JaxArray): JaxArray {
  const { shape } = cache;
  const [room, columns] = shape.slice(-2) as [number, number];
  const here = nn.oneHot(position, room).reshape([1, room, 1]);
  const old = cache.reshape([-1, room, columns]);
  const written = np.where(here.astype(np.bool), fresh.reshape([-1, 1, columns]), old);
  return written.reshape(shape);
}
