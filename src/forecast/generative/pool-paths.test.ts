import { expect, test } from "vitest";
import { withMarginals } from "./pool-paths.ts";

test("paths keep their ranks and get the model's quantiles", () => {
  const paths = [Float64Array.of(1, 9), Float64Array.of(3, 5), Float64Array.of(2, 7)];
  // Step 1: uniform on [0, 6]; step 2: uniform on [10, 16]; ranks get the levels 1/6, 1/2 and 5/6.
  const model = {
    name: "Pool",
    point: [Float64Array.of(3, 13)],
    quantiles: (_: number, levels: readonly number[]) => ({
      levels,
      values: levels.map((level) => Float64Array.of(6 * level, 10 + 6 * level)),
    }),
  };
  const joined = withMarginals(paths, model, 0).map((path) => Array.from(path, (y) => Math.round(y)));
  expect(joined).toEqual([
    [1, 15],
    [5, 11],
    [3, 13],
  ]);
});
