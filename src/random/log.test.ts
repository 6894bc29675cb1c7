import fc from "fast-check";
import { expect, test } from "vitest";
import { naturalLog } from "./log.ts";

const UNIT = 2 ** -52;

// Reference values: mpmath 60 digits, log of the exact double, rounded.
test.each([
  [1, 0],
  [0.1, -2.3025850929940455],
  [3, 1.0986122886681098],
  [1e-10, -23.025850929940457],
  [0.9999999999, -1.000000082790371e-10],
  [1 - 2 ** -53, -1.1102230246251565e-16],
])("log %d, from mpmath", (x, expected) => {
  expect(Math.abs(naturalLog(x) - expected)).toBeLessThanOrEqual(2 * UNIT * Math.abs(expected));
});

test("agrees with Math.log for normal numbers of any size", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 2 ** -1022, max: Number.MAX_VALUE, noNaN: true, noDefaultInfinity: true }),
      (x) => {
        const expected = Math.log(x);
        expect(Math.abs(naturalLog(x) - expected)).toBeLessThanOrEqual(2 * UNIT * Math.abs(expected));
      },
    ),
    { numRuns: 2000 },
  );
});

test("agrees with Math.log around 1 and around the seam at √2", () => {
  for (const centre of [0.5, Math.SQRT1_2, 1, Math.SQRT2, 2, 2 * Math.SQRT2]) {
    for (let step = -500; step <= 500; step++) {
      for (const width of [2 ** -53, 2 ** -40, 2 ** -14]) {
        const x = centre + step * width;
        const expected = Math.log(x);
        expect(Math.abs(naturalLog(x) - expected)).toBeLessThanOrEqual(2 * UNIT * Math.abs(expected));
      }
    }
  }
});
