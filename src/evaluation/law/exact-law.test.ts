import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { obviousLaw, prefixCount, randomRows, splitByDepth, testUniform } from "../brute-force.fixture.ts";
import { exactLaw } from "./exact-law.ts";
import { graphLaw } from "./graph-law.ts";
import { noiseKernel, stickyKernel } from "./kernel.ts";
import { sequenceGraph } from "./sequence-graph.ts";

test("two actions, α = 0.5: π(a1) = 1/6 gives (1/3, 2/3) (docs/methods.md section 5)", () => {
  const law = exactLaw([[1 / 6, 5 / 6]], stickyKernel(2, 0.5));
  expect(law[0]).toBeCloseTo(1 / 3, 15);
  expect(law[1]).toBeCloseTo(2 / 3, 15);
});

describe("the pass over the tree equals the formula, and the general graph", () => {
  test.each([
    [2, 1],
    [2, 3],
    [3, 2],
    [4, 3],
  ])("%i tokens, length %i", (size, length) => {
    const uniform = testUniform(size * 10 + length);
    const kernel = noiseKernel(size, randomRows(size, size, uniform));
    const flat = randomRows(prefixCount(length, size), size, uniform);
    const byDepth = splitByDepth(flat, length, size);
    const expected = obviousLaw(flat, length, kernel);
    const { graph } = sequenceGraph({ kernel, maxLength: length });
    const policy = new Float64Array(graph.stateCount * size);
    // The graph numbers prefixes depth by depth too, with the finished sequences last.
    policy.set(flat);
    const viaGraph = graphLaw(graph, policy);
    const fast = exactLaw(byDepth, kernel);
    for (const [x, p] of expected.entries()) {
      expect(fast[x]).toBeCloseTo(p, 14);
      expect(viaGraph[x]).toBeCloseTo(p, 14);
    }
  });
});

test("the law sums to one, with float32 policies too", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (seed, alpha) => {
        const flat = randomRows(prefixCount(4, 3), 3, testUniform(seed));
        const byDepth = splitByDepth(flat, 4, 3).map((depth) => Float32Array.from(depth));
        const total = exactLaw(byDepth, stickyKernel(3, alpha)).reduce((sum, p) => sum + p, 0);
        expect(total).toBeCloseTo(1, 12);
      },
    ),
  );
});

test("renaming the tokens renames the law", () => {
  const uniform = testUniform(7);
  const kernel = stickyKernel(2, 0.3);
  const flat = randomRows(3, 2, uniform);
  const law = exactLaw(splitByDepth(flat, 2, 2), kernel);
  const swapped = Float64Array.of(flat[1]!, flat[0]!, flat[5]!, flat[4]!, flat[3]!, flat[2]!);
  const renamed = exactLaw(splitByDepth(swapped, 2, 2), kernel);
  for (const x of [0, 1, 2, 3]) expect(renamed[3 - x]).toBeCloseTo(law[x]!, 15);
});

test("a policy of the wrong size, or of logits, is refused by depth and prefix", () => {
  const kernel = stickyKernel(2, 0.1);
  expect(() => exactLaw([[0.5, 0.5], [1]], kernel)).toThrowError(
    /1 probabilities at depth 1, expected 2 prefixes/,
  );
  const bad = [
    [0.5, 0.5],
    [0.5, 0.5, 3, 4],
  ];
  expect(() => exactLaw(bad, kernel)).toThrowError(/prefix 1 at depth 1 sums to 7/);
  expect(() => exactLaw([[NaN, 1]], kernel)).toThrowError(/holds NaN/);
});
