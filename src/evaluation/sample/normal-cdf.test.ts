import fc from "fast-check";
import { expect, test } from "vitest";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { normalCdf } from "./normal-cdf.ts";

test("known values, both tails", () => {
  // Values of the normal law as printed in tables: Φ(1.96), Φ(−3.09), Φ(−6).
  expect(normalCdf(1.96)).toBeCloseTo(0.9750021048517795, 13);
  expect(normalCdf(-3.09) / 1.000782482e-3).toBeCloseTo(1, 6);
  expect(normalCdf(-6) / 9.865876450376981e-10).toBeCloseTo(1, 10);
  expect(normalCdf(0)).toBe(0.5);
  expect([normalCdf(-Infinity), normalCdf(-40), normalCdf(40), normalCdf(Infinity)]).toEqual([0, 0, 1, 1]);
});

test("undoes the quantile that draws are made with", () => {
  fc.assert(
    fc.property(fc.double({ min: -250, max: Math.log(0.5), noNaN: true }), (log) => {
      const p = Math.exp(log);
      // A last place of the quantile x is worth x·ulp(x) of the probability, relatively; x² is at most 500 here.
      expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
    }),
  );
});
