import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBatch } from "./batch.ts";
import { arbitraryNoisySequences, gridEnvironment } from "../environments.fixture.ts";
import type { Environment } from "../environment.ts";
import { withNoise } from "../noise/noise.ts";
import { PlainBatch } from "./plain-batch.ts";
import { SequenceBatch } from "../sequence/sequence-batch.ts";
import { sequenceEnvironment } from "../sequence/sequence.ts";
import type { StateBatch } from "./state-batch.ts";
import { stickyNoise } from "../noise/sticky-noise.ts";

/** Everything a batch says, with a row of untouched numbers before and after each matrix. */
function readAll(batch: StateBatch, environment: Environment): unknown {
  const { size } = batch;
  const features = new Float32Array((size + 2) * environment.featureCount).fill(7);
  batch.writeFeatures(features, 1);
  const legal = new Uint8Array((size + 2) * environment.actionCount).fill(7);
  batch.writeLegal(legal, environment.actionCount);
  const backward = new Uint8Array((size + 2) * environment.backward.count).fill(7);
  batch.writeBackwardLegal(backward, environment.backward.count);
  const indices = new Int32Array(size + 2).fill(-7);
  if (environment.enumeration !== undefined) batch.writeIndices(indices, 1);
  const rows = Array.from({ length: size }, (_, row) => {
    const done = batch.isDone(row);
    const probabilities = Array.from({ length: environment.actionCount }, (_, action) => {
      const out = new Float64Array(environment.outcomeCount).fill(7);
      if (legal[(row + 1) * environment.actionCount + action] === 1) batch.probabilities(row, action, out);
      return out;
    });
    return { done, probabilities, index: batch.terminalIndex(row), object: done ? batch.objectOf(row) : "" };
  });
  return { features, legal, backward, indices, rows };
}

/** One step of every open row: an intention by `draw`, then an outcome by `draw`. */
function stepAll(batches: readonly StateBatch[], environment: Environment, draw: () => number): void {
  const [batch] = batches as [StateBatch];
  const legal = new Uint8Array(batch.size * environment.actionCount);
  batch.writeLegal(legal, 0);
  const out = new Float64Array(environment.outcomeCount);
  for (let row = 0; row < batch.size; row++) {
    if (batch.isDone(row)) continue;
    const actions = Array.from(out.keys()).filter((a) => legal[row * environment.actionCount + a] === 1);
    const action = actions[Math.floor(draw() * actions.length)]!;
    batch.probabilities(row, action, out);
    const outcomes = Array.from(out.keys()).filter((c) => out[c]! > 0);
    const outcome = outcomes[Math.floor(draw() * outcomes.length)]!;
    for (const each of batches) each.advance(row, outcome);
  }
}

describe("createBatch", () => {
  test("the fast batch of sequences says what the plain one says", () => {
    fc.assert(
      fc.property(
        arbitraryNoisySequences,
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (environment, size, stream) => {
          const fast = createBatch(environment, size);
          expect(fast).toBeInstanceOf(SequenceBatch);
          const plain = new PlainBatch(environment, size);
          const draw = (): number => stream.next().value!;
          for (let round = 0; round < 2; round++) {
            for (let step = 0; step < environment.maxSteps; step++) {
              expect(readAll(fast, environment)).toEqual(readAll(plain, environment));
              stepAll([fast, plain], environment, draw);
            }
            const end = readAll(fast, environment);
            expect(end).toEqual(readAll(plain, environment));
            expect(Array.from({ length: size }, (_, row) => fast.isDone(row))).not.toContain(false);
            fast.reset();
            plain.reset();
          }
        },
      ),
    );
  });

  test("numbers finished sequences of one length in lexicographic order", () => {
    const batch = createBatch(sequenceEnvironment({ alphabet: "ACGT", length: 3 }), 1);
    for (const outcome of [3, 0, 2]) {
      expect(batch.terminalIndex(0)).toBe(-1);
      batch.advance(0, outcome);
    }
    expect(batch.objectOf(0)).toBe("TAG");
    expect(batch.terminalIndex(0)).toBe(3 * 16 + 2);
  });

  test("any other environment, and a changed copy of a sequence environment, gets the plain batch", () => {
    const grid = createBatch(withNoise(gridEnvironment(3), stickyNoise(0.5)), 2);
    expect(grid).toBeInstanceOf(PlainBatch);
    grid.advance(1, 0);
    grid.advance(1, 2);
    expect([grid.isDone(0), grid.isDone(1), grid.objectOf(1), grid.terminalIndex(1)]).toEqual([
      false,
      true,
      "1,0",
      -1,
    ]);
    const copy = { ...sequenceEnvironment({ alphabet: "01", length: 2 }), encode: () => undefined };
    expect(createBatch(copy, 1)).toBeInstanceOf(PlainBatch);
  });

  test("says what is wrong", () => {
    const long = sequenceEnvironment({ alphabet: "ACGT", length: 40 });
    expect(() => createBatch(long, 0)).toThrow("got a size of 0");
    for (const batch of [createBatch(long, 1), new PlainBatch(long, 1)]) {
      expect(() => batch.writeIndices(new Int32Array(1), 0)).toThrow("are not enumerated");
      expect(() => batch.objectOf(0)).toThrow("row 0 is not finished");
      for (const outcome of [4, -1, 0.5]) {
        expect(() => batch.advance(0, outcome)).toThrow(`got outcome ${outcome}`);
      }
      for (let step = 0; step < 40; step++) batch.advance(0, 1);
      expect(batch.terminalIndex(0)).toBe(-1);
      expect(() => batch.advance(0, 1)).toThrow("row 0 is finished");
    }
  });
});
