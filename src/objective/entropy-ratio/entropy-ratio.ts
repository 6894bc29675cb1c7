/**
 * The entropy ratio of docs/methods.md section 4 inside a graph: the same quantities as `evaluation/entropy-ratio.ts`
 * measures in float64, from logits, in float32, with gradients where the method asks for them. Its three uses:
 *
 *     temperature   of the behaviour policy, π_beh ∝ π^{1/T}          no gradient
 *     lossWeight    multiplies a loss, or `weightTransitions`         no gradient
 *     balanceLoss   added to a loss with a small weight               gradient through h and ρ
 */
import { lax, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { WindageError } from "../../error.ts";
import { logPolicyOf } from "../log-probability.ts";
import { batchQuantile } from "./quantile.ts";

/** How the entropy ratio is estimated. */
export interface EntropyTermOptions {
  /** Weight of the high-entropy states in the mixture, in (0, 1]; 1 is neutral. */
  readonly gamma: number;
  /** `quantile`: one ratio per batch from its quantiles (default). `clamped`: one per state, low = min(h(s), cap). */
  readonly estimator?: "quantile" | "clamped";
  /** Quantile level that separates low from high, default 0.25. */
  readonly quantile?: number;
  /** Upper bound of H_low(s) in the per-state estimator, default 0.1. */
  readonly cap?: number;
  /** ρ is clipped to [ε, 1 − ε] in the balance loss, default 1e-6. */
  readonly epsilon?: number;
}

/** Policies of some states: logits [..., A], and which choices and states count. */
export interface EntropyRatioInputs {
  readonly logits: JaxArray;
  /** Legal choices, bool [..., A]. */
  readonly legal?: JaxArray;
  /** 1 for states that count, 0 for padding, [...]; all count when left out. */
  readonly mask?: JaxArray;
}

/** Arrays over states have the shape of the logits without their last axis. */
export interface EntropyRatioArrays {
  /** H(π(·|s)) in nats, per state. */
  readonly entropy: JaxArray;
  /** h(s) = H / log A, per state. */
  readonly normalisedEntropy: JaxArray;
  /** H_high and H_low, the quantiles of h: scalars. */
  readonly high: JaxArray;
  readonly low: JaxArray;
  /** r_γ and ρ = γ r_γ of the quantiles: scalars. */
  readonly ratio: JaxArray;
  readonly share: JaxArray;
  /** r_γ with each state's own entropy as high and min(h(s), cap) as low, per state. */
  readonly clampedRatioPerState: JaxArray;
  /** L_bal over the states that count, each visit alike: a scalar. */
  readonly balanceLoss: JaxArray;
  /** clip(r_γ, 1, 1/γ): a scalar, or per state with the clamped estimator. */
  readonly temperature: JaxArray;
  /** r_γ without gradient: a scalar, or per state with the clamped estimator. */
  readonly lossWeight: JaxArray;
}

/**
 * The entropy ratio and what is made of it (docs/methods.md section 4), as arrays inside a loss; consumes nothing.
 * What is not used of the result costs nothing.
 */
export function entropyTerms(
  { logits, legal, mask }: EntropyRatioInputs,
  options: EntropyTermOptions,
): EntropyRatioArrays {
  const { gamma, estimator = "quantile", quantile: level = 0.25, cap = 0.1, epsilon = 1e-6 } = options;
  check(logits, gamma, level);
  const logPolicy = logPolicyOf(logits, legal);
  const entropy = np.negative(np.sum(np.exp(logPolicy.ref).mul(logPolicy), -1));
  const h = entropy.ref.div(Math.log(logits.shape.at(-1)!));
  const high = batchQuantile(h, 1 - level, mask);
  const low = batchQuantile(h, level, mask);
  const ofBatch = mixture(high, low, gamma);
  const ofStates = mixture(h, np.minimum(h.ref, cap), gamma);
  const { ratio, share, rest } = estimator === "quantile" ? ofBatch : ofStates;
  const clip = (x: JaxArray): JaxArray => np.minimum(np.maximum(x.ref, epsilon), 1 - epsilon);
  const surprise = np.log(clip(share)).add(np.log(clip(rest)).mul(h.ref.mul(-(1 - gamma)).add(1 - gamma)));
  const perState = np.negative(h.ref.mul(surprise));
  return {
    entropy,
    normalisedEntropy: h,
    high,
    low,
    ratio: ofBatch.ratio,
    share: ofBatch.share,
    clampedRatioPerState: ofStates.ratio,
    balanceLoss: mask ? np.sum(perState.mul(mask.ref)).div(np.sum(mask.ref)) : np.mean(perState),
    temperature: lax.stopGradient(np.minimum(np.maximum(ratio.ref, 1), 1 / gamma)),
    lossWeight: lax.stopGradient(ratio.ref),
  };
}

/**
 * r_γ = high / (γ·high + (1−γ)·low), ρ = γ·r_γ and 1 − ρ = (1−γ)·low / (γ·high + (1−γ)·low), which is computed as it
 * stands because 1 − ρ would lose its digits near ρ = 1. Where high is 0 both are taken as 1, which gives r_γ = 1.
 */
function mixture(
  high: JaxArray,
  low: JaxArray,
  gamma: number,
): { ratio: JaxArray; share: JaxArray; rest: JaxArray } {
  const undecided = np.greater(high.ref, 0);
  const top = np.where(undecided.ref, high.ref, 1);
  const bottom = np.where(undecided, low.ref, 1).mul(1 - gamma);
  const denominator = top.ref.mul(gamma).add(bottom.ref);
  const ratio = top.div(denominator.ref);
  const rest = bottom.div(denominator);
  return { ratio, share: ratio.ref.mul(gamma), rest };
}

function check(logits: JaxArray, gamma: number, level: number): void {
  const choices = logits.shape.at(-1) ?? 0;
  if (logits.ndim < 2 || choices < 2) {
    throw new WindageError(
      "objective/bad-shape",
      `entropyRatio: got logits of shape [${logits.shape.join(", ")}], expected [states, choices] with at least 2 choices.`,
    );
  }
  if (!(gamma > 0 && gamma <= 1)) {
    throw new WindageError(
      "objective/bad-gamma",
      `entropyRatio: got gamma = ${gamma}, expected 0 < gamma ≤ 1.`,
    );
  }
  if (!(level >= 0 && level <= 0.5)) {
    throw new WindageError(
      "objective/bad-quantile",
      `entropyRatio: got quantile ${level}, expected a level from 0 to 0.5 (low and high are taken at q and 1 − q).`,
    );
  }
}
