import { expect, test } from "vitest";
import type { Point } from "./svg.ts";
import { condensed, fewer, thinned } from "./thin.ts";

test("a thinned line has its ends and every summit", () => {
  const points = Array.from({ length: 100_000 }, (_, i): Point => [i / 100, i === 54_321 ? 9 : Math.sin(i)]);
  const kept = thinned(points);
  expect(kept.length).toBeLessThan(4001);
  expect(kept).toContain(points[54_321]);
  expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
  expect(condensed(points, ([, y]) => y)).toContain(points[54_321]);
  expect(thinned(points.slice(0, 20))).toEqual(points.slice(0, 20));
});

test("fewer of a list begin and end as it does", () => {
  expect(fewer([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 3, 6, 9]);
  expect(fewer([1, 2], 4)).toEqual([1, 2]);
});
