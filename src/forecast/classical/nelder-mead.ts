/**
 * The minimum of a function of a few numbers without its slope (Nelder and Mead 1965): a simplex that is reflected,
 * stretched, drawn together. Smoothing models have two to six numbers, and a pass over a series is their function.
 */

/** How far the search goes. */
interface Search {
  /** First steps away from the start, one for each number. */
  readonly steps: ArrayLike<number>;
  /** Evaluations at most. */
  readonly most: number;
  /** Ends where the best and the worst differ by less than this share. */
  readonly tolerance: number;
}

interface Vertex {
  readonly at: Float64Array;
  readonly value: number;
}

/** The best point found. */
export function nelderMead(
  value: (at: Float64Array) => number,
  start: ArrayLike<number>,
  { steps, most, tolerance }: Search,
): Vertex {
  const size = start.length;
  const looked = (at: Float64Array): Vertex => {
    const found = value(at);
    return { at, value: Number.isNaN(found) ? Infinity : found };
  };
  const simplex = Array.from({ length: size + 1 }, (_, k) =>
    looked(Float64Array.from(start, (one, i) => (i === k - 1 ? one + steps[i]! : one))),
  );
  const centre = new Float64Array(size);
  for (let used = size + 1; used < most;) {
    simplex.sort((a, b) => a.value - b.value);
    const best = simplex[0]!;
    const worst = simplex[size]!;
    if (worst.value - best.value <= tolerance * Math.abs(best.value)) break;
    centre.fill(0);
    for (let k = 0; k < size; k++) for (let i = 0; i < size; i++) centre[i]! += simplex[k]!.at[i]! / size;
    const along = (factor: number): Vertex =>
      looked(centre.map((middle, i) => middle + factor * (worst.at[i]! - middle)));
    const reflected = along(-1);
    used++;
    if (reflected.value < best.value) {
      const further = along(-2);
      used++;
      simplex[size] = further.value < reflected.value ? further : reflected;
      continue;
    }
    if (reflected.value < simplex[size - 1]!.value) {
      simplex[size] = reflected;
      continue;
    }
    const nearer = along(reflected.value < worst.value ? -0.5 : 0.5);
    used++;
    if (nearer.value < Math.min(worst.value, reflected.value)) {
      simplex[size] = nearer;
      continue;
    }
    for (let k = 1; k <= size; k++) {
      simplex[k] = looked(simplex[k]!.at.map((one, i) => (one + best.at[i]!) / 2));
      used++;
    }
  }
  return simplex.reduce((best, one) => (one.value < best.value ? one : best));
}
