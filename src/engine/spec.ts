/**
 * Shapes and element types: what a compiled program knows about each of its inputs and outputs, and which
 * typed array carries each element type. Programs are compiled for fixed shapes.
 */
import { WindageError } from "../error.ts";

/** Element types the engine computes with. */
export type DType = "float32" | "int32" | "uint32" | "bool";

/** The shape and element type of one array that a compiled function takes. */
export interface Spec {
  readonly shape: readonly number[];
  readonly dtype: DType;
}

/** Typed arrays that carry program inputs and outputs; `bool` is one byte per element, 0 or 1. */
export interface DataOf {
  readonly float32: Float32Array;
  readonly int32: Int32Array;
  readonly uint32: Uint32Array;
  readonly bool: Uint8Array;
}

/** The typed arrays that programs take and give. */
export type Data = DataOf[DType];

/** Declares a float32 array of the given shape, as an input to compile for. */
export const f32 = (...shape: readonly number[]) => ({ shape, dtype: "float32" }) as const;

/** Declares an int32 array of the given shape, as an input to compile for. */
export const i32 = (...shape: readonly number[]) => ({ shape, dtype: "int32" }) as const;

/** Declares a uint32 array of the given shape, as an input to compile for. */
export const u32 = (...shape: readonly number[]) => ({ shape, dtype: "uint32" }) as const;

/** Declares a boolean array of the given shape, as an input to compile for. */
export const bool = (...shape: readonly number[]) => ({ shape, dtype: "bool" }) as const;

/** Number of elements in an array of this shape. */
export function sizeOf(shape: readonly number[]): number {
  let size = 1;
  for (const dim of shape) size *= dim;
  return size;
}

/** A zeroed typed array that can carry `spec`. */
export function allocate<T extends DType>(spec: {
  readonly shape: readonly number[];
  readonly dtype: T;
}): DataOf[T] {
  const size = sizeOf(spec.shape);
  const data: DataOf = {
    get float32() {
      return new Float32Array(size);
    },
    get int32() {
      return new Int32Array(size);
    },
    get uint32() {
      return new Uint32Array(size);
    },
    get bool() {
      return new Uint8Array(size);
    },
  };
  return data[spec.dtype];
}

/** Throws unless `data` is the right kind of typed array, of the right length, for `spec`. */
export function checkData(program: string, input: string, spec: Spec, data: unknown): void {
  const wanted = dataKinds[spec.dtype];
  const size = sizeOf(spec.shape);
  if (data instanceof wanted && data.length === size) return;
  const got =
    ArrayBuffer.isView(data) && "length" in data
      ? `${data.constructor.name} of length ${String(data.length)}`
      : data === undefined
        ? "nothing"
        : typeof data;
  throw new WindageError(
    "engine/bad-input",
    `${program}: input "${input}" got ${got}, expected ${wanted.name} of length ${size} ` +
      `(${spec.dtype}[${spec.shape.join(", ")}]); pass the values flattened in row-major order.`,
  );
}

/** Throws unless every byte of a boolean input is 0 or 1: runtimes disagree about all others. */
export function checkBooleans(program: string, input: string, data: Uint8Array): void {
  for (let i = 0; i < data.length; i++) {
    if (data[i]! <= 1) continue;
    throw new WindageError(
      "engine/bad-input",
      `${program}: input "${input}" got the byte ${data[i]} at position ${i}, expected 0 or 1 (bool); ` +
        `write booleans as 0 and 1.`,
    );
  }
}

const dataKinds = {
  float32: Float32Array,
  int32: Int32Array,
  uint32: Uint32Array,
  bool: Uint8Array,
} as const;
