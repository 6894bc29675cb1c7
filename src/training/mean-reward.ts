/** Means of rewards, whose logarithms are added up where scores are logarithms: e^−1000 is 0 as a number, and e^1000 none. */
import type { Context } from "../landscape/context.ts";
import type { Reward } from "../landscape/reward.ts";

/** The largest logarithm of a number. */
const largest = 709;

/** The logarithm of the mean reward of scores, each under its condition where there are any. */
export function logMeanReward(
  reward: Reward,
  scores: ArrayLike<number>,
  contexts?: readonly (Context | undefined)[],
  step?: number,
): number {
  if (!reward.logarithmic) return Math.log(meanReward(reward, scores, contexts, step));
  const logRewards = Array.from(scores, (score, i) => reward.logReward(score, step, contexts?.[i]));
  const top = logRewards.reduce((a, b) => Math.max(a, b), -Infinity);
  return top + Math.log(logRewards.reduce((sum, one) => sum + Math.exp(one - top), 0) / logRewards.length);
}

/** The mean reward of scores, or the largest number where it is more. */
export function meanReward(
  reward: Reward,
  scores: ArrayLike<number>,
  contexts?: readonly (Context | undefined)[],
  step?: number,
): number {
  if (reward.logarithmic) return Math.exp(Math.min(largest, logMeanReward(reward, scores, contexts, step)));
  const rewards = Array.from(scores, (score, i) => reward.reward(score, step, contexts?.[i]));
  return rewards.reduce((sum, one) => sum + one, 0) / rewards.length;
}
