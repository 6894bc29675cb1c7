/** Values that are missing within a series. */
import { expect, test } from "vitest";
import { fillGaps } from "./fill-gaps.ts";

test("gaps are filled from the seasons around them, else on a line", () => {
  expect([...fillGaps(Float64Array.from([1, 5, 2, NaN, 3, 7]), 2)]).toEqual([1, 5, 2, 6, 3, 7]);
  expect([...fillGaps(Float64Array.from([NaN, 2, NaN, 4]), 1)]).toEqual([2, 2, 3, 4]);
});

test("a long gap is filled in one pass", () => {
  const values = new Float64Array(300_000).fill(NaN);
  values[0] = 0;
  values[values.length - 1] = values.length - 1;
  expect(fillGaps(values, 1)[123_456]).toBeCloseTo(123_456, 6);
});
