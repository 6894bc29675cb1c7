import fc from "fast-check";
import { expect, test } from "vitest";
import { randomRows, testUniform } from "../brute-force.fixture.ts";
import { dynamicsNll, kernelEntropy, stickyEntropy } from "./dynamics.ts";
import { noiseKernel, stickyKernel } from "./kernel.ts";

test("sticky noise, V = 4, α = 0.25: −(13/16) ln(13/16) − (3/16) ln(1/16) (docs/methods.md section 2)", () => {
  const expected = -(13 / 16) * Math.log(13 / 16) - (3 / 16) * Math.log(1 / 16);
  expect(stickyEntropy(4, 0.25)).toBeCloseTo(expected, 15);
  expect(kernelEntropy(stickyKernel(4, 0.25))).toBeCloseTo(expected, 15);
  expect(stickyEntropy(4, 0)).toBeCloseTo(0, 15);
  expect(stickyEntropy(4, 1)).toBeCloseTo(Math.log(4), 15);
});

test("a general kernel's rows are weighted by how often each token is intended", () => {
  const kernel = noiseKernel(2, [1, 0, 0.5, 0.5]);
  expect(kernelEntropy(kernel)).toBeCloseTo(Math.LN2 / 2, 15);
  expect(kernelEntropy(kernel, [1, 3])).toBeCloseTo(0.75 * Math.LN2, 15);
});

test("the true kernel has the entropy, and no other one less", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const uniform = testUniform(seed);
      const kernel = noiseKernel(3, randomRows(3, 3, uniform));
      const intention = [0, 2, 1, 1];
      const truth = intention.flatMap((a) => Array.from(kernel.matrix.subarray(3 * a, 3 * a + 3), Math.log));
      const exact = dynamicsNll(intention, truth, kernel);
      expect(exact.nll).toBeCloseTo(exact.entropy, 14);
      expect(exact.entropy).toBeCloseTo(kernelEntropy(kernel, [1, 2, 1]), 14);
      const other = dynamicsNll(intention, randomRows(4, 3, uniform).map(Math.log), kernel);
      expect(other.nll).toBeGreaterThanOrEqual(other.entropy);
    }),
  );
});

test("a model that rules out what happens is infinitely wrong; what never happens does not matter", () => {
  expect(dynamicsNll([0], [0, -Infinity], stickyKernel(2, 0.5)).nll).toBe(Infinity);
  expect(dynamicsNll([0], [0, -Infinity], stickyKernel(2, 0)).nll).toBeCloseTo(0, 15);
});

test("mistakes are named", () => {
  expect(() => dynamicsNll([0, 1], [0, 0], stickyKernel(2, 0.5))).toThrowError(
    /2 log probabilities for 2 intentions/,
  );
  expect(() => dynamicsNll([2], [0, 0], stickyKernel(2, 0.5))).toThrowError(/intention 2 at position 0/);
});
