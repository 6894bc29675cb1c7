import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StepCase } from "../../../src/bench/engine/cases.ts";
import { trainingModel } from "../../../src/bench/engine/models.ts";
import { tinyMlp, tinyTransformer } from "../../../src/bench/engine/tiny-cases.fixture.ts";
import { openTorch } from "./torch.ts";
import type { TorchChild } from "./torch.ts";

const relative = (a: number, b: number): number => Math.abs(a - b) / Math.abs(b);

describe.each<StepCase>([tinyMlp, tinyTransformer])("$kind", (stepCase) => {
  let torch: TorchChild | undefined;
  let missing = "";

  beforeAll(async () => {
    const opened = await openTorch([1]);
    if ("missing" in opened) missing = opened.missing;
    else torch = opened[0];
  }, 60_000);

  afterAll(() => torch?.close());

  test("PyTorch computes the same loss and gradient from our weights", async ({ skip }) => {
    if (!torch) return skip(`not run: ${missing}`);
    const model = trainingModel(stepCase);
    // Zero biases and unit norms would hide a parameter that is not where it belongs.
    model.parameters.values.forEach((value, i, all) => (all[i] = value + 0.1 * Math.sin(i)));
    const weights = Object.fromEntries(
      model.parameters.leaves.map(({ name }) => [name, [...model.parameters.get(name)]]),
    );
    const inputs = Object.fromEntries(Object.entries(model.inputs).map(([name, data]) => [name, [...data]]));
    const theirs = await torch.evaluate(stepCase, weights, inputs);
    for (const engine of ["onnx", "wasm"] as const) {
      const program = await model.compile({ engine });
      const ours = await program.evaluate();
      await program.dispose();
      expect(relative(ours.loss, theirs.loss)).toBeLessThan(1e-5);
      expect(relative(ours.gradientNorm, theirs.gradientNorm)).toBeLessThan(1e-4);
    }
  });
});
