/** Fixed arrays of every element type for tables of small programs: irregular values, no ties, nothing near a jump. */
import { sizeOf } from "../spec.ts";
import type { CaseInput } from "./both-engines.fixture.ts";

export type Sample = CaseInput;

/** Floats in (low, high), spread irregularly and never equal. */
function floats(shape: readonly number[], low: number, high: number, shift = 0): Sample {
  const golden = 0.618_033_988_75;
  const at = (i: number): number => ((i + 1 + shift) * golden) % 1;
  const data = Float32Array.from({ length: sizeOf(shape) }, (_, i) => low + (high - low) * at(i));
  return { spec: { shape, dtype: "float32" }, data };
}

export const values = {
  x: floats([2, 4], -2, 2),
  y: floats([2, 4], -1.5, 1.5, 11),
  v: floats([4], -1.25, 1.75, 3),
  w: floats([4], -1, 1, 7),
  m: floats([3, 3], -1, 2, 5),
  cube: floats([2, 3, 4], -1, 1, 2),
  unit: floats([2, 4], -0.9, 0.9, 1),
  positive: floats([2, 4], 0.25, 2.5, 9),
  aboveOne: floats([2, 4], 1.25, 3, 4),
  bools: { spec: { shape: [2, 4], dtype: "bool" }, data: Uint8Array.of(1, 0, 0, 1, 0, 0, 0, 0) },
  ints: { spec: { shape: [2, 4], dtype: "int32" }, data: Int32Array.of(3, -7, 12, 0, 5, -1, 1000, 6) },
  otherInts: { spec: { shape: [2, 4], dtype: "int32" }, data: Int32Array.of(2, 3, -5, 7, 5, -2, 9, 4) },
  words: { spec: { shape: [3], dtype: "uint32" }, data: Uint32Array.of(1, 4_000_000_000, 7) },
  index: { spec: { shape: [2, 3], dtype: "int32" }, data: Int32Array.of(3, 0, 0, 1, 2, 1) },
} as const satisfies Record<string, Sample>;
