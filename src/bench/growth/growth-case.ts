/**
 * What is made larger, one thing at a time, to see how the cost of training grows: plain data, from which the worker
 * makes a trainer. Everything but what varies stays at the smallest size.
 */
export interface GrowthCase {
  readonly kind: "growth";
  /** Letters per sequence. */
  readonly length: number;
  /** Letters in the alphabet. */
  readonly letters: number;
  /** Trajectories per iteration. */
  readonly batch: number;
  readonly hidden: number;
}

export type GrowthDimension = Exclude<keyof GrowthCase, "kind">;

const smallest: GrowthCase = { kind: "growth", length: 8, letters: 4, batch: 16, hidden: 64 };

/** The sizes of the table. */
export const growthSizes: Readonly<Record<GrowthDimension, readonly number[]>> = {
  length: [8, 64, 256],
  letters: [4, 20, 100],
  batch: [16, 256, 4096],
  hidden: [64, 512, 2048],
};

/** One thing at one size. */
export const growthCase = (dimension: GrowthDimension, size: number): GrowthCase => ({
  ...smallest,
  [dimension]: size,
});

/**
 * The exponent of growth between two sizes: 1 is proportional, 2 quadratic. Both quantities have to be positive.
 */
export function growthExponent(
  from: { readonly size: number; readonly cost: number },
  to: { readonly size: number; readonly cost: number },
): number {
  return Math.log(to.cost / from.cost) / Math.log(to.size / from.size);
}
