import fc from "fast-check";
import { expect, test } from "vitest";
import { randomRows, testUniform } from "../brute-force.fixture.ts";
import { klForward, klReverse } from "../law/distances.ts";
import { elbo, eubo } from "../law/elbo-eubo.ts";
import { logPartition, logSumExp, logTargetLaw, targetLaw } from "../law/log-z.ts";

test("log Z of rewards 1, 2, 5 is ln 8, and of tiny rewards nothing is lost", () => {
  const logReward = [1, 2, 5].map(Math.log);
  expect(logPartition(logReward)).toBeCloseTo(Math.log(8), 15);
  expect(logPartition(logReward.map((value) => value - 5000))).toBeCloseTo(Math.log(8) - 5000, 9);
  expect([...targetLaw(logReward)].map((p) => p.toFixed(12))).toEqual([
    "0.125000000000",
    "0.250000000000",
    "0.625000000000",
  ]);
  expect(logTargetLaw([0, -2000])[1]).toBe(-2000);
  expect(logSumExp([])).toBe(-Infinity);
});

test("two outcomes by hand: rewards 1:1, law (¼, ¾)", () => {
  const law = [0.25, 0.75];
  // ELBO = H(¼, ¾); EUBO = −½ ln ¼ − ½ ln ¾
  expect(elbo(law, [0, 0])).toBeCloseTo(-0.25 * Math.log(0.25) - 0.75 * Math.log(0.75), 15);
  expect(eubo(law, [0.5, 0.5], [0, 0])).toBeCloseTo(-0.5 * Math.log(0.25 * 0.75), 15);
});

test("missing support is infinite on the side where it matters", () => {
  expect(elbo([0.5, 0.5], [0, -Infinity])).toBe(-Infinity);
  expect(eubo([1, 0], [0.5, 0.5], [0, 0])).toBe(Infinity);
  expect(elbo([1, 0], [0, -Infinity])).toBe(0);
});

test("ELBO ≤ log Z ≤ EUBO, and the distances are the two divergences", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const uniform = testUniform(seed);
      const law = randomRows(1, 8, uniform);
      const logReward = Float64Array.from({ length: 8 }, () => 10 * uniform() - 5);
      const target = targetLaw(logReward);
      const logZ = logPartition(logReward);
      expect(elbo(law, logReward)).toBeLessThanOrEqual(logZ + 1e-12);
      expect(eubo(law, target, logReward)).toBeGreaterThanOrEqual(logZ - 1e-12);
      expect(logZ - elbo(law, logReward)).toBeCloseTo(klReverse(law, target), 10);
      expect(eubo(law, target, logReward) - logZ).toBeCloseTo(klForward(law, target), 10);
      expect(elbo(target, logReward)).toBeCloseTo(logZ, 12);
    }),
  );
});
