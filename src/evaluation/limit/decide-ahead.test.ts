import { describe, expect, test } from "vitest";
import { randomRows, testUniform } from "../brute-force.fixture.ts";
import { exactLaw } from "../law/exact-law.ts";
import { noiseKernel, stickyKernel } from "../law/kernel.ts";
import { logMassByDepth } from "../law/sequence-tree.ts";
import { WindageError } from "../../error.ts";
import { decideAhead, decideAheadSteps } from "./decide-ahead.ts";
import { limitForwardKl } from "./forward-kl-limit.ts";

const size = 3;
const length = 4;
const uniform = testUniform(11);
const logReward = Float64Array.from({ length: size ** length }, () => 3 * Math.log(uniform()));
const exactFlows = logMassByDepth(logReward, size).slice(0, -1);
const roughFlows = exactFlows.map((level) => level.map((flow) => flow + uniform() - 0.5));

/** `π_k` of sticky noise, state by state, straight from the definition. */
function obvious(alpha: number, flows: readonly Float64Array[], steps: number): number[][] {
  const value = (tokens: readonly number[], j: number): number => {
    const place = tokens.reduce((sum, token) => sum * size + token, 0);
    if (tokens.length === length) return Math.exp(logReward[place]!);
    if (j === 0) return Math.exp(flows[tokens.length]![place]!);
    let sum = 0;
    for (let c = 0; c < size; c++) sum += value([...tokens, c], j - 1);
    return sum;
  };
  return Array.from({ length }, (_, t) =>
    Array.from({ length: size ** t }, (_, prefix) => {
      const tokens = Array.from({ length: t }, (_, i) => Math.floor(prefix / size ** (t - 1 - i)) % size);
      const weights = Array.from({ length: size }, (_, c) => value([...tokens, c], steps - 1));
      // Bisection on λ in q = max(α/V, w/λ).
      let [low, high] = [0, 1e6];
      const mass = (lambda: number): number =>
        weights.reduce((sum, w) => sum + Math.max(alpha / size, w / lambda), 0);
      for (let i = 0; i < 200; i++) {
        const middle = (low + high) / 2;
        if (mass(middle) > 1) low = middle;
        else high = middle;
      }
      return weights.map((w) => (Math.max(alpha / size, w / high) - alpha / size) / (1 - alpha));
    }).flat(),
  );
}

describe("decideAhead", () => {
  test.each([1, 2, 3, 9])("equals the definition, state by state, for %d steps", (steps) => {
    for (const alpha of [0, 0.25, 0.6]) {
      const dynamics = stickyKernel(size, alpha);
      const got = decideAhead({ logFlowByDepth: roughFlows, logEnd: logReward, dynamics }, steps);
      const expected = obvious(alpha, roughFlows, steps);
      for (const [t, level] of got.entries()) {
        for (const [i, p] of level.entries()) expect(p).toBeCloseTo(expected[t]![i]!, 9);
      }
    }
  });

  test("with exact flows and sticky noise it is the forward-KL optimum, however far one looks", () => {
    const kernel = stickyKernel(size, 0.5);
    const limit = limitForwardKl(logReward, kernel);
    for (const steps of [1, 2, 4]) {
      const policy = decideAhead({ logFlowByDepth: exactFlows, logEnd: logReward, dynamics: kernel }, steps);
      const law = exactLaw(policy, kernel);
      for (const [x, mass] of limit.law.entries()) expect(law[x]).toBeCloseTo(mass, 10);
    }
  });

  test("looking to the end needs no flows at all", () => {
    const kernel = stickyKernel(size, 0.3);
    const whole = decideAhead({ logFlowByDepth: roughFlows, logEnd: logReward, dynamics: kernel }, length);
    const exact = decideAhead({ logFlowByDepth: exactFlows, logEnd: logReward, dynamics: kernel }, length);
    expect(whole).toEqual(exact);
  });

  test("dynamics by state equal one kernel where they are the same everywhere", () => {
    const matrix = randomRows(size, size, testUniform(4));
    const kernel = noiseKernel(size, matrix);
    const byDepth = exactFlows.map((level) =>
      Float64Array.from({ length: level.length * size * size }, (_, i) => kernel.matrix[i % (size * size)]!),
    );
    const flows = { logFlowByDepth: roughFlows, logEnd: logReward };
    // One kernel takes a closed form where there is one; dynamics by state are always found as a convex problem.
    const byKernel = decideAhead({ ...flows, dynamics: kernel }, 2);
    for (const [t, policy] of decideAhead({ ...flows, dynamics: byDepth }, 2).entries())
      for (const [i, p] of policy.entries()) expect(p).toBeCloseTo(byKernel[t]![i]!, 8);
  });

  test("tells meanwhile what share of the prefixes it has decided at", () => {
    const logEnd = Float64Array.from({ length: size ** 8 }, () => Math.log(uniform()));
    const logFlowByDepth = logMassByDepth(logEnd, size).slice(0, -1);
    const given = { logFlowByDepth, logEnd, dynamics: stickyKernel(size, 0.2) };
    const shares = [...decideAheadSteps(given, 2)];
    // 256 of 3,280 prefixes at a time.
    expect(shares).toEqual(Array.from({ length: 12 }, (_, i) => ((i + 1) * 256) / 3280));
  });

  test.each([0, -1, 1.5])("%d steps are refused", (steps) => {
    const given = { logFlowByDepth: exactFlows, logEnd: logReward, dynamics: stickyKernel(size, 0) };
    expect(() => decideAhead(given, steps)).toThrow(WindageError);
  });
});
