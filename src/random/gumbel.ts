/**
 * Standard Gumbel draws, `−log(−log u)`: adding them to logits and taking the largest samples from the
 * softmax. One block makes one value; values lie between −3.61 and 36.8 and are always finite.
 */

import { naturalLog } from "./log.ts";
import { CHUNK, type Stream } from "./stream.ts";
import { openUnitAt } from "./uniform.ts";

/** Number `index` of the blocks last taken, as a standard Gumbel value. */
export function gumbelAt(index: number): number {
  return -naturalLog(-naturalLog(openUnitAt(index)));
}

/** One standard Gumbel value, in float64. */
export function gumbel(stream: Stream): number {
  stream.take(1);
  return gumbelAt(0);
}

/** Fills `out` with standard Gumbel values, rounded to its type. */
export function fillGumbel(stream: Stream, out: Float32Array | Float64Array): void {
  for (let start = 0; start < out.length; start += CHUNK) {
    const count = Math.min(CHUNK, out.length - start);
    stream.take(count);
    for (let i = 0; i < count; i++) out[start + i] = gumbelAt(i);
  }
}
