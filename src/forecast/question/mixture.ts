/**
 * What paths of several samplers say together about `Z_r = E_p[r]`. Each path is weighed by p against the mixture of all
 * samplers it could have come from (the balance heuristic), `w(x) = p(x) / Σ_j n_j q_j(x)`. One of them is p itself, so
 * that no weight exceeds `1/n_p`: what a tilted sampler does not reach enters with its true weight where a plain path
 * finds it, and widens the interval.
 */
import { estimateMean } from "../../evaluation/sample/estimate.ts";

/** One estimate of `Z_r = E_p[r]`. */
export interface ZEstimate {
  readonly probability: number;
  readonly standardError: number;
  /** How many independent paths of the conditional law the samples are worth. */
  readonly effectiveSamples: number;
}

/** Paths of one sampler: their rewards, and what each is worth beside those of all samplers. */
export interface Stratum {
  readonly logReward: Float64Array;
  /** `log w(x)`. */
  readonly logWeight: Float64Array;
}

const nothing: ZEstimate = { probability: 0, standardError: 0, effectiveSamples: 0 };

/**
 * The sum of `w·r` over all paths; its error comes from the scatter within each sampler's own. With `complement`, what
 * does not meet a question is counted, since of what nearly always happens that is known more exactly.
 */
export function mixtureEstimate(strata: readonly Stratum[], complement = false): ZEstimate {
  // In units near the largest weight, since squares of 1e-200 or 1e200 are no numbers; a power of two costs no digit.
  const largest = Math.exp(
    strata.reduce((most, { logReward, logWeight }) => {
      return logReward.reduce((top, log, i) => Math.max(top, log + logWeight[i]!), most);
    }, -Infinity),
  );
  if (largest === 0) return nothing;
  const unit = 2 ** Math.floor(Math.log2(largest));
  let [sum, squares, total, variance] = [0, 0, 0, 0];
  for (const { logReward, logWeight } of strata) {
    const shares = logReward.map((log, i) => Math.exp(log + logWeight[i]!) / unit);
    for (const share of shares) {
      sum += share;
      squares += share * share;
    }
    const counted = complement
      ? logReward.map((log, i) => ((1 - Math.exp(log)) * Math.exp(logWeight[i]!)) / unit)
      : shares;
    const { estimate, standardError, samples } = estimateMean(counted);
    total += samples * estimate;
    variance += (samples * standardError) ** 2;
  }
  return {
    probability: complement ? Math.max(0, 1 - unit * total) : unit * total,
    standardError: unit * Math.sqrt(variance),
    effectiveSamples: (sum * sum) / squares,
  };
}

/** The standard error in units of the estimate. */
function relativeError({ probability, standardError }: ZEstimate): number {
  return probability > 0 ? standardError / probability : Infinity;
}

/** Where none or all of `samples` independent paths meet a question, it is with 95 % less than 3 of so many off. */
export function intervalOf(one: ZEstimate, samples: number, most: number): readonly [number, number] {
  const { probability } = one;
  // Without a largest weight, one path that nobody has drawn could be worth anything.
  if (probability === 0) return [0, most === Infinity ? Infinity : (3 * most) / samples];
  if (probability === most) return [most - (3 * most) / samples, most];
  const factor = Math.exp(1.96 * relativeError(one));
  return [probability / factor, Math.min(most, probability * factor)];
}

/** Two-sided odds of 1 in 1,000, and the count of which none is so unlikely. */
const [faraway, expectedAtMost] = [3.29, 7];

/** Whether two estimates of one number differ by no more than chance would let them once in a thousand times. */
export function agree(tilted: ZEstimate, plain: ZEstimate, samples: number, most: number): boolean {
  if (tilted.probability === 0) return true;
  const room = Math.exp(faraway * relativeError(tilted));
  const [low, high] = [tilted.probability / room, tilted.probability * room];
  if (plain.probability === 0) return low <= (expectedAtMost * most) / samples;
  const plainRoom = Math.exp(faraway * relativeError(plain));
  return low <= plain.probability * plainRoom && high >= plain.probability / plainRoom;
}
