/** The dynamics of the intention taken are those of all intentions, picked. */
import { expect, test } from "vitest";
import { createParameters } from "../engine/parameters/parameters.ts";
import { f32, i32 } from "../engine/spec.ts";
import { compileWithParameters } from "../engine/parameter-program.ts";
import { tree } from "../engine/jax.ts";
import { Generator } from "../random/generator.ts";
import { key } from "../random/key.ts";
import { dynamicsModel } from "./dynamics.ts";

test("applyTaken equals apply at the intention taken", async () => {
  const shape = { featureCount: 6, actionCount: 3, outcomeCount: 4, backwardCount: 0 };
  const rows = 5;
  const model = dynamicsModel(shape, { hidden: 7 });
  const parameters = createParameters(model.tree, key(3));
  Generator.fromSeed(1).fillNormal(parameters.values);
  const program = await compileWithParameters(
    "dynamics",
    (arrays, { x, a }) => {
      const all = model.apply(tree.ref(arrays), { features: x.ref });
      return { all, taken: model.applyTaken!(arrays, { features: x }, a) };
    },
    { parameters, inputs: { x: f32(rows, shape.featureCount), a: i32(rows) } },
  );
  const x = new Float32Array(rows * shape.featureCount);
  Generator.fromSeed(2).fillNormal(x);
  const a = Int32Array.of(2, 0, 1, 1, 2);
  const { all, taken } = await program.run({ x, a });
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < shape.outcomeCount; c++) {
      const picked = all[(row * shape.actionCount + a[row]!) * shape.outcomeCount + c]!;
      expect(taken[row * shape.outcomeCount + c]).toBeCloseTo(picked, 4);
    }
  }
  await program.dispose();
});
