/**
 * The noise of a whole sequence at once. Where every token is replaced on its own, `K(x|a) = Π_t P(x_t|a_t)` is the
 * Kronecker power of the kernel, and is applied one position after the other: `L·V` products per sequence instead of `V^L`.
 */
import type { NoiseKernel } from "./kernel.ts";
import { sequenceLength } from "./sequence-tree.ts";

/** `Σ_a K(x|a) w_a`: the law of what is made when designs have the law `w`, in lexicographic order. */
export function openLoopLaw(design: ArrayLike<number>, kernel: NoiseKernel): Float64Array {
  return applyEverywhere(transposed(kernel.matrix, kernel.size), kernel.size, design);
}

/** `Σ_x K(x|a) v_x`: what each design gets on average of a value of what is made. */
export function expectedOverNoise(value: ArrayLike<number>, kernel: NoiseKernel): Float64Array {
  return applyEverywhere(kernel.matrix, kernel.size, value);
}

/** Multiplies every position of a vector over sequences by one matrix `rows[out * size + in]`; into `out`, where given. */
export function applyEverywhere(
  rows: Float64Array,
  size: number,
  vector: ArrayLike<number>,
  out: Float64Array = new Float64Array(vector.length),
): Float64Array {
  sequenceLength(vector.length, size);
  for (let i = 0; i < vector.length; i++) out[i] = vector[i]!;
  const before = new Float64Array(size);
  for (let stride = 1; stride < out.length; stride *= size) {
    for (let block = 0; block < out.length; block += stride * size) {
      for (let start = block; start < block + stride; start++) {
        for (let i = 0; i < size; i++) before[i] = out[start + i * stride]!;
        for (let o = 0; o < size; o++) {
          let sum = 0;
          for (let i = 0; i < size; i++) sum += rows[o * size + i]! * before[i]!;
          out[start + o * stride] = sum;
        }
      }
    }
  }
  return out;
}

export function transposed(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((_, i) => matrix[(i % size) * size + Math.floor(i / size)]!);
}
