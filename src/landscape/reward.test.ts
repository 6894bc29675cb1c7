import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Reward } from "./reward.ts";

const score = fc.double({ min: -2, max: 2, noNaN: true });

describe("Reward", () => {
  test("known values of max(y, 0)^β with a floor", () => {
    const reward = new Reward({ exponent: 3, floor: 1e-3 });
    expect(reward.reward(0.5)).toBe(0.125);
    expect(reward.reward(0.05)).toBe(1e-3);
    expect(reward.reward(-4)).toBe(1e-3);
    expect(reward.logReward(0.5)).toBeCloseTo(Math.log(0.125), 15);
  });

  test("known values of the ramp β_t = 1 + (β−1)(1 − 1/(1+t/k))", () => {
    const reward = new Reward({ exponent: 3, ramp: 100 });
    expect([0, 100, 300, undefined].map((step) => reward.exponentAt(step))).toEqual([1, 2, 2.5, 3]);
    expect(new Reward({ exponent: 3 }).exponentAt(0)).toBe(3);
    expect(reward.reward(0.5, 0)).toBe(0.5);
    expect(reward.reward(0.5, 100)).toBe(0.25);
  });

  test("a ramp with an end arrives there, from 1 and without a step back", () => {
    const reward = new Reward({ exponent: 3, ramp: 2000, rampOver: 500 });
    expect([0, 500, 501, undefined].map((step) => reward.exponentAt(step))).toEqual([1, 3, 3, 3]);
    // g(250) / g(500) = (250 / 2250) / (500 / 2500).
    expect(reward.exponentAt(250)).toBeCloseTo(1 + (2 * 5) / 9, 12);
    const steps = Array.from({ length: 501 }, (_, step) => reward.exponentAt(step));
    expect(steps.every((exponent, step) => step === 0 || exponent > steps[step - 1]!)).toBe(true);
    expect(new Reward({ exponent: 3, ramp: 2000 }).endingAt(500).exponentAt(500)).toBe(3);
    expect(reward.endingAt(100).exponentAt(250)).toBe(reward.exponentAt(250));
    expect(new Reward({ exponentFromContext: 0, ramp: 10, rampOver: 20 }).at([5]).exponentAt(20)).toBe(5);
    expect(() => new Reward({ ramp: 10, rampOver: -1 })).toThrow("greater than 0");
    expect(() => new Reward({ ramp: 10, rampOver: 0 })).toThrow("greater than 0");
  });

  test("log reward is the logarithm of the reward", () => {
    fc.assert(
      fc.property(score, fc.double({ min: 0, max: 8, noNaN: true }), fc.nat(1000), (y, exponent, step) => {
        const reward = new Reward({ exponent, ramp: 50 });
        expect(reward.logReward(y, step)).toBeCloseTo(Math.log(reward.reward(y, step)), 10);
        expect(reward.logRewards([y], step)[0]).toBe(reward.logReward(y, step));
      }),
    );
  });

  test("a higher score never has a lower reward", () => {
    const reward = new Reward();
    fc.assert(
      fc.property(score, score, (a, b) => reward.reward(Math.max(a, b)) >= reward.reward(Math.min(a, b))),
    );
  });

  test("a large exponent does not underflow the logarithm", () => {
    expect(new Reward({ exponent: 500, floor: Number.MIN_VALUE }).logReward(0.25)).toBeCloseTo(
      500 * Math.log(0.25),
      9,
    );
  });

  test("refuses scores and options that are not finite", () => {
    expect(() => new Reward().reward(Number.NaN)).toThrow(
      expect.objectContaining({ code: "landscape/not-finite" }),
    );
    expect(() => new Reward().logRewards([1, Number.POSITIVE_INFINITY])).toThrow("Infinity at index 1");
    expect(() => new Reward({ floor: 0 })).toThrow("reward floor: got 0, expected a number greater than 0");
    expect(() => new Reward({ exponent: -1 })).toThrow(
      expect.objectContaining({ code: "landscape/invalid-option" }),
    );
  });
});

test("a reward that no number can hold is an error that says what to do", () => {
  expect(() => new Reward({ exponent: 3 }).reward(1e308)).toThrow("divide all scores by a constant");
  expect(new Reward({ exponent: 3 }).reward(-1e308)).toBe(1e-3);
});
