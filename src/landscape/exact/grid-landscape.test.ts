import { describe, expect, test } from "vitest";
import { gridLandscape } from "./grid-landscape.ts";

/** docs/methods.md section 8 as it stands there. */
function slowScore(point: readonly number[], side: number): number {
  const xs = point.map((i) => -1 + (2 * i) / (side - 1));
  const corner = xs.every((x) => Math.abs(x) > 0.5);
  const peak = xs.every((x) => 0.6 < Math.abs(x) && Math.abs(x) < 0.8);
  return 1e-3 + (corner ? 0.5 : 0) + (peak ? 2 : 0);
}

describe("gridLandscape", () => {
  test.each([8, 32, 64])("is the documented reward on a side of %i", async (side) => {
    const points = Array.from({ length: side * side }, (_, i) => [Math.floor(i / side), i % side]);
    const scores = await gridLandscape({ side }).score(points.map((point) => point.join(",")));
    points.forEach((point, i) => expect(scores[i]).toBe(slowScore(point, side)));
  });

  test("has 2^d peaks; 8×8 has one point in each", async () => {
    for (const dimensions of [1, 2, 3]) {
      const side = 8;
      const objects = Array.from({ length: side ** dimensions }, (_, i) =>
        Array.from({ length: dimensions }, (_unused, d) => Math.floor(i / side ** d) % side).join(","),
      );
      const scores = await gridLandscape({ side, dimensions }).score(objects);
      expect(scores.filter((score) => score > 2).length).toBe(2 ** dimensions);
    }
  });

  test("names the point it cannot read and keeps the scores of the others", async () => {
    const asked = gridLandscape({ side: 8 }).score(["1,1", "8,0", "6,6"]);
    await expect(asked).rejects.toThrow(/"8,0".*0 to 7/);
    await expect(asked).rejects.toMatchObject({ code: "landscape/invalid-sequence" });
    await expect(gridLandscape({ side: 8 }).score(["1,-1"])).rejects.toThrow(/"1,-1"/);
    await expect(gridLandscape({ side: 8 }).score(["1,1,1"])).rejects.toThrow(/2 whole numbers/);
  });
});
