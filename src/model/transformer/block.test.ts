/** Over many rows a norm becomes part of the layer behind it: the same numbers and gradients as over few. */
import { expect, test } from "vitest";
import { Adam } from "../../engine/optimiser/adam.ts";
import { compileTraining } from "../../engine/training-program.ts";
import { createParameters, parameter } from "../../engine/parameters/parameters.ts";
import { f32 } from "../../engine/spec.ts";
import { np, tree as refs } from "../../engine/jax.ts";
import { zeros } from "../../engine/parameters/initialisers.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { blockOf, projected } from "./block.ts";
import { resolveTransformer } from "./options.ts";

const [rows, width] = [1200, 8];

/** The loss of rows that go through the layer in so many parts, its gradient, and that of the rows. */
async function inParts(count: number): Promise<number[]> {
  const sizes = resolveTransformer({ vocabulary: 2, length: 2 }, { width, heads: 2 });
  const tree = { block: blockOf(sizes), rows: parameter([rows, width], zeros) };
  const parameters = createParameters(tree, key(1));
  const moved = new Float32Array(parameters.size);
  Generator.fromSeed(2).fillNormal(moved);
  parameters.values.forEach((value, i) => (parameters.values[i] = value + moved[i]!));
  const program = await compileTraining(
    "parts",
    ({ block, rows: all }, { weights }) => {
      const parts = np.split(all, count, 0).map((part): JaxArray => projected(refs.ref(block), part));
      return { loss: np.mean(np.sin(np.concatenate(parts, 0)).mul(weights)) };
    },
    { parameters, optimiser: new Adam(parameters), inputs: { weights: f32(rows, 3 * width) } },
  );
  const weights = Float32Array.from({ length: rows * 3 * width }, (_, i) => Math.cos(i));
  const { loss } = await program.evaluate({ weights });
  await program.dispose();
  return [loss, ...parameters.gradient];
}

test("1,200 rows at once and 600 at a time", async () => {
  const [once, twice] = [await inParts(1), await inParts(2)];
  const scale = Math.max(...twice.map(Math.abs));
  expect(scale).toBeGreaterThan(1e-3);
  twice.forEach((value, i) => expect(Math.abs(once[i]! - value) / scale).toBeLessThan(1e-5));
});
