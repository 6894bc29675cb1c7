/** The aim of entropy-regularised RL: equal to R/Z exactly where that is known, the best of all policies by its own
 * measure, and beaten by the limits by theirs. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testUniform } from "../brute-force.fixture.ts";
import { klForward, klReverse, tv } from "./distances.ts";
import { graphLaw, uniformPolicy } from "./graph-law.ts";
import { graphLimit } from "../limit/graph-limit.ts";
import { stickyKernel } from "./kernel.ts";
import { logPartition, targetLaw } from "./log-z.ts";
import { maxEntropy } from "./max-entropy.ts";
import { sequenceGraph } from "./sequence-graph.ts";
import { exploreGraph } from "./state-graph.ts";
import type { StateGraph } from "./state-graph.ts";

const lettersGraph = (alpha: number, maxLength = 4): StateGraph =>
  sequenceGraph({ kernel: stickyKernel(3, alpha), maxLength }).graph;

const rewards = (count: number, seed: number): Float64Array => {
  const uniform = testUniform(seed);
  return Float64Array.from({ length: count }, () => 2 * Math.log(uniform() + 1e-3));
};

/** E[log R] + τ E[Σ H(π(·|s))], by walking forward. */
function soughtReturn(
  graph: StateGraph,
  policy: Float64Array,
  logReward: Float64Array,
  temperature: number,
): number {
  const { stateCount, actionCount, rowStart, child, probability, object } = graph;
  const mass = new Float64Array(stateCount);
  mass[0] = 1;
  let sum = 0;
  for (let s = 0; s < stateCount; s++) {
    if (object[s]! >= 0) sum += mass[s]! * logReward[object[s]!]!;
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) {
      const share = mass[s]! * policy[row]!;
      if (share > 0) sum -= temperature * share * Math.log(policy[row]!);
      for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) mass[child[e]!]! += share * probability[e]!;
    }
  }
  return sum;
}

describe("without noise", () => {
  test("on a tree with τ = 1 its law is R/Z and its value log Z", () => {
    const logReward = rewards(81, 1);
    const { law, value } = maxEntropy(lettersGraph(0), logReward);
    expect(tv(law, targetLaw(logReward))).toBeLessThan(1e-12);
    expect(value[0]).toBeCloseTo(logPartition(logReward), 12);
  });

  test("on a tree with another τ its law is R^(1/τ) normalised", () => {
    const logReward = rewards(81, 2);
    const sharper = logReward.map((x) => x / 0.5);
    expect(tv(maxEntropy(lettersGraph(0), logReward, 0.5).law, targetLaw(sharper))).toBeLessThan(1e-12);
  });

  test("an object with two ways in is made twice as often", () => {
    // 0 → {1, 2}, both → "x" or their own end: three objects of reward 1, four paths.
    const { graph, objects } = exploreGraph<string>({
      root: "0",
      actionCount: 2,
      key: (state) => state,
      isTerminal: (state) => state.length === 2,
      outcomes: (state, action) => {
        if (state === "0") return [{ state: action === 0 ? "1" : "2", probability: 1 }];
        return [{ state: action === 0 ? "xx" : `${state}.`, probability: 1 }];
      },
    });
    const { law } = maxEntropy(graph, [0, 0, 0]);
    expect(law[objects.indexOf("xx")]).toBeCloseTo(0.5, 12);
  });
});

describe("under noise", () => {
  test("docs/methods.md section 5: rewards 1:2, α = 0.5 — the ideal (1/3, 2/3) is missed", () => {
    const { graph } = sequenceGraph({ kernel: stickyKernel(2, 0.5), maxLength: 1 });
    const { policy, law } = maxEntropy(graph, [0, Math.log(2)]);
    // Q(a2) − Q(a1) = (1 − α) log 2, so π(a1) = 1/(1 + √2) and P(x1) = 1/4 + π(a1)/2.
    expect(policy[0]).toBeCloseTo(1 / (1 + Math.SQRT2), 12);
    expect(law[0]).toBeCloseTo(0.25 + 0.5 / (1 + Math.SQRT2), 12);
    expect(graphLimit(graph, [0, Math.log(2)], "reverse").law[0]).toBeCloseTo(1 / 3, 9);
  });

  test.each([0.25, 0.75])("both limits beat it at α = %d", (alpha) => {
    const logReward = rewards(81, 3);
    const graph = lettersGraph(alpha);
    const target = targetLaw(logReward);
    const { law } = maxEntropy(graph, logReward);
    expect(tv(law, target)).toBeGreaterThan(0.05);
    expect(graphLimit(graph, logReward, "reverse").kl).toBeLessThan(klReverse(law, target) - 0.01);
    expect(graphLimit(graph, logReward, "forward").kl).toBeLessThan(klForward(law, target) - 0.01);
  });

  test("no policy earns more of what it maximises", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(0, 0.3, 0.9),
        fc.constantFrom(0.3, 1, 2),
        (seed, alpha, temperature) => {
          const graph = lettersGraph(alpha, 2);
          const uniform = testUniform(seed);
          const logReward = rewards(9, seed);
          const best = maxEntropy(graph, logReward, temperature);
          const earned = soughtReturn(graph, best.policy, logReward, temperature);
          expect(earned).toBeCloseTo(best.value[0]!, 9);
          const other = uniformPolicy(graph).map((p) => p * (0.01 + uniform()));
          for (let s = 0; s < graph.stateCount; s++) {
            const row = other.subarray(s * 3, s * 3 + 3);
            const sum = row.reduce((a, b) => a + b, 0) || 1;
            row.forEach((p, a) => (row[a] = p / sum));
          }
          expect(soughtReturn(graph, other, logReward, temperature)).toBeLessThanOrEqual(earned + 1e-12);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("illegal intentions get nothing", () => {
    const { graph } = sequenceGraph({
      kernel: stickyKernel(2, 0.5),
      maxLength: 1,
      isLegal: (_, token) => token === 0,
    });
    const { policy, law } = maxEntropy(graph, [0, 5]);
    expect([...policy.subarray(0, 2)]).toEqual([1, 0]);
    expect([...law]).toEqual([...graphLaw(graph, policy)]);
  });
});

test("refuses rewards and temperatures that have no answer", () => {
  const graph = lettersGraph(0, 1);
  expect(() => maxEntropy(graph, [0, 0])).toThrow(/got 2 log rewards/u);
  expect(() => maxEntropy(graph, [0, 0, -Infinity])).toThrow(/-Infinity for object 2/u);
  expect(() => maxEntropy(graph, [0, 0, 0], 0)).toThrow(/temperature 0/u);
});
