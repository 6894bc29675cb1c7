import fc from "fast-check";
import { expect, test } from "vitest";
import { noiseKernel, stickyKernel } from "./kernel.ts";

test("sticky noise is (1−α)·[c=a] + α/V (docs/methods.md section 1)", () => {
  expect([...stickyKernel(2, 0.5).matrix]).toEqual([0.75, 0.25, 0.25, 0.75]);
});

test("a sticky matrix given as numbers is recognised, any other is not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.double({ min: 0, max: 1, noNaN: true }), (size, alpha) => {
      const sticky = stickyKernel(size, alpha);
      expect(noiseKernel(size, sticky.matrix).stickyAlpha).toBeCloseTo(alpha, 12);
    }),
  );
  expect(noiseKernel(2, [0.9, 0.1, 0.2, 0.8]).stickyAlpha).toBeNull();
  // Always the other token: the same off-diagonal everywhere, but no α gives it.
  expect(noiseKernel(2, [0, 1, 1, 0]).stickyAlpha).toBeNull();
});

test("float32 rows are made to sum to one in float64", () => {
  const rows = noiseKernel(3, Float32Array.of(0.1, 0.2, 0.7, 1, 0, 0, 0.3, 0.3, 0.4)).matrix;
  for (const a of [0, 1, 2]) {
    expect(rows.subarray(3 * a, 3 * a + 3).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 15);
  }
});

test.each([
  [() => stickyKernel(4, 1.5), /alpha = 1.5/],
  [() => stickyKernel(4, NaN), /alpha = NaN/],
  [() => stickyKernel(0, 0.5), /alphabet of 0/],
  [() => noiseKernel(2, [1, 0, 1]), /3 entries, expected 2 × 2/],
  [() => noiseKernel(2, [0.5, 0.4, 0, 1]), /intention 0 sums to 0.9/],
  [() => noiseKernel(2, [1, 0, -0.5, 1.5]), /intention 1 holds -0.5/],
])("mistake %#: the message names it", (make, message) => {
  expect(make).toThrowError(message);
});
