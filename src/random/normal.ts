/**
 * Standard normal draws: the normal quantile of one open uniform, so one block makes one value and nothing
 * is kept between calls. With 2⁵² uniforms symmetric about ½ the values are symmetric too and reach ±8.2.
 */

import { normalQuantile } from "./normal-quantile.ts";
import { CHUNK, type Stream } from "./stream.ts";
import { openUnitAt } from "./uniform.ts";

/** One standard normal value, in float64. */
export function standardNormal(stream: Stream): number {
  stream.take(1);
  return normalQuantile(openUnitAt(0));
}

/** Fills `out` with standard normal values, rounded to its type. */
export function fillNormal(stream: Stream, out: Float32Array | Float64Array): void {
  for (let start = 0; start < out.length; start += CHUNK) {
    const count = Math.min(CHUNK, out.length - start);
    stream.take(count);
    for (let i = 0; i < count; i++) out[start + i] = normalQuantile(openUnitAt(i));
  }
}
