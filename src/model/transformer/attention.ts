/**
 * Multi-head self-attention: every position mixes the values of the positions it may see, weighted by how well its query
 * fits their keys. Once for all positions of a batch, and once for one new position beside a cache of keys and values.
 * Axes: B sequences, T positions, H heads of D columns, S cached positions.
 */
import { lax, nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";

/** Added to the score of a position that may not be seen; its weight is then exactly 0 in float32. */
export const HIDDEN = -1e9;

/**
 * [count, start + count]: 0 where position `start + i` may see `j ≤ start + i`, else hidden. Of several sequences abreast,
 * position by position, each sees its own positions alone.
 */
function causalMask(start: number, count: number, abreast = 1): JaxArray {
  const [rows, columns] = [count * abreast, (start + count) * abreast];
  const mask = Float32Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [start * abreast + Math.floor(i / columns), i % columns];
    const isOwn = row % abreast === column % abreast;
    return isOwn && column <= row ? 0 : HIDDEN;
  });
  return np.array(mask, { shape: [rows, columns] });
}

/** [B, 1, 1, T]: 0 on the first `lengths` [B] positions of each sequence, hidden on its padding. */
export function paddingMask(lengths: JaxArray, length: number): JaxArray {
  const batch = lengths.shape[0]!;
  const padded = np
    .arange(length)
    .reshape([1, length])
    .greaterEqual(lengths.reshape([batch, 1]));
  return padded.astype(np.float32).mul(HIDDEN).reshape([batch, 1, 1, length]);
}

/** [S]: 0 on cached positions before `position` [1], hidden on those not yet written. */
export function writtenMask(position: JaxArray, cached: number): JaxArray {
  return np.arange(cached).greaterEqual(position).astype(np.float32).mul(HIDDEN);
}

/**
 * Softmax along the last axis. Its gradient g ↦ u − w·Σu, with w the result and u = w·g, is written down as that of a
 * linear term that is zero, because automatic differentiation would go through exponentials and sums again.
 */
function softmax(scores: JaxArray): JaxArray {
  const fixed = lax.stopGradient(scores.ref);
  const weights = nn.softmax(fixed.ref, -1);
  const nothing = scores.sub(fixed);
  const level = np.sum(weights.ref.mul(nothing.ref), -1, { keepdims: true }).neg();
  return weights.ref.add(weights.mul(nothing.add(level)));
}

/** Positions of a long sequence that ask together; their scores stay in the processor's cache from pass to pass. */
const together = 60;

/** Keys of short sequences that are read together: as many numbers as the processor multiplies at once. */
const shortest = 16;

/** How many of `batch` short sequences are read as one: products of single ones are too small to be worth calling. */
function sequencesAbreast(length: number, batch: number): number {
  let abreast = Math.max(1, Math.floor(shortest / length));
  while (batch % abreast !== 0) abreast--;
  return abreast;
}

/**
 * Queries [T, B, H, D] of the last T of S positions beside keys and values [S, B, H, D] to the mixed values [T·B, H·D],
 * every position seeing those up to itself. Long sequences are cut: positions that ask together have scores for what any of
 * them sees and not for what comes later, which is almost half of all. Short ones are read several at a time.
 */
export function attendCausally(q: JaxArray, k: JaxArray, v: JaxArray): JaxArray {
  const [asked, length] = [q.shape[0]!, k.shape[0]!];
  const [batch, ...ofOne] = q.shape.slice(1) as [number, number, number];
  const abreast = sequencesAbreast(length, batch);
  if (abreast > 1) {
    const [queries, keys, values] = [q, k, v].map((x) =>
      x.reshape([x.shape[0]! * abreast, batch / abreast, ...ofOne]),
    );
    return attend(queries!, keys!, values!, causalMask(length - asked, asked, abreast));
  }
  const cuts = Math.max(1, Math.floor(asked / together));
  const ends = Array.from({ length: cuts }, (_, i) => Math.round(((i + 1) * asked) / cuts));
  const asking = np.split(q, ends.slice(0, -1), 0);
  const mixed = asking.map((queries, i) => {
    const end = length - asked + ends[i]!;
    const upTo = (x: JaxArray): JaxArray => (end === length ? x : np.split(x.ref, [end], 0)[0]!);
    const count = queries.shape[0]!;
    return attend(queries, upTo(k), upTo(v), causalMask(end - count, count));
  });
  return mixed.length === 1 ? mixed[0]! : np.concatenate(mixed, 0);
}

/**
 * Queries [T, B, H, D] beside keys and values [S, B, H, D] to the mixed values [T·B, H·D]; `mask` broadcasts against
 * [B, H, T, S].
 */
export function attend(q: JaxArray, k: JaxArray, v: JaxArray, mask: JaxArray): JaxArray {
  const [length, batch, heads, size] = q.shape as [number, number, number, number];
  const byHead = (x: JaxArray): JaxArray => x.transpose([1, 2, 0, 3]);
  // Scores of long sequences outnumber queries, and of short ones the runtime scales them within the product.
  const isLong = k.shape[0]! > size;
  const scale = 1 / Math.sqrt(size);
  const products = np.matmul(byHead(isLong ? q.mul(scale) : q), k.transpose([1, 2, 3, 0]));
  const scores = (isLong ? products : products.mul(scale)).add(mask);
  const mixed = np.matmul(softmax(scores), byHead(v));
  return mixed.transpose([2, 0, 1, 3]).reshape([length * batch, heads * size]);
}

/**
 * One new position: its own `q`, `k`, `v` [B, H, D] beside the cached `keys` and `values` [B, H, S, D], which `mask` [S]
 * hides as far as they are not written. The mixed values are [B, H·D].
 */
export function attendCached(
  own: { readonly q: JaxArray; readonly k: JaxArray; readonly v: JaxArray },
  cached: { readonly keys: JaxArray; readonly values: JaxArray; readonly mask: JaxArray },
): JaxArray {
  const [batch, heads, count, size] = cached.keys.shape as [number, number, number, number];
  const scale = 1 / Math.sqrt(size);
  const q = own.q.mul(scale);
  const earlier = np
    .matmul(cached.keys, q.ref.reshape([batch, heads, size, 1]))
    .reshape([batch, heads, count]);
  const itself = np.sum(q.mul(own.k), -1, { keepdims: true });
  const weights = nn.softmax(np.concatenate([earlier.add(cached.mask), itself], -1), -1);
  const [toEarlier, toItself] = np.split(weights, [count], -1);
  const mixed = np.matmul(toEarlier!.reshape([batch, heads, 1, count]), cached.values);
  return mixed
    .reshape([batch, heads, size])
    .add(toItself!.mul(own.v))
    .reshape([batch, heads * size]);
}
