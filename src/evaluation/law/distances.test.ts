import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsd, kl, klForward, klReverse, klToLog, l1, tv } from "./distances.ts";

const p = [0.5, 0.5, 0];
const q = [0.25, 0.25, 0.5];

describe("known answers, by hand", () => {
  test("TV and L1", () => {
    expect(l1(p, q)).toBe(1);
    expect(tv(p, q)).toBe(0.5);
  });

  test("KL in both directions: ln 2, and infinite where support is missing", () => {
    expect(kl(p, q)).toBeCloseTo(Math.LN2, 15);
    expect(kl(q, p)).toBe(Infinity);
    expect(klReverse(p, q)).toBe(kl(p, q));
    expect(klForward(p, q)).toBe(Infinity);
  });

  test("JSD of disjoint laws is ln 2 and of (1,0) against (½,½) is ¾ ln(4/3)", () => {
    expect(jsd([1, 0], [0, 1])).toBeCloseTo(Math.LN2, 15);
    // ½·ln(1/(3/4)) + ½·(½ ln(2/3) + ½ ln 2) = ¾ ln(4/3), since ½ ln(2/3) + ½ ln 2 = ½ ln(4/3)
    expect(jsd([1, 0], [0.5, 0.5])).toBeCloseTo(0.75 * Math.log(4 / 3), 15);
  });

  test("a second law that underflows still gives a finite divergence in logarithms", () => {
    expect(kl([0.5, 0.5], [1, Math.exp(-2000)])).toBe(Infinity);
    expect(klToLog([0.5, 0.5], [0, -2000])).toBeCloseTo(1000 - Math.LN2, 9);
  });

  test("laws over different objects are refused", () => {
    expect(() => tv([1], [0.5, 0.5])).toThrowError(/over 1 and 2 objects/);
  });
});

const law = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 })
  .filter((values) => values.some((value) => value > 0.01))
  .map((values) => {
    const sum = values.reduce((total, value) => total + value, 0);
    return values.map((value) => value / sum);
  });

describe("properties", () => {
  test("ranges, symmetry, Pinsker, and nothing depends on the order of objects", () => {
    fc.assert(
      fc.property(law, law, (x, y) => {
        expect(tv(x, y)).toBeGreaterThanOrEqual(0);
        expect(tv(x, y)).toBeLessThanOrEqual(1);
        expect(kl(x, y)).toBeGreaterThanOrEqual(2 * tv(x, y) ** 2 - 1e-12);
        expect(jsd(x, y)).toBeGreaterThanOrEqual(0);
        expect(jsd(x, y)).toBeLessThanOrEqual(Math.LN2);
        expect(jsd(y, x)).toBeCloseTo(jsd(x, y), 14);
        expect(tv(x.toReversed(), y.toReversed())).toBeCloseTo(tv(x, y), 14);
        expect(jsd(x.toReversed(), y.toReversed())).toBeCloseTo(jsd(x, y), 14);
      }),
    );
  });

  test("a law is at no distance from itself", () => {
    fc.assert(
      fc.property(law, (x) => {
        expect([tv(x, x), kl(x, x), jsd(x, x)]).toEqual([0, 0, 0]);
      }),
    );
  });
});
