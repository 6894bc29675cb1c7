/**
 * The noise of a whole sequence at once. Where every token is replaced on its own, `K(x|a) = Π_t P_t(x_t|a_t)` is a
 * Kronecker product of kernels, and is applied one position after the other: `L·V` products per sequence instead of
 * `V^L`.
 */
import { WindageError } from "../../error.ts";
import type { NoiseKernel, PlacedKernel } from "./kernel.ts";
import { sequenceLength } from "./sequence-tree.ts";

/** Noise on every token of a sequence: one kernel everywhere, or one for each place. */
export type SequenceNoise = NoiseKernel | PlacedKernel;

/** Matrices of some noise: one for all places, or one for each. */
export function matricesOf(noise: SequenceNoise): readonly Float64Array[] {
  return "matrices" in noise ? noise.matrices : [noise.matrix];
}

/** `Σ_a K(x|a) w_a`: the law of what is made when designs have the law `w`, in lexicographic order. */
export function openLoopLaw(design: ArrayLike<number>, noise: SequenceNoise): Float64Array {
  return applyEverywhere(transposed(matricesOf(noise), noise.size), noise.size, design);
}

/** `Σ_x K(x|a) v_x`: what each design gets on average of a value of what is made. */
export function expectedOverNoise(value: ArrayLike<number>, noise: SequenceNoise): Float64Array {
  return applyEverywhere(matricesOf(noise), noise.size, value);
}

/** Multiplies positions of a vector over sequences by their matrices `rows[out * size + in]`; into `out`, where given. */
export function applyEverywhere(
  matrices: readonly Float64Array[],
  size: number,
  vector: ArrayLike<number>,
  out: Float64Array = new Float64Array(vector.length),
): Float64Array {
  const length = sequenceLength(vector.length, size);
  if (matrices.length !== 1 && matrices.length !== length) {
    throw new WindageError(
      "evaluation/bad-noise",
      `got noise at ${matrices.length} places, expected one kernel for all ${length} places or one for each.`,
    );
  }
  for (let i = 0; i < vector.length; i++) out[i] = vector[i]!;
  for (let place = length - 1, stride = 1; place >= 0; place--, stride *= size) {
    const rows = matrices.length === 1 ? matrices[0]! : matrices[place]!;
    if (size === 4) applyToFour(rows, stride, out);
    else applyTo(rows, size, stride, out);
  }
  return out;
}

function applyTo(rows: Float64Array, size: number, stride: number, out: Float64Array): void {
  const before = new Float64Array(size);
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

/** The same for four letters, which is DNA: sums stay in registers, and nothing else about them changes. */
function applyToFour(rows: Float64Array, stride: number, out: Float64Array): void {
  const [aa, ac, ag, at] = [rows[0]!, rows[1]!, rows[2]!, rows[3]!];
  const [ca, cc, cg, ct] = [rows[4]!, rows[5]!, rows[6]!, rows[7]!];
  const [ga, gc, gg, gt] = [rows[8]!, rows[9]!, rows[10]!, rows[11]!];
  const [ta, tc, tg, tt] = [rows[12]!, rows[13]!, rows[14]!, rows[15]!];
  for (let block = 0; block < out.length; block += stride * 4) {
    for (let i = block; i < block + stride; i++) {
      const a = out[i]!;
      const c = out[i + stride]!;
      const g = out[i + 2 * stride]!;
      const t = out[i + 3 * stride]!;
      out[i] = aa * a + ac * c + ag * g + at * t;
      out[i + stride] = ca * a + cc * c + cg * g + ct * t;
      out[i + 2 * stride] = ga * a + gc * c + gg * g + gt * t;
      out[i + 3 * stride] = ta * a + tc * c + tg * g + tt * t;
    }
  }
}

/** Every matrix turned over. */
export function transposed(matrices: readonly Float64Array[], size: number): readonly Float64Array[] {
  return matrices.map((matrix) => matrix.map((_, i) => matrix[(i % size) * size + Math.floor(i / size)]!));
}
