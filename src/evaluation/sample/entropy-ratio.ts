/**
 * The entropy ratio (docs/methods.md section 4): how much more undecided the policy is at its high-entropy states than
 * at a mixture of high and low, and the share, balance loss and behaviour temperature that follow from it.
 * Float64 and without gradients; it is a measurement here, not an objective.
 */
import { WindageError } from "../../error.ts";

/** How the entropy ratio is estimated. */
export interface EntropyRatioOptions {
  /** Weight of the high-entropy states in the mixture, in (0, 1]; 1 is neutral. */
  readonly gamma: number;
  /** Quantile level `q` that separates low from high, default 0.25. */
  readonly quantile?: number;
  /** Upper bound of `H_low(s)` in the per-state variant, default 0.1. */
  readonly cap?: number;
  /** `ρ` is clipped to `[ε, 1 − ε]` in the balance loss, default 1e-6. */
  readonly epsilon?: number;
  /** Empirical visitation `μ(s)`, default uniform; need not be normalised. */
  readonly visits?: ArrayLike<number>;
}

export interface EntropyRatio {
  /** `H(π(·|s))` in nats. */
  readonly entropy: Float64Array;
  /** `h(s) = H / log V`, between 0 and 1. */
  readonly normalisedEntropy: Float64Array;
  readonly high: number;
  readonly low: number;
  /** `r_γ`, between 1 and `1/γ`. */
  readonly ratio: number;
  /** `ρ = γ r_γ`, between `γ` and 1. */
  readonly share: number;
  /** `r_γ` with each state's own entropy as high and `min(h(s), cap)` as low. */
  readonly clampedRatioPerState: Float64Array;
  readonly balanceLoss: number;
  /** `T = clip(r_γ, 1, 1/γ)`, the temperature of the behaviour policy. */
  readonly temperature: number;
}

/**
 * The entropy ratio and what is made of it (docs/methods.md section 4) for the policies of some states, `policy[s * V
 * + a]`.
 */
export function entropyRatio(
  policy: ArrayLike<number>,
  alphabetSize: number,
  options: EntropyRatioOptions,
): EntropyRatio {
  const { gamma, quantile: level = 0.25, cap = 0.1, epsilon = 1e-6, visits } = options;
  check(policy.length, alphabetSize, gamma, level);
  const entropy = policyEntropy(policy, alphabetSize);
  const normalisedEntropy = entropy.map((h) => h / Math.log(alphabetSize));
  const high = quantile(normalisedEntropy, 1 - level);
  const low = quantile(normalisedEntropy, level);
  const ratio = mixtureRatio(high, low, gamma);
  const share = gamma * ratio;
  return {
    entropy,
    normalisedEntropy,
    high,
    low,
    ratio,
    share,
    clampedRatioPerState: normalisedEntropy.map((h) => mixtureRatio(h, Math.min(h, cap), gamma)),
    balanceLoss: balanceLoss(
      normalisedEntropy,
      Math.min(1 - epsilon, Math.max(epsilon, share)),
      gamma,
      visits,
    ),
    temperature: Math.min(1 / gamma, Math.max(1, ratio)),
  };
}

/** The entropy, in nats, of a policy at each of some states. */
export function policyEntropy(policy: ArrayLike<number>, alphabetSize: number): Float64Array {
  const entropy = new Float64Array(policy.length / alphabetSize);
  for (let s = 0; s < entropy.length; s++) {
    for (let a = 0; a < alphabetSize; a++) {
      const p = policy[s * alphabetSize + a]!;
      if (p > 0) entropy[s] = entropy[s]! - p * Math.log(p);
    }
  }
  return entropy;
}

/** The quantile of a sample at a level between 0 and 1, interpolating linearly between order statistics. */
export function quantile(values: ArrayLike<number>, level: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = level * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!);
}

function mixtureRatio(high: number, low: number, gamma: number): number {
  return high === 0 ? 1 : high / (gamma * high + (1 - gamma) * low);
}

/** `L_bal = −Σ_s μ(s) h(s) [log ρ + (1−γ)(1−h(s)) log(1−ρ)]`. */
function balanceLoss(
  normalisedEntropy: Float64Array,
  share: number,
  gamma: number,
  visits: ArrayLike<number> | undefined,
): number {
  let loss = 0;
  let total = 0;
  for (const [s, h] of normalisedEntropy.entries()) {
    const mu = visits?.[s] ?? 1;
    total += mu;
    loss -= mu * h * (Math.log(share) + (1 - gamma) * (1 - h) * Math.log(1 - share));
  }
  return loss / total;
}

function check(entries: number, alphabetSize: number, gamma: number, level: number): void {
  if (alphabetSize < 2 || entries === 0 || entries % alphabetSize !== 0) {
    throw new WindageError(
      "evaluation/bad-policy",
      `entropyRatio: got ${entries} probabilities over ${alphabetSize} tokens, expected whole rows over at least 2 tokens.`,
    );
  }
  if (!(gamma > 0 && gamma <= 1)) {
    throw new WindageError(
      "evaluation/bad-gamma",
      `entropyRatio: got gamma = ${gamma}, expected 0 < gamma ≤ 1.`,
    );
  }
  if (!(level >= 0 && level <= 0.5)) {
    throw new WindageError(
      "evaluation/bad-quantile",
      `entropyRatio: got quantile ${level}, expected a level from 0 to 0.5 (low and high are taken at q and 1 − q).`,
    );
  }
}
