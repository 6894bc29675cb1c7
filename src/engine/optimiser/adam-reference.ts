/**
 * One Adam(W) update as it is printed, entry by entry, rounded to float32 after every operation so that it agrees
 * with the SIMD kernel bit for bit:
 *
 *     g ← scale·g          m ← β₁m + (1−β₁)g          v ← β₂v + (1−β₂)g²
 *     θ ← (1−η·decay)·θ − η/(1−β₁ᵗ) · m / (√v/√(1−β₂ᵗ) + ε)
 */

export interface AdamUpdate {
  /** Factor from clipping the gradient's norm. */
  readonly gradientScale: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  /** Learning rate over the first moment's bias, η/(1−β₁ᵗ). */
  readonly stepSize: number;
  /** 1/√(1−β₂ᵗ). */
  readonly unbiasSecond: number;
  /** 1 − η·decay. */
  readonly shrink: number;
}

/** Starts of the four vectors inside one array. */
export interface AdamOffsets {
  readonly values: number;
  readonly gradient: number;
  readonly first: number;
  readonly second: number;
}

const f = Math.fround;
const smallestNormal = f(1.17549435e-38);

/** Updates entries `from` to `to`. */
export function adamReference(
  all: Float32Array,
  at: AdamOffsets,
  from: number,
  to: number,
  u: AdamUpdate,
): void {
  const flushed = (x: number): number => (Math.abs(x) >= smallestNormal ? x : 0);
  for (let i = from; i < to; i++) {
    const g = f(all[at.gradient + i]! * f(u.gradientScale));
    const m = flushed(f(f(all[at.first + i]! * f(u.beta1)) + f(g * f(1 - u.beta1))));
    const v = flushed(f(f(all[at.second + i]! * f(u.beta2)) + f(f(g * g) * f(1 - u.beta2))));
    const denominator = f(f(f(Math.sqrt(v)) * f(u.unbiasSecond)) + f(u.epsilon));
    all[at.first + i] = m;
    all[at.second + i] = v;
    all[at.values + i] = f(f(all[at.values + i]! * f(u.shrink)) - f(f(m * f(u.stepSize)) / denominator));
  }
}
