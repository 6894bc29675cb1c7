import fc from "fast-check";
import { expect, test } from "vitest";
import { factorInPlace, substitute } from "./dense-cholesky.ts";

const asItIs = (square: number): number => square;

test("a known factor, and what is above the diagonal is left alone", () => {
  // From the article on Cholesky's decomposition in Wikipedia.
  const matrix = Float64Array.of(4, 7, 7, 12, 37, 7, -16, -43, 98);
  factorInPlace(matrix, 3, asItIs);
  expect([...matrix]).toEqual([2, 7, 7, 6, 1, 7, -8, 5, 3]);
});

test("solves for every column", () => {
  const size = fc.integer({ min: 1, max: 6 });
  const numbers = (length: number): fc.Arbitrary<number[]> =>
    fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length });
  const problem = size.chain((n) => fc.tuple(fc.constant(n), numbers(n * n), numbers(2 * n)));
  fc.assert(
    fc.property(problem, ([n, root, wanted]) => {
      // A Aᵀ + I is positive, whatever A is.
      const entry = (i: number, j: number): number =>
        root.slice(i * n, (i + 1) * n).reduce((sum, a, k) => sum + a * root[j * n + k]!, i === j ? 1 : 0);
      const matrix = Float64Array.from({ length: n * n }, (_, at) => entry(Math.floor(at / n), at % n));
      const b = Float64Array.from({ length: 2 * n }, (_, at) =>
        matrix
          .slice(Math.floor(at / 2) * n, (Math.floor(at / 2) + 1) * n)
          .reduce((sum, a, k) => sum + a * wanted[2 * k + (at % 2)]!, 0),
      );
      factorInPlace(matrix, n, asItIs);
      substitute(matrix, n, b, 2);
      b.forEach((value, at) => expect(value).toBeCloseTo(wanted[at]!, 10));
    }),
  );
});

test("asks what to do with each pivot", () => {
  const asked: [number, number][] = [];
  const matrix = Float64Array.of(1, 0, 1, 1);
  factorInPlace(matrix, 2, (square, row) => {
    asked.push([square, row]);
    return Math.max(square, 0.25);
  });
  expect(asked).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(matrix[3]).toBe(0.5);
});
