/** Typed arrays in memory that two threads see, one after the other in the order of their shapes. */
import { sizeOf } from "../spec.ts";
import type { Data, DType, Spec } from "../spec.ts";

/** Every array starts on a cache line of its own. */
const alignment = 64;

/** Room for arrays of these shapes. */
export function shareMemory(specs: readonly Spec[]): SharedArrayBuffer {
  return new SharedArrayBuffer(specs.reduce((end, spec) => end + bytesOf(spec), 0));
}

/** The arrays in such memory. */
export function sharedArrays(memory: SharedArrayBuffer, specs: readonly Spec[]): Data[] {
  let start = 0;
  return specs.map((spec) => {
    const array = views[spec.dtype](memory, start, sizeOf(spec.shape));
    start += bytesOf(spec);
    return array;
  });
}

type View = (memory: SharedArrayBuffer, start: number, size: number) => Data;

const views: Readonly<Record<DType, View>> = {
  float32: (...where) => new Float32Array(...where),
  int32: (...where) => new Int32Array(...where),
  uint32: (...where) => new Uint32Array(...where),
  bool: (...where) => new Uint8Array(...where),
};

function bytesOf({ shape, dtype }: Spec): number {
  const bytes = sizeOf(shape) * (dtype === "bool" ? 1 : 4);
  return Math.ceil(bytes / alignment) * alignment;
}
