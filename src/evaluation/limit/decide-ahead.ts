/**
 * Decision-time look-ahead on fixed-length sequences: the policy `π_k` that follows from flows `k` steps ahead, without
 * any training. The mass wanted behind each next token is summed over what the flows say `k` steps further on (no
 * further than the end), and the intentions are those whose outcomes come nearest to it under the noise:
 *
 *     p_k(c|s) ∝ Σ over the continuations of s·c by k − 1 tokens of F        π_k = argmin KL(Σ_a π(a) P(·|s,a) ‖ p_k)
 *
 * `k = 0` is the trained policy itself and does not come here.
 */
import { WindageError } from "../../error.ts";
import type { NoiseKernel } from "../law/kernel.ts";
import { finish } from "../long-computation.ts";
import { logMassByDepth } from "../law/sequence-tree.ts";
import { bestReverse } from "./best-mixture.ts";
import { reverseFiller } from "./reverse-kl-limit.ts";

/** What looking ahead is computed from: flows, what finished objects count for, and the noise. */
export interface DecidedAhead {
  /** `log F` of every prefix of length 0 … L − 1, in lexicographic order per length. */
  readonly logFlowByDepth: readonly ArrayLike<number>[];
  /** What finished objects count for: `log R` where scores are free, else `log F(parent) + log q(c|parent)`. */
  readonly logEnd: ArrayLike<number>;
  /** The noise as the policy knows it: one kernel, or `P̂(c|s,a)` by depth, `[prefix][a][c]` one after another. */
  readonly dynamics: NoiseKernel | readonly ArrayLike<number>[];
}

/** Learned noise takes a third of a millisecond per prefix. */
const prefixesPerStep = 256;

/**
 * A policy that looks `k` steps ahead when it decides, from flows and rewards: `π_k` by depth, laid out as `exactLaw`
 * takes it.
 */
export function decideAhead(ahead: DecidedAhead, steps: number): Float64Array[] {
  return finish(decideAheadSteps(ahead, steps));
}

/** Likewise, step by step; yields the share of prefixes that it has decided at. */
export function* decideAheadSteps(
  { logFlowByDepth, logEnd, dynamics }: DecidedAhead,
  steps: number,
): Generator<number, Float64Array[], void> {
  if (!Number.isInteger(steps) || steps < 1) {
    throw new WindageError(
      "evaluation/bad-look-ahead",
      `decideAhead: got ${steps} steps, expected a whole number of at least 1; 0 is the policy itself.`,
    );
  }
  const length = logFlowByDepth.length;
  const levels = [...logFlowByDepth, logEnd];
  const size = levels[1]!.length;
  const fill = fillerOf(dynamics, size);
  const prefixes = logFlowByDepth.reduce((sum, level) => sum + level.length, 0);
  const policies: Float64Array[] = [];
  let decided = 0;
  for (let t = 0; t < length; t++) {
    const ahead = levels[Math.min(t + steps, length)]!;
    const wanted = logMassByDepth(ahead, size)[t + 1]!;
    const policy = new Float64Array(wanted.length);
    for (let prefix = 0; prefix < wanted.length / size; prefix++) {
      const [start, end] = [prefix * size, (prefix + 1) * size];
      fill(wanted.subarray(start, end), policy.subarray(start, end), t, prefix);
      if (++decided % prefixesPerStep === 0) yield decided / prefixes;
    }
    policies.push(policy);
  }
  return policies;
}

type Fill = (logWeight: Float64Array, pi: Float64Array, depth: number, prefix: number) => void;

function fillerOf(dynamics: DecidedAhead["dynamics"], size: number): Fill {
  if ("matrix" in dynamics) return reverseFiller(dynamics);
  return (logWeight, pi, depth, prefix) => {
    const start = prefix * size * size;
    const rows = Float64Array.from({ length: size * size }, (_, i) => dynamics[depth]![start + i]!);
    pi.set(bestReverse({ rows, actionCount: size, outcomeCount: size }, logWeight).pi);
  };
}
