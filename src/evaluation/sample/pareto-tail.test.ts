import { expect, test } from "vitest";
import { testUniform } from "../brute-force.fixture.ts";
import { paretoTail } from "./pareto-tail.ts";

test.each([0.1, 0.3, 0.5, 0.7, 1])("generalised Pareto weights of shape %f", (k) => {
  const uniform = testUniform(5);
  let sum = 0;
  for (let run = 0; run < 20; run++) {
    sum += paretoTail(Float64Array.from({ length: 2000 }, () => Math.log(((1 - uniform()) ** -k - 1) / k)));
  }
  expect(Math.abs(sum / 20 - k)).toBeLessThan(0.06);
});

test("scale makes no difference, weights that are alike have no tail, and few say nothing", () => {
  const uniform = testUniform(6);
  const weights = Float64Array.from({ length: 500 }, () => 3 * uniform());
  expect(paretoTail(weights.map((value) => value - 4000))).toBeCloseTo(paretoTail(weights), 9);
  expect(paretoTail(new Float64Array(500))).toBe(-Infinity);
  expect(paretoTail(weights.subarray(0, 20))).toBe(Infinity);
});
