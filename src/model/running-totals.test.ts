/** Sums of the first rows, block by block, are those of a plain loop. */
import { expect, test } from "vitest";
import { np } from "../engine/jax.ts";
import { Generator } from "../random/generator.ts";
import { runningTotals } from "./running-totals.ts";

test.each([
  [3, 3],
  [64, 64],
  [64, 65],
  [65, 65],
  [96, 96],
  [96, 97],
  [100, 101],
  [200, 200],
])("%d rows, %d sums", (length, levels) => {
  const columns = 3;
  const rows = new Float32Array(length * columns);
  Generator.fromSeed(length).fillNormal(rows);
  const plain = Array.from({ length: levels }, (_, level) =>
    Array.from({ length: columns }, (_, c) => {
      let sum = 0;
      for (let t = 0; t < level; t++) sum += rows[t * columns + c]!;
      return sum;
    }),
  ).flat();
  const totals = runningTotals(np.array(rows).reshape([length, columns]), levels);
  expect(totals.shape).toEqual([levels, columns]);
  const got = totals.dataSync();
  plain.forEach((value, i) => expect(got[i]).toBeCloseTo(value, 4));
});
