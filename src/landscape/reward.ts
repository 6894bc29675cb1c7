/**
 * From an oracle's score to the reward a sampler is trained on: R = max(y, 0)^β, never below a positive floor,
 * with β rising from 1 to its final value along a ramp (docs/methods.md section 6), which may have an end; or
 * R = exp(β·y) where scores are logarithms already. It knows nothing of
 * sequences; scores that are not finite were refused earlier, where the sequence could be named.
 */

import { WindageError } from "../error.ts";
import { requireKnownFields, type Fields } from "../known-fields.ts";
import type { Context } from "./context.ts";

/** How scores become rewards. */
export interface RewardOptions {
  /** The final exponent β; larger means sharper. */
  readonly exponent?: number;
  /** The smallest reward, positive so that its logarithm exists. */
  readonly floor?: number;
  /**
   * Takes the final exponent from the condition instead: the number at this place of a vector. One sampler is then
   * trained for a range of exponents, R(x|β) = max(y, 0)^β.
   */
  readonly exponentFromContext?: number;
  /** The factor k of the ramp in training steps; 0 means β is constant. */
  readonly ramp?: number;
  /** Training steps after which the ramp has arrived at β; without them it comes ever nearer and never does. */
  readonly rampOver?: number;
  /** Scores are logarithms: R = exp(β·y), with no floor under it and β = 1 unless given. */
  readonly logarithmic?: boolean;
}

const rewardFields: Fields<RewardOptions> = {
  exponent: true,
  floor: true,
  exponentFromContext: true,
  ramp: true,
  rampOver: true,
  logarithmic: true,
};

export class Reward {
  readonly exponent: number;
  /** The smallest reward; 0 where scores are logarithms. */
  readonly floor: number;
  readonly ramp: number;
  readonly rampOver: number | undefined;
  readonly logarithmic: boolean;
  readonly exponentFromContext: number | undefined;
  readonly #logFloor: number;

  constructor(options: RewardOptions = {}) {
    requireKnownFields("landscape/invalid-option", "new Reward", options, rewardFields);
    this.logarithmic = options.logarithmic === true;
    const exponent = options.exponent ?? (this.logarithmic ? 1 : 3);
    this.exponent = checkOption("exponent", exponent, (value) => value >= 0, "at least 0");
    if (this.logarithmic && options.floor !== undefined) {
      throw new WindageError(
        "landscape/invalid-option",
        `reward floor: got ${options.floor} beside logarithmic, expected none: a reward of exp(β·score) is never 0.`,
      );
    }
    this.floor = this.logarithmic
      ? 0
      : checkOption("floor", options.floor ?? 1e-3, (value) => value > 0, "greater than 0");
    this.ramp = checkOption("ramp", options.ramp ?? 0, (value) => value >= 0, "at least 0");
    const { rampOver } = options;
    this.rampOver =
      rampOver === undefined
        ? undefined
        : checkOption("rampOver", rampOver, (value) => value > 0, "greater than 0");
    this.exponentFromContext = options.exponentFromContext;
    this.#logFloor = Math.log(this.floor);
  }

  /** The reward under one condition: the same, with an exponent of its own where it came from the condition. */
  at(context: Context): Reward {
    if (this.exponentFromContext === undefined) return this;
    return new Reward({ ...this.#options(), exponent: this.#finalExponent(context) });
  }

  /** The same, with a ramp that has arrived after so many training steps; one that has an end, or no ramp, stays as it is. */
  endingAt(step: number): Reward {
    if (this.ramp === 0 || this.rampOver !== undefined) return this;
    const { exponentFromContext } = this;
    return new Reward({
      ...this.#options(),
      rampOver: step,
      ...(exponentFromContext === undefined ? {} : { exponentFromContext }),
    });
  }

  /**
   * β at a training step: 1 + (β−1)(1 − 1/(1+t/k)), divided by what the last bracket is at the ramp's end where it has one;
   * without a step, its final value.
   */
  exponentAt(step: number = Number.POSITIVE_INFINITY, context?: Context): number {
    const exponent = this.#finalExponent(context);
    const { ramp, rampOver = Number.POSITIVE_INFINITY } = this;
    if (ramp === 0 || step >= rampOver) return exponent;
    const share = (at: number): number => 1 - 1 / (1 + at / ramp);
    return 1 + (exponent - 1) * (share(step) / share(rampOver));
  }

  /** The reward of one score at a training step; without a step, under the final exponent. */
  reward(score: number, step?: number, context?: Context): number {
    checkScore(score);
    const exponent = this.exponentAt(step, context);
    const power = this.logarithmic ? Math.exp(exponent * score) : Math.max(score, 0) ** exponent;
    if (power !== Number.POSITIVE_INFINITY) return Math.max(power, this.floor);
    throw new WindageError(
      "landscape/reward-too-large",
      this.logarithmic
        ? `reward: exp(${exponent} · ${score}) is more than a number can hold; subtract a constant from all scores, such as the largest of them`
        : `reward: the score ${score} to the power ${exponent} is more than a number can hold; divide all scores by a constant, such as the largest of them, or lower --beta`,
    );
  }

  /** The logarithm of the reward, computed without forming it, so a large exponent cannot underflow. */
  logReward(score: number, step?: number, context?: Context): number {
    checkScore(score);
    return this.#logRewardAt(score, this.exponentAt(step, context));
  }

  /** `logReward` of many scores, written to `out` when given. */
  logRewards(
    scores: ArrayLike<number>,
    step?: number,
    out: Float64Array = new Float64Array(scores.length),
    context?: Context,
  ): Float64Array {
    const exponent = this.exponentAt(step, context);
    for (let at = 0; at < scores.length; at++) {
      const score = scores[at]!;
      checkScore(score, at);
      out[at] = this.#logRewardAt(score, exponent);
    }
    return out;
  }

  #options(): RewardOptions {
    const { exponent, floor, ramp, rampOver, logarithmic } = this;
    const least = logarithmic ? { logarithmic } : { floor };
    return { exponent, ramp, ...least, ...(rampOver === undefined ? {} : { rampOver }) };
  }

  #finalExponent(context: Context | undefined): number {
    if (this.exponentFromContext === undefined) return this.exponent;
    const exponent = typeof context === "object" ? context[this.exponentFromContext] : undefined;
    if (exponent !== undefined && Number.isFinite(exponent) && exponent >= 0) return exponent;
    throw new WindageError(
      "landscape/bad-context",
      `reward: got the condition ${context === undefined ? "(none)" : JSON.stringify(context)}, expected a vector with an exponent of at least 0 at place ${this.exponentFromContext}`,
    );
  }

  #logRewardAt(score: number, exponent: number): number {
    if (this.logarithmic) return exponent * score;
    // 0 · log 0 would be NaN, and anything to the power 0 is 1.
    if (exponent === 0) return Math.max(0, this.#logFloor);
    return Math.max(exponent * Math.log(Math.max(score, 0)), this.#logFloor);
  }
}

function checkOption(
  name: string,
  value: number,
  isGood: (value: number) => boolean,
  expected: string,
): number {
  if (!Number.isFinite(value) || !isGood(value)) {
    throw new WindageError(
      "landscape/invalid-option",
      `reward ${name}: got ${value}, expected a number ${expected}`,
    );
  }
  return value;
}

function checkScore(score: number, at?: number): void {
  if (!Number.isFinite(score)) {
    const where = at === undefined ? "" : ` at index ${at}`;
    throw new WindageError(
      "landscape/not-finite",
      `reward: got the score ${score}${where}, expected a finite number`,
    );
  }
}
