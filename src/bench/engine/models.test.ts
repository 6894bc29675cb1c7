import { describe, expect, test } from "vitest";
import type { StepCase } from "./cases.ts";
import { trainingModel } from "./models.ts";
import { tinyMlp, tinyTransformer } from "./tiny-cases.fixture.ts";

describe.each<StepCase>([tinyMlp, tinyTransformer])("$kind", (stepCase) => {
  test("steps lower the loss on either engine", async () => {
    for (const engine of ["onnx", "wasm"] as const) {
      const program = await trainingModel(stepCase).compile({ engine });
      const before = await program.evaluate();
      for (let i = 0; i < 12; i++) await program.step();
      const after = await program.evaluate();
      await program.dispose();
      expect(after.loss).toBeLessThan(0.98 * before.loss);
    }
  });

  test("the starting point is the same in every run", async () => {
    const program = await trainingModel(stepCase).compile({ engine: "onnx" });
    const { loss, gradientNorm } = await program.evaluate();
    await program.dispose();
    const frozen = { mlp: [1.348357, 0.556151], transformer: [2.24724, 1.886641] }[stepCase.kind];
    expect(loss).toBeCloseTo(frozen[0]!, 4);
    expect(gradientNorm).toBeCloseTo(frozen[1]!, 4);
  });
});
