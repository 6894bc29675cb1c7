import fc from "fast-check";
import { expect, test } from "vitest";
import { pearson, ranks, spearman } from "./correlation.ts";

test("Pearson by hand: (1,2,3,4) against (2,1,4,3) is 0.6", () => {
  expect(pearson([1, 2, 3, 4], [2, 1, 4, 3])).toBeCloseTo(0.6, 15);
});

test("Spearman with ties by hand: ranks (1, 2½, 2½, 4) against (1, 3, 2, 4) give 4.5/√(4.5·5)", () => {
  expect([...ranks([1, 2, 2, 3])]).toEqual([1, 2.5, 2.5, 4]);
  expect(spearman([1, 2, 2, 3], [1, 3, 2, 4])).toBeCloseTo(4.5 / Math.sqrt(22.5), 15);
});

test("a rank is one more than how many are smaller, and half a place for each that is equal", () => {
  const awkward = fc.constantFrom(-Infinity, -1, -0, 0, 0.5, 1, Infinity, NaN);
  fc.assert(
    fc.property(fc.array(awkward), (x) => {
      const expected = x.map((value) => {
        const [below, same] = [x.filter((y) => y < value).length, x.filter((y) => y === value).length];
        return Number.isNaN(value) ? NaN : 1 + below + (same - 1) / 2;
      });
      expect([...ranks(x)]).toEqual(expected);
    }),
  );
});

test("undefined is NaN, never a number", () => {
  expect(pearson([1, 1, 1], [1, 2, 3])).toBeNaN();
  expect(pearson([1], [2])).toBeNaN();
  expect(pearson([-Infinity, 0, 1], [0, 1, 2])).toBeNaN();
  expect(spearman([NaN, 0, 1], [0, 1, 2])).toBeNaN();
  // Ranks do not mind an object of probability zero.
  expect(spearman([-Infinity, 0, 1], [0, 1, 2])).toBeCloseTo(1, 15);
});

const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 5, maxLength: 5 });

test("within ±1, symmetric, and ranks ignore any increasing map", () => {
  fc.assert(
    fc.property(values, values, (x, y) => {
      const r = pearson(x, y);
      fc.pre(!Number.isNaN(r));
      expect(Math.abs(r)).toBeLessThanOrEqual(1);
      expect(pearson(y, x)).toBeCloseTo(r, 12);
      const cubes = Float64Array.from(ranks(x), (rank) => rank ** 3);
      expect(spearman(cubes, y)).toBeCloseTo(spearman(x, y), 12);
    }),
  );
});

test("lists of different lengths are refused", () => {
  expect(() => spearman([1, 2], [1])).toThrowError(/2 and 1 values/);
});
