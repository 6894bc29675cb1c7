/**
 * Watches whether training gets anywhere: after 200 iterations, and whenever their number has doubled since, the mean
 * rewards of the last batches are compared with those of random objects. It only tells; nothing is stopped by it.
 */
import { estimateMean } from "../../evaluation/sample/estimate.ts";
import type { Estimate } from "../../evaluation/sample/estimate.ts";
import type { Reward } from "../../landscape/reward.ts";
import { judgeLearning, learningAdvice, worthOf } from "./learning.ts";

const firstAt = 200;
/** Batches that are looked at; fewer say too little. */
const longest = 50;
const fewest = 20;

/** What the objects of a batch are worth, on average. */
interface BatchWorth {
  readonly meanReward: number;
  readonly meanLogReward: number;
}

export class LearningWatch {
  readonly #reward: Reward;
  readonly #random: ArrayLike<number>;
  readonly #means: number[] = [];

  /** `random` are the scores of random objects. */
  constructor(reward: Reward, random: ArrayLike<number>) {
    this.#reward = reward;
    this.#random = random;
  }

  /** Takes what the batch of an iteration, counted from 1, is worth on average; what there is to say, if it is time. */
  observe(iteration: number, { meanReward, meanLogReward }: BatchWorth): string | undefined {
    const { logarithmic } = this.#reward;
    this.#means.push(logarithmic ? meanLogReward : meanReward);
    if (this.#means.length > longest) this.#means.shift();
    if (!isTime(iteration) || this.#means.length < fewest) return undefined;
    // Under the exponent that the batches had.
    const rewards = worthOf(this.#reward, this.#random, iteration);
    const { random, sampler, better } = judgeLearning(estimateMean(rewards), estimateMean(this.#means));
    if (better) return undefined;
    return `after ${iteration} iterations the sampler is no better than random: its mean ${logarithmic ? "log reward" : "reward"} is ${figure(sampler)}, that of random objects ${figure(random)}. ${learningAdvice}`;
  }
}

/** 200, 400, 800, … */
function isTime(iteration: number): boolean {
  let at = firstAt;
  while (at < iteration) at *= 2;
  return at === iteration;
}

function figure({ estimate, standardError }: Estimate): string {
  return `${Number(estimate.toPrecision(3))} ± ${Number(standardError.toPrecision(2))}`;
}
