/**
 * The convex problem behind the limit without feedback, by a primal-dual interior-point method whose Newton systems are
 * solved by conjugate gradients, so that the noise is only ever applied, never written down as a matrix.
 *
 * Both divergences are sums `Σ_x φ_x(q_x)` over `q = Kw`. Written for measures instead of laws, `φ = q − p log q` and
 * `φ = q log(q/p) − q`, their minimisers over `w ≥ 0` alone are the wanted laws up to a factor, so that no constraint
 * on the sum is needed. Richardson–Lucy steps and mirror descent, the textbook methods, find the same laws and need
 * hundreds of times as many applications of `K` for a gap of 1e-8; the tests compare with them.
 */
import { applyEverywhere, matricesOf, type SequenceNoise, transposed } from "../law/kronecker.ts";
import type { Steps } from "../long-computation.ts";
import { conjugateGradients } from "./conjugate-gradients.ts";

/** Share of the way to the boundary that a step may go. */
const TO_BOUNDARY = 0.99;
/** How much smaller each step tries to make the products `w·z`. */
const CENTRING = 0.1;

/** The best law of designs found, and a proof of how near it is. */
export interface Deconvolved {
  readonly design: Float64Array;
  readonly gap: number;
}

/** Minimises the divergence of `Kw` from `target` over laws `w` of the designs marked `useful`; yields the gap. */
export function* deconvolve(
  target: Float64Array,
  noise: SequenceNoise,
  direction: "reverse" | "forward",
  useful: Uint8Array,
  { gap: wanted, maxSteps }: { readonly gap: number; readonly maxSteps: number },
): Steps<Deconvolved> {
  const count = target.length;
  const { size } = noise;
  const matrices = matricesOf(noise);
  const toLaw = transposed(matrices, size);
  const squares = matrices.map((matrix) => matrix.map((p) => p * p));
  // In units where the mean of the target is 1, all quantities are of order 1 whatever the number of designs.
  const p = target.map((mass) => mass * count);
  const w = Float64Array.from(p, (mass, a) => (useful[a] ? 0.9 * mass + 0.1 : 0));
  const z = Float64Array.from(useful, (use) => (use ? 0.1 : 0));
  const [q, slope, curvature] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const [gradient, diagonal, rhs] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ];
  const work = new Float64Array(count);
  let best: Deconvolved = { design: normalised(w), gap: Infinity };
  for (let step = 0; ; step++) {
    applyEverywhere(toLaw, size, w, q);
    derivatives(direction, p, q, slope, curvature);
    applyEverywhere(matrices, size, slope, gradient);
    const gap = provenGap(direction, w, gradient, useful);
    if (gap < best.gap) best = { design: normalised(w), gap };
    if (best.gap <= wanted || step === maxSteps || !Number.isFinite(gap)) return best;
    yield best.gap;

    let complementarity = 0;
    let number = 0;
    for (let a = 0; a < count; a++) {
      complementarity += w[a]! * z[a]!;
      number += useful[a]!;
    }
    const mu = (CENTRING * complementarity) / number;
    applyEverywhere(squares, size, curvature, diagonal);
    for (let a = 0; a < count; a++) {
      rhs[a] = useful[a] ? mu / w[a]! - gradient[a]! : 0;
      diagonal[a] = useful[a] ? diagonal[a]! + z[a]! / w[a]! : 1;
    }
    const direct = yield* conjugateGradients(rhs, diagonal, (v, out) => {
      applyEverywhere(toLaw, size, v, work);
      for (let x = 0; x < count; x++) work[x]! *= curvature[x]!;
      applyEverywhere(matrices, size, work, out);
      for (let a = 0; a < count; a++) out[a] = useful[a] ? out[a]! + (z[a]! / w[a]!) * v[a]! : v[a]!;
    });
    let [stepW, stepZ] = [1, 1];
    for (let a = 0; a < count; a++) {
      if (!useful[a]) continue;
      // The dual step follows from the primal one; it takes the place of the right-hand side, which is used up.
      rhs[a] = mu / w[a]! - z[a]! - (z[a]! / w[a]!) * direct[a]!;
      if (direct[a]! < 0) stepW = Math.min(stepW, (-TO_BOUNDARY * w[a]!) / direct[a]!);
      if (rhs[a]! < 0) stepZ = Math.min(stepZ, (-TO_BOUNDARY * z[a]!) / rhs[a]!);
    }
    for (let a = 0; a < count; a++) {
      if (!useful[a]) continue;
      w[a]! += stepW * direct[a]!;
      z[a]! += stepZ * rhs[a]!;
    }
  }
}

/** First and second derivative of `φ` at every object; an object nobody can make has none. */
function derivatives(
  direction: "reverse" | "forward",
  p: Float64Array,
  q: Float64Array,
  slope: Float64Array,
  curvature: Float64Array,
): void {
  for (let x = 0; x < q.length; x++) {
    const mass = q[x]!;
    if (!(mass > 0)) {
      slope[x] = 0;
      curvature[x] = 0;
    } else if (direction === "reverse") {
      slope[x] = p[x]! > 0 ? Math.log(mass / p[x]!) : 0;
      curvature[x] = 1 / mass;
    } else {
      slope[x] = 1 - p[x]! / mass;
      curvature[x] = p[x]! / (mass * mass);
    }
  }
}

/**
 * How far the divergence of the normalised `w` can be above the least: `⟨∇, w⟩ − min ∇` at it (Frank–Wolfe). By the
 * reverse divergence scaling `w` adds a constant to the gradient, which cancels; by the forward one `K'(p/q)` scales.
 */
function provenGap(
  direction: "reverse" | "forward",
  w: Float64Array,
  gradient: Float64Array,
  useful: Uint8Array,
): number {
  let [total, product, least] = [0, 0, Infinity];
  for (let a = 0; a < w.length; a++) {
    if (!useful[a]) continue;
    total += w[a]!;
    product += w[a]! * gradient[a]!;
    if (gradient[a]! < least) least = gradient[a]!;
  }
  if (direction === "reverse") return product / total - least;
  return ((1 - least) * total) / w.length - 1;
}

function normalised(w: Float64Array): Float64Array {
  const total = w.reduce((a, b) => a + b, 0);
  return w.map((mass) => mass / total);
}
