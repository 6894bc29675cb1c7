import { expect, test } from "vitest";
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { residualQuantile } from "./residual-quantile.ts";

const exact = Float64Array.from({ length: 401 }, (_, i) => 10 * normalQuantile((i + 0.5) / 401));

test("tails of normal residuals are those of their law, far beyond the outermost of them", () => {
  for (const level of [1e-3, 1e-5, 1e-9, 1 - 1e-3, 1 - 1e-5, 1 - 1e-9]) {
    expect(residualQuantile(exact, level) / (10 * normalQuantile(level))).toBeCloseTo(1, 1);
  }
  expect(Math.abs(residualQuantile(exact, 0))).toBeLessThan(100);
  expect(residualQuantile(exact, 1)).toBeLessThan(100);
});

test.each([3, 8, 40, 401])("of %i residuals they ascend, and inside they are what was measured", (count) => {
  const some = exact.filter((_, i) => i % Math.floor(400 / (count - 1)) === 0).slice(0, count);
  const middle = sortedQuantile(some, 0.5);
  const centred = some.map((value) => value - middle);
  const levels = Array.from({ length: 2001 }, (_, i) => i / 2000);
  const values = levels.map((level) => residualQuantile(centred, level));
  for (let i = 1; i < values.length; i++) expect(values[i]! >= values[i - 1]!).toBe(true);
  expect(residualQuantile(centred, 0.4)).toBe(sortedQuantile(centred, 0.4));
});
