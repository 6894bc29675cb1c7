/**
 * What the two limits share: the shape of the answer, and how one prefix of the sequence tree is filled under
 * sticky noise (closed form) or any other kernel (small convex problem).
 */
import type { NoiseKernel } from "../law/kernel.ts";

/** The best law any policy can reach, by one divergence, on the tree of fixed-length sequences. */
export interface Limit {
  /** The divergence no policy can go below, in nats. */
  readonly kl: number;
  /** Total variation between the best law and the target. */
  readonly tv: number;
  readonly law: Float64Array;
  /** A policy that reaches it, laid out as `exactLaw` takes it. */
  readonly policyByDepth: readonly Float64Array[];
  readonly logZ: number;
}

/** Prefixes that are filled between two yields: some milliseconds. */
export const PREFIXES_PER_STEP = 64;

/** Writes to `pi` the intentions that give the law `q` under sticky noise; any will do when `alpha` is 1. */
export function undoSticky(q: Float64Array, alpha: number, pi: Float64Array): void {
  const floor = alpha / q.length;
  let sum = 0;
  for (let c = 0; c < q.length; c++) {
    pi[c] = Math.max(0, q[c]! - floor);
    sum += pi[c]!;
  }
  for (let c = 0; c < q.length; c++) pi[c] = sum > 0 ? pi[c]! / sum : 1 / q.length;
}

/** The kernel as the outcome table of one prefix. */
export function kernelTable(kernel: NoiseKernel): {
  rows: Float64Array;
  actionCount: number;
  outcomeCount: number;
} {
  return { rows: kernel.matrix, actionCount: kernel.size, outcomeCount: kernel.size };
}
