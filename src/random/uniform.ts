/**
 * Raw words and uniform fractions. One block makes one value: 32-bit draws fold the block's two words
 * together (as JAX does), 64-bit draws use both. Products with powers of two are exact, so these values
 * are the same on every machine.
 */

import { CHUNK, firstWords, secondWords, type Stream } from "./stream.ts";

const TWO_POW_21 = 2 ** 21;
const TWO_POW_20 = 2 ** 20;
const TWO_POW_MINUS_24 = 2 ** -24;
const TWO_POW_MINUS_52 = 2 ** -52;
const TWO_POW_MINUS_53 = 2 ** -53;

/** Number `index` of the blocks last taken, as one unsigned 32-bit integer. */
export function wordAt(index: number): number {
  return (firstWords[index]! ^ secondWords[index]!) >>> 0;
}

/** Number `index` of the blocks last taken, as a multiple of 2⁻²⁴ in [0, 1): exact in float32. */
export function float32At(index: number): number {
  return ((firstWords[index]! ^ secondWords[index]!) >>> 8) * TWO_POW_MINUS_24;
}

/** Number `index` of the blocks last taken, as a multiple of 2⁻⁵³ in [0, 1). */
export function float64At(index: number): number {
  return ((firstWords[index]! >>> 0) * TWO_POW_21 + (secondWords[index]! >>> 11)) * TWO_POW_MINUS_53;
}

/**
 * Number `index` of the blocks last taken, as an odd multiple of 2⁻⁵³ in (0, 1): symmetric about ½ and never
 * 0 or 1, so that logarithms and quantiles of it are finite.
 */
export function openUnitAt(index: number): number {
  const bits52 = (firstWords[index]! >>> 0) * TWO_POW_20 + (secondWords[index]! >>> 12);
  return (bits52 + 0.5) * TWO_POW_MINUS_52;
}

/** Fills `out` with unsigned 32-bit integers. */
export function fillUint32(stream: Stream, out: Uint32Array): void {
  for (let start = 0; start < out.length; start += CHUNK) {
    const count = Math.min(CHUNK, out.length - start);
    stream.take(count);
    for (let i = 0; i < count; i++) out[start + i] = firstWords[i]! ^ secondWords[i]!;
  }
}

/** Fills `out` with uniform fractions of as many bits as its type holds: 24 or 53. */
export function fillUniform(stream: Stream, out: Float32Array | Float64Array): void {
  const wide = out.BYTES_PER_ELEMENT === Float64Array.BYTES_PER_ELEMENT;
  for (let start = 0; start < out.length; start += CHUNK) {
    const count = Math.min(CHUNK, out.length - start);
    stream.take(count);
    if (wide) for (let i = 0; i < count; i++) out[start + i] = float64At(i);
    else for (let i = 0; i < count; i++) out[start + i] = float32At(i);
  }
}
