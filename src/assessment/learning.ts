/**
 * Whether a sampler has learned anything: the mean reward of what it makes against that of random objects. It is a low
 * bar, and says nothing about how near a law is to its target; whoever does not take it has learned nothing.
 */
import { estimateMean } from "../evaluation/index.ts";
import type { Estimate } from "../evaluation/index.ts";
import type { Reward } from "../landscape/index.ts";

export interface Learning {
  /** Mean reward of random objects. */
  readonly random: Estimate;
  /** Mean reward of what the sampler makes. */
  readonly sampler: Estimate;
  /** Whether the sampler's is higher by more than the standard error of the difference. */
  readonly better: boolean;
}

/** Compares what a sampler makes with random objects, by their scores. */
export function compareWithRandom(
  reward: Reward,
  random: ArrayLike<number>,
  sampled: ArrayLike<number>,
): Learning {
  return judgeLearning(
    estimateMean(reward.logRewards(random).map(Math.exp)),
    estimateMean(reward.logRewards(sampled).map(Math.exp)),
  );
}

/** The same from mean rewards that are known already. */
export function judgeLearning(random: Estimate, sampler: Estimate): Learning {
  const error = Math.hypot(random.standardError, sampler.standardError);
  return { random, sampler, better: sampler.estimate - random.estimate > error };
}

/** What to try when nothing is learned. */
export const learningAdvice =
  "Try a larger --beta, so that good objects stand out more; known good ones with --dataset and --dataset-batch 16; another --model; or another map from scores to rewards. Where noise leaves no choice (--alpha near 1), nothing can be learned.";
