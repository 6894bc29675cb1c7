import fc from "fast-check";
import { expect, test } from "vitest";
import { hexagons } from "./hexagons.ts";

test("every point is counted once, in the hexagon whose centre is nearest", () => {
  const place = fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }));
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (points) => {
      const cells = hexagons(points, (point) => point, 10);
      expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(points.length);
      for (const { x, y, middle } of cells) {
        // Corners of a hexagon are as far from its centre as its radius says.
        expect(Math.hypot(middle[0] - x, middle[1] - y)).toBeLessThanOrEqual(10 + 1e-9);
      }
    }),
  );
  const same = hexagons(
    Array.from({ length: 5 }, () => [3, 4] as const),
    (point) => point,
    10,
  );
  expect(same).toEqual([{ x: 0, y: 0, count: 5, middle: [3, 4] }]);
});
