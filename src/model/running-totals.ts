/** Sums of the first 0, 1, 2, … rows, for layers that add something up along a sequence. */
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";

/** Rows of a block: up to so many, one product with a triangle is cheapest. */
const block = 32;

/** The matrix [levels, length] that sums the first 0, 1, … steps. */
export function runningSums(levels: number, length: number): JaxArray {
  const values = new Float32Array(levels * length);
  for (let level = 0; level < levels; level++) values.fill(1, level * length, level * length + level);
  return np.array(values).reshape([levels, length]);
}

/**
 * Sums of the first 0 … levels − 1 rows of [length, columns]: [levels, columns], where levels are `length` or one more.
 * Long ones are summed block by block, then on from the totals of earlier blocks, so that the cost grows with the length
 * and not with its square.
 */
export function runningTotals(rows: JaxArray, levels: number): JaxArray {
  const [length, columns] = rows.shape as [number, number];
  if (levels <= 2 * block) return np.matmul(runningSums(levels, length), rows);
  const blocks = Math.ceil(levels / block);
  const missing = blocks * block - length;
  const padded =
    missing > 0 ? np.concatenate([rows, np.zeros([missing, columns])], 0) : rows.slice([0, blocks * block]);
  const apart = padded.reshape([blocks, block, columns]);
  const before = np.matmul(runningSums(blocks, blocks), np.sum(apart.ref, 1));
  const triangles = np.broadcastTo(runningSums(block, block), [blocks, block, block]);
  const within = np.matmul(triangles, apart);
  const totals = within.add(before.reshape([blocks, 1, columns])).reshape([blocks * block, columns]);
  return blocks * block === levels ? totals : totals.slice([0, levels]);
}
