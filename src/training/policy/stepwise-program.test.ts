/** Acting beside a growing past says the same as reading the whole of it again, before and after it is laid out anew. */
import { expect, test } from "vitest";
import { createParameters } from "../../engine/parameters/parameters.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { onPolicy } from "../../sampling/behaviour.ts";
import { RollOut } from "../../sampling/roll-out.ts";
import { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { StateArrays } from "../../sampling/policy-evaluator.ts";
import { GrowingArray, mostPlaces, placesFor } from "./growing-arrays.ts";
import { policyOf } from "./policy-program.ts";
import { modelShape, stateModel } from "./state-model.ts";

// Of twelve roll-outs the first three steps are looked up, of three none.
test.each([3, 12])("a transformer over 38 letters, in two times %d roll-outs", async (rows) => {
  const length = 38;
  const environment = withNoise(sequenceEnvironment({ alphabet: "ABC", length }), stickyNoise(0.3));
  expect([0, 9, 10, 36, 37].map((step) => placesFor(step, length))).toEqual([10, 10, 20, 37, 37]);
  const choice = { kind: "transformer", hidden: 8, heads: 2, layers: 2 } as const;
  const model = stateModel(environment, choice, modelShape(environment, { backwardCount: 0 }));
  expect(model.stepwise!.beginnings!(rows)?.steps).toBe(rows === 12 ? 3 : undefined);
  const parameters = createParameters({ policy: model.tree }, key(1));
  Generator.fromSeed(2).fillNormal(parameters.values);
  const policy = policyOf({ environment, model }, parameters);
  const [acting, plain] = [await policy.compileActing(rows), await policy.compile(rows)];
  const streams = { choices: Generator.fromSeed(3), world: Generator.fromSeed(4) };
  const batch = TrajectoryBatch.for(environment, rows, plain.reads);
  const roll = new RollOut(environment, rows, streams, plain.reads);
  const both = async (states: StateArrays): Promise<Float32Array> => {
    const logits = await acting.evaluate(states);
    const whole = await plain.evaluate(states);
    whole.forEach((value, i) => expect(logits[i], `step ${states.step}`).toBeCloseTo(value, 3));
    return logits;
  };
  for (let i = 0; i < 2; i++) await roll.run(both, onPolicy, batch, 0);
  await acting.dispose();
  await plain.dispose();
});

test("what is kept stays in its place", () => {
  const [steps, rows, columns] = [50, 3, 2];
  const array = new GrowingArray("kept", [rows, columns], mostPlaces(steps));
  const number = (step: number, row: number, column: number): number => step * 100 + row * 10 + column;
  for (let time = 0; time < 2; time++) {
    for (let step = 0; step < steps; step++) {
      const places = placesFor(step, steps);
      const seen = array.with(places);
      expect(array.spec(places).shape).toEqual([rows, places, columns]);
      expect(places).toBeGreaterThanOrEqual(step);
      for (let row = 0; row < rows; row++)
        for (let at = 0; at < step; at++)
          for (let column = 0; column < columns; column++)
            expect(seen[(row * places + at) * columns + column]).toBe(number(at, row, column));
      array.fresh.forEach((_, i) => (array.fresh[i] = number(step, Math.floor(i / columns), i % columns)));
      array.keep(step);
    }
  }
});
