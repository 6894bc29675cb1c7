import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomRows, testUniform } from "../brute-force.fixture.ts";
import { entropyRatio, policyEntropy, quantile } from "./entropy-ratio.ts";

test("quantiles interpolate linearly: of 1, 2, 4, 8 the quarter is at position 0.75 and the three quarters at 2.25", () => {
  expect(quantile([8, 1, 4, 2], 0.25)).toBe(1.75);
  expect(quantile([8, 1, 4, 2], 0.75)).toBe(5);
  expect(quantile([3], 0.25)).toBe(3);
});

test("by hand: one decided and one undecided state, q = 0, γ = ½: r = 2, ρ = 1", () => {
  const result = entropyRatio([1, 0, 0.5, 0.5], 2, { gamma: 0.5, quantile: 0 });
  expect([...result.normalisedEntropy]).toEqual([0, 1]);
  expect(result).toMatchObject({ high: 1, low: 0, ratio: 2, share: 1, temperature: 2 });
  // Per state: 1 where h = 0, and 1/(½·1 + ½·0.1) where h = 1.
  expect(result.clampedRatioPerState[0]).toBe(1);
  expect(result.clampedRatioPerState[1]).toBeCloseTo(1 / 0.55, 15);
  // Only the undecided state counts, its second term vanishes, and ρ is clipped to 1 − 1e-6.
  expect(result.balanceLoss).toBeCloseTo(-0.5 * Math.log(1 - 1e-6), 15);
});

test("a policy that is decided everywhere has ratio 1", () => {
  const result = entropyRatio([1, 0, 0, 1], 2, { gamma: 0.25 });
  expect(result).toMatchObject({ high: 0, ratio: 1, share: 0.25, balanceLoss: 0 });
});

test("visits weight the balance loss and nothing else", () => {
  const policy = [0.9, 0.1, 0.5, 0.5];
  const plain = entropyRatio(policy, 2, { gamma: 0.5 });
  const first = entropyRatio(policy, 2, { gamma: 0.5, visits: [3, 0] });
  const second = entropyRatio(policy, 2, { gamma: 0.5, visits: [0, 1] });
  expect(first.ratio).toBe(plain.ratio);
  expect((first.balanceLoss + second.balanceLoss) / 2).toBeCloseTo(plain.balanceLoss, 15);
});

describe("properties", () => {
  test("1 ≤ r ≤ 1/γ, γ ≤ ρ ≤ 1, and γ = 1 is neutral", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (seed, gamma, level) => {
          const policy = randomRows(12, 4, testUniform(seed));
          const result = entropyRatio(policy, 4, { gamma, quantile: level });
          expect(result.ratio).toBeGreaterThanOrEqual(1 - 1e-12);
          expect(result.ratio).toBeLessThanOrEqual(1 / gamma + 1e-12);
          expect(result.share).toBeGreaterThanOrEqual(gamma - 1e-12);
          expect(result.share).toBeLessThanOrEqual(1 + 1e-12);
          expect(result.low).toBeLessThanOrEqual(result.high);
          for (const r of result.clampedRatioPerState) expect(r).toBeGreaterThanOrEqual(1 - 1e-12);
          expect(entropyRatio(policy, 4, { gamma: 1, quantile: level }).ratio).toBe(1);
        },
      ),
    );
  });

  test("permuting the alphabet changes nothing", () => {
    const policy = randomRows(10, 3, testUniform(9));
    const renamed = policy.map((_, i) => policy[Math.floor(i / 3) * 3 + ((i + 1) % 3)]!);
    const before = policyEntropy(policy, 3);
    for (const [s, h] of policyEntropy(renamed, 3).entries()) expect(h).toBeCloseTo(before[s]!, 14);
  });
});

test.each([
  [() => entropyRatio([1, 0, 1], 2, { gamma: 0.5 }), /3 probabilities over 2 tokens/],
  [() => entropyRatio([], 2, { gamma: 0.5 }), /0 probabilities/],
  [() => entropyRatio([1, 0], 2, { gamma: 0 }), /gamma = 0/],
  [() => entropyRatio([1, 0], 2, { gamma: 0.5, quantile: 0.9 }), /quantile 0.9/],
])("mistake %#: the message names it", (run, message) => {
  expect(run).toThrowError(message);
});
