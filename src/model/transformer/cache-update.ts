/** Keeping the keys and values of one more position inside a program. */
import { nn, np } from "../../engine/index.ts";
import type { JaxArray } from "../../engine/index.ts";

/** A cache [layers, 2, B, heads, S, columns] with `fresh` [layers, 2, B, heads, columns] written at `position` [1]. */
export function withPosition(cache: JaxArray, fresh: JaxArray, position: JaxArray): JaxArray {
  const [layers, two, batch, heads, room, columns] = cache.shape as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const here = nn.oneHot(position, room).reshape([1, room, 1]);
  const rows = layers * two * batch * heads;
  const old = cache.reshape([rows, room, columns]);
  const written = np.where(here.astype(np.bool), fresh.reshape([rows, 1, columns]), old);
  return written.reshape([layers, two, batch, heads, room, columns]);
}
