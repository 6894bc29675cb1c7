import fc from "fast-check";
import { expect, test } from "vitest";
import { normalQuantile } from "./normal-quantile.ts";
import { normalDistribution } from "./statistics.fixture.ts";

// The three checks printed in Wichura's paper (AS 241, 1988), then mpmath to 60 digits for the exact double, rounded.
test.each([
  [0.25, -0.6744897501960817],
  [0.001, -3.090232306167814],
  [1e-20, -9.262340089798409],
  [2 ** -53, -8.209536151601387],
  [1e-12, -7.034483825301132],
  [1e-5, -4.264890793922825],
  [0.02, -2.053748910631823],
  [0.075, -1.439531470938456],
  [0.1, -1.2815515655446004],
  [0.3, -0.5244005127080408],
  [0.77, 0.7388468491852137],
  [0.975, 1.9599639845400538],
  [1 - 2 ** -53, 8.209536151601387],
])("quantile of %d", (p, expected) => {
  expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(1e-15 * Math.abs(expected));
});

test("the median is 0", () => {
  expect(normalQuantile(0.5)).toBe(0);
});

const fraction = fc.integer({ min: 1, max: 2 ** 52 - 1 }).map((i) => i * 2 ** -52);

test("undoes the distribution function", () => {
  fc.assert(
    fc.property(fraction, (p) => {
      expect(Math.abs(normalDistribution(normalQuantile(p)) - p)).toBeLessThan(1e-14);
    }),
    { numRuns: 1000 },
  );
});

test("is odd about ½, bit for bit", () => {
  fc.assert(
    fc.property(fraction, (p) => {
      expect(normalQuantile(1 - p) + normalQuantile(p)).toBe(0);
    }),
  );
});
