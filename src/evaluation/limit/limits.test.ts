import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  minimiseOverPolicies,
  obviousLaw,
  prefixCount,
  randomRows,
  testUniform,
} from "../brute-force.fixture.ts";
import { klForward, klReverse, klToLog, tv } from "../law/distances.ts";
import { graphLimit } from "./graph-limit.ts";
import { noiseKernel, stickyKernel, type NoiseKernel } from "../law/kernel.ts";
import { limitForwardKl } from "./forward-kl-limit.ts";
import { limitReverseKl } from "./reverse-kl-limit.ts";
import { targetLaw } from "../law/log-z.ts";
import { naiveLaw, naivePolicy } from "../law/naive-policy.ts";
import { sequenceGraph } from "../law/sequence-graph.ts";

const DIRECTIONS = [
  ["reverse", limitReverseKl, klReverse],
  ["forward", limitForwardKl, klForward],
] as const;

function randomLogReward(count: number, spread: number, uniform: () => number): Float64Array {
  return Float64Array.from({ length: count }, () => spread * (uniform() - 1));
}

describe("the two-action case of docs/methods.md section 5: α = 0.5, rewards 1:2", () => {
  const kernel = stickyKernel(2, 0.5);
  const logReward = [0, Math.log(2)];

  test("is reachable, by π(a1) = 1/6", () => {
    for (const [, limit] of DIRECTIONS) {
      const { kl, law, policyByDepth } = limit(logReward, kernel);
      expect(kl).toBeCloseTo(0, 15);
      expect(law[0]).toBeCloseTo(1 / 3, 15);
      expect(policyByDepth[0]![0]).toBeCloseTo(1 / 6, 15);
    }
  });

  test("a deterministic GFlowNet's policy gives 5/12", () => {
    expect(naivePolicy(logReward, 2)[0]![0]).toBeCloseTo(1 / 3, 15);
    expect(naiveLaw(logReward, kernel)[0]).toBeCloseTo(5 / 12, 15);
  });

  test("rewards 1:9 are not: the floor is 1/4 and the limit is KL of (¼, ¾)", () => {
    const rare = [0, Math.log(9)];
    expect(limitReverseKl(rare, kernel).kl).toBeCloseTo(klReverse([0.25, 0.75], [0.1, 0.9]), 15);
    expect(limitForwardKl(rare, kernel).kl).toBeCloseTo(klForward([0.25, 0.75], [0.1, 0.9]), 15);
  });
});

describe("brute force over all policies' laws", () => {
  test.each(DIRECTIONS)(
    "%s, one step of 2 and 3 tokens: a dense grid never beats it and comes close",
    (_, limit, divergence) => {
      const uniform = testUniform(11);
      for (const alpha of [0, 0.2, 0.6, 0.95]) {
        const two = randomLogReward(2, 4, uniform);
        const three = randomLogReward(3, 4, uniform);
        let bestTwo = Infinity;
        let bestThree = Infinity;
        const steps = 200;
        for (let i = 0; i <= steps; i++) {
          const a = i / steps;
          const law = obviousLaw([a, 1 - a], 1, stickyKernel(2, alpha));
          bestTwo = Math.min(bestTwo, divergence(law, targetLaw(two)));
          for (let j = 0; j <= steps - i; j++) {
            const b = j / steps;
            const law3 = obviousLaw([a, b, Math.max(0, 1 - a - b)], 1, stickyKernel(3, alpha));
            bestThree = Math.min(bestThree, divergence(law3, targetLaw(three)));
          }
        }
        for (const [best, found] of [
          [bestTwo, limit(two, stickyKernel(2, alpha)).kl],
          [bestThree, limit(three, stickyKernel(3, alpha)).kl],
        ] as const) {
          expect(found).toBeLessThanOrEqual(best + 1e-12);
          expect(found).toBeGreaterThan(best - 2e-3);
        }
      }
    },
  );

  const kernels: readonly [string, (size: number) => NoiseKernel][] = [
    ["α = 0.3", (size) => stickyKernel(size, 0.3)],
    ["α = 0.8", (size) => stickyKernel(size, 0.8)],
    ["a random kernel", (size) => noiseKernel(size, randomRows(size, size, testUniform(5)))],
  ];
  test.each(
    kernels.flatMap(([name, make]) =>
      [[2, 2] as const, [3, 1] as const, [3, 2] as const].map(
        ([size, length]) => [name, size, length, make] as const,
      ),
    ),
  )(
    "%s, %i tokens, length %i: random policies never beat it, a generic optimiser finds it",
    (_, size, length, make) => {
      const uniform = testUniform(size * 100 + length);
      const kernel = make(size);
      const logReward = randomLogReward(size ** length, 5, uniform);
      const target = targetLaw(logReward);
      const rows = prefixCount(length, size);
      for (const [, limit, divergence] of DIRECTIONS) {
        const found = limit(logReward, kernel);
        expect(divergence(found.law, target)).toBeCloseTo(found.kl, 11);
        for (let i = 0; i < 500; i++) {
          const law = obviousLaw(randomRows(rows, size, uniform), length, kernel);
          expect(divergence(law, target)).toBeGreaterThanOrEqual(found.kl - 1e-11);
        }
        const generic = minimiseOverPolicies(rows, size, (policy) =>
          divergence(obviousLaw(policy, length, kernel), target),
        );
        expect(generic.value).toBeGreaterThanOrEqual(found.kl - 1e-11);
        expect(generic.value).toBeLessThan(found.kl + 1e-6);
      }
    },
  );
});

describe("one kernel, several ways to the same limit", () => {
  test("the convex solver and the graph agree with water-filling", () => {
    const uniform = testUniform(3);
    for (const alpha of [0, 0.05, 0.4, 0.9]) {
      const kernel = stickyKernel(3, alpha);
      const logReward = randomLogReward(27, 8, uniform);
      const { graph } = sequenceGraph({ kernel, maxLength: 3 });
      for (const [direction, limit] of DIRECTIONS) {
        const closed = limit(logReward, kernel);
        const solved = limit(logReward, { ...kernel, stickyAlpha: null });
        const general = graphLimit(graph, logReward, direction);
        expect(solved.kl).toBeCloseTo(closed.kl, 10);
        expect(general.kl).toBeCloseTo(closed.kl, 10);
        expect(tv(solved.law, closed.law)).toBeLessThan(1e-8);
        expect(tv(general.law, closed.law)).toBeLessThan(1e-8);
      }
    }
  });
});

const space = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  spread: fc.constantFrom(0.1, 3, 30),
  alpha: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe("properties", () => {
  test("without noise every target is reachable", () => {
    fc.assert(
      fc.property(space, ({ seed, spread }) => {
        const logReward = randomLogReward(27, spread, testUniform(seed));
        for (const [, limit] of DIRECTIONS) {
          const { kl, law } = limit(logReward, stickyKernel(3, 0));
          expect(kl).toBeLessThan(1e-13);
          expect(tv(law, targetLaw(logReward))).toBeLessThan(1e-13);
        }
      }),
    );
  });

  test("more noise never helps, and the naive policy never beats the limit", () => {
    fc.assert(
      fc.property(space, ({ seed, spread, alpha }) => {
        const logReward = randomLogReward(27, spread, testUniform(seed));
        const target = targetLaw(logReward);
        for (const [, limit, divergence] of DIRECTIONS) {
          const { kl } = limit(logReward, stickyKernel(3, alpha));
          expect(limit(logReward, stickyKernel(3, alpha * 0.9)).kl).toBeLessThanOrEqual(kl + 1e-13);
          expect(divergence(naiveLaw(logReward, stickyKernel(3, alpha)), target)).toBeGreaterThanOrEqual(
            kl - 1e-12,
          );
        }
      }),
    );
  });

  test("permuting the alphabet changes nothing", () => {
    fc.assert(
      fc.property(space, ({ seed, spread, alpha }) => {
        const logReward = randomLogReward(9, spread, testUniform(seed));
        const rename = [2, 0, 1];
        const renamed = new Float64Array(9);
        for (let x = 0; x < 9; x++) renamed[rename[Math.floor(x / 3)]! * 3 + rename[x % 3]!] = logReward[x]!;
        for (const [, limit] of DIRECTIONS) {
          const kernel = stickyKernel(3, alpha);
          expect(limit(renamed, kernel).kl).toBeCloseTo(limit(logReward, kernel).kl, 12);
        }
      }),
    );
  });

  test("scaling the reward changes nothing but log Z", () => {
    const logReward = randomLogReward(16, 6, testUniform(2));
    const scaled = logReward.map((value) => value + 700);
    const kernel = stickyKernel(4, 0.5);
    expect(limitReverseKl(scaled, kernel).kl).toBeCloseTo(limitReverseKl(logReward, kernel).kl, 11);
    expect(limitReverseKl(scaled, kernel).logZ).toBeCloseTo(limitReverseKl(logReward, kernel).logZ + 700, 9);
  });
});

describe("extreme rewards", () => {
  test("log rewards of −2000 stay finite and exact", () => {
    const logReward = [0, -2000, -1000, -2000];
    const kernel = stickyKernel(2, 0.5);
    const { kl, law } = limitReverseKl(logReward, kernel);
    expect(kl).toBeCloseTo(klToLog(law, logReward), 9);
    // By hand: every token that leaves AA is at its floor ¼; then q(AA) = 9/16 and so on.
    expect([...law]).toEqual([9 / 16, 3 / 16, 3 / 16, 1 / 16]);
  });

  test("a reward of zero is unavoidable under sticky noise, harmless without it or forward", () => {
    const logReward = [0, -Infinity, 0, 0];
    expect(limitReverseKl(logReward, stickyKernel(2, 0.2)).kl).toBe(Infinity);
    expect(limitReverseKl(logReward, stickyKernel(2, 0)).kl).toBeCloseTo(0, 15);
    expect(limitForwardKl(logReward, stickyKernel(2, 0.2)).kl).toBeLessThan(0.2);
  });

  test("noise that can be avoided is avoided", () => {
    // Intending token 1 may slip to 2, whose reward is zero; token 0 never slips.
    const kernel = noiseKernel(3, [1, 0, 0, 0, 0.5, 0.5, 0, 0, 1]);
    const { kl, policyByDepth } = limitReverseKl([0, 0, -Infinity], kernel);
    expect(kl).toBeCloseTo(Math.LN2, 12);
    expect([...policyByDepth[0]!]).toEqual([1, 0, 0]);
  });

  test("α = 1 leaves nothing to choose: the law is uniform", () => {
    const { law } = limitReverseKl([0, -1, -2, -3], stickyKernel(2, 1));
    for (const p of law) expect(p).toBeCloseTo(0.25, 15);
  });

  test("an incomplete table is refused", () => {
    expect(() => limitReverseKl([0, 0, 0], stickyKernel(2, 0.1))).toThrowError(/3 objects over 2 tokens/);
    expect(() => limitReverseKl([NaN, 0], stickyKernel(2, 0.1))).toThrowError(/log reward NaN for object 0/);
    expect(() => limitForwardKl([-Infinity, -Infinity], stickyKernel(2, 0))).toThrowError(
      /without any positive/,
    );
  });
});
