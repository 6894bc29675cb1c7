import fc from "fast-check";
import { expect, test } from "vitest";
import { addTarget, binsOf, centreOf, levelOf, quantileOf, residualIn, tokenOf } from "./tokens.ts";

const bins = binsOf(8, 3);

test("inner bins have width 1 here, the outer ones are open", () => {
  expect(bins.width).toBe(1);
  expect([-100, -3.01, -3, -0.5, 0, 2.99, 3, 50].map((r) => tokenOf(bins, r))).toEqual([
    0, 0, 1, 3, 4, 6, 7, 7,
  ]);
  expect(centreOf(bins, 4)).toBe(0.5);
  // Exponential beyond the reach with mean ¾: the median is ¾ ln 2 away.
  expect(centreOf(bins, 7)).toBeCloseTo(3 + 0.75 * Math.LN2, 12);
  expect(centreOf(bins, 0)).toBeCloseTo(-3 - 0.75 * Math.LN2, 12);
});

test("a residual drawn in a bin falls into that bin", () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7 }), share, (token, u) => {
      const back = tokenOf(bins, residualIn(bins, token, u));
      // Rounding may carry a value at the very edge of a bin over it.
      expect(Math.abs(back - token)).toBeLessThanOrEqual(u > 1 - 1e-9 || u < 1e-9 ? 1 : 0);
    }),
  );
});

test("quantiles of masses are linear inside bins and ascend", () => {
  const masses = [0, 0, 0, 1, 3, 0, 0, 0];
  expect(quantileOf(bins, masses, 4, 0.25)).toBeCloseTo(0, 12);
  expect(quantileOf(bins, masses, 4, 0.5)).toBeCloseTo(1 / 3, 12);
  expect(quantileOf(bins, masses, 4, 0)).toBeCloseTo(-1, 12);
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
      (some) => {
        const total = some.reduce((sum, mass) => sum + mass, 0);
        const values = [0.01, 0.1, 0.5, 0.9, 0.99].map((level) => quantileOf(bins, some, total, level));
        expect(values).toEqual([...values].sort((a, b) => a - b));
      },
    ),
  );
});

test("levels are the inverse of quantiles", () => {
  const masses = [0.1, 0, 0.2, 0.1, 0.3, 0.1, 0.1, 0.1];
  for (const level of [0.03, 0.2, 0.45, 0.77, 0.97]) {
    expect(levelOf(bins, masses, 1, quantileOf(bins, masses, 1, level))).toBeCloseTo(level, 9);
  }
});

test("ordinal targets sum to 1 around the token; without smoothing they are one-hot", () => {
  const row = new Float32Array(16);
  addTarget(bins, 4, 0, row, 8);
  expect([...row]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  for (const token of [0, 3, 7]) {
    row.fill(0);
    addTarget(bins, token, 1, row, 0);
    expect(row.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 6);
    expect(row.indexOf(Math.max(...row))).toBe(token);
  }
});

test("impossible bins are refused", () => {
  expect(() => binsOf(3, 12)).toThrowError(/got 3 bins/);
  expect(() => binsOf(16, 0)).toThrowError(/positive reach/);
});
