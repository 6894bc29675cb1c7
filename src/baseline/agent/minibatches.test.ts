import { expect, test } from "vitest";
import { f32, i32 } from "../../engine/spec.ts";
import { gridEnvironment } from "../../environment/grid.ts";
import { Generator } from "../../random/generator.ts";
import { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { Minibatches, rowsOf } from "./minibatches.ts";

/** The steps dealt in each part, by what `value` says of them. */
function dealt(lengths: readonly number[], parts: number): number[][] {
  const batch = TrajectoryBatch.for(gridEnvironment({ side: 3 }), lengths.length);
  batch.lengths.set(lengths);
  const rows = rowsOf(batch, parts);
  const minibatches = new Minibatches(
    { thought: i32(rows), value: f32(rows), weight: f32(rows) },
    batch,
    parts,
  );
  const value = Float32Array.from(batch.thought, (_, row) => row);
  return Array.from(minibatches.deal({ value }, Generator.fromSeed(1)), (part) =>
    [...part["value"]!].filter((_, row) => part["weight"]![row] === 1),
  );
}

test("every real step is dealt once, and none past an end", () => {
  const parts = dealt([5, 1, 3], 2);
  // Row t·B + b of a batch of three.
  expect(parts.flat().toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 5, 6, 8, 9, 12]);
});

test("parts are of about one size when trajectories are short", () => {
  expect(dealt([5, 5, 5, 5], 2).map(({ length }) => length)).toEqual([10, 10]);
  // Ten rows would hold these nine steps at once, or leave one over from eleven.
  expect(dealt([1, 2, 3, 3], 2).map(({ length }) => length)).toEqual([5, 4]);
  expect(dealt([2, 3, 3, 3], 2).map(({ length }) => length)).toEqual([6, 5]);
});
