/**
 * Whether a sampler has learned anything: the mean reward of what it makes against that of random objects. It is a low
 * bar, and says nothing about how near a law is to its target; whoever does not take it has learned nothing.
 */
// Not from the index: help reads what this file says, and has no use for the rest.
import { estimateMean } from "../../evaluation/sample/estimate.ts";
import type { Estimate } from "../../evaluation/sample/estimate.ts";
import type { Reward } from "../../landscape/reward.ts";

export interface Learning {
  /** Mean reward of random objects. */
  readonly random: Estimate;
  /** Mean reward of what the sampler makes. */
  readonly sampler: Estimate;
  /** Whether the sampler's is higher by more than the standard error of the difference. */
  readonly better: boolean;
  /** Whether both are means of logarithms: over rewards of many orders of magnitude one sample would be the mean. */
  readonly logarithmic?: true;
}

/** Compares what a sampler makes with random objects, by their scores. */
export function compareWithRandom(
  reward: Reward,
  random: ArrayLike<number>,
  sampled: ArrayLike<number>,
): Learning {
  const learning = judgeLearning(
    estimateMean(worthOf(reward, random)),
    estimateMean(worthOf(reward, sampled)),
  );
  return reward.logarithmic ? { ...learning, logarithmic: true } : learning;
}

/** What is compared: rewards, or their logarithms where scores are such. */
export function worthOf(reward: Reward, scores: ArrayLike<number>, step?: number): Float64Array {
  const logRewards = reward.logRewards(scores, step);
  return reward.logarithmic ? logRewards : logRewards.map(Math.exp);
}

/** The same from mean rewards that are known already. */
export function judgeLearning(random: Estimate, sampler: Estimate): Learning {
  const error = Math.hypot(random.standardError, sampler.standardError);
  return { random, sampler, better: sampler.estimate - random.estimate > error };
}

/**
 * Whether the comparison can tell anything: where every score is known, the target itself has to be better than random
 * objects; a law that is nearly flat is not.
 */
export function canTellLearning(
  laws: { readonly logReward: Float64Array } | null,
  reward: Reward,
  random: ArrayLike<number>,
): boolean {
  if (laws === null) return true;
  if (reward.logarithmic) {
    const estimate = laws.logReward.reduce((sum, r) => sum + r * Math.exp(r), 0);
    const total = laws.logReward.reduce((sum, r) => sum + Math.exp(r), 0);
    const target = { estimate: estimate / total, standardError: 0, samples: laws.logReward.length };
    return judgeLearning(estimateMean(worthOf(reward, random)), target).better;
  }
  const rewards = laws.logReward.map(Math.exp);
  const total = rewards.reduce((sum, r) => sum + r, 0);
  const estimate = rewards.reduce((sum, r) => sum + r * r, 0) / total;
  return judgeLearning(estimateMean(reward.logRewards(random).map(Math.exp)), {
    estimate,
    standardError: 0,
    samples: rewards.length,
  }).better;
}

/** What to try when nothing is learned. */
export const learningAdvice =
  "Try --objective stb and a smaller --rate where objects take many steps (docs/long-sequences.md); a larger --beta, so that good objects stand out more; known good ones with --dataset and --dataset-batch 16; another --model; or another map from scores to rewards. Where noise leaves no choice (--alpha near 1), nothing can be learned.";
