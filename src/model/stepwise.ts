/**
 * Acting step by step for perceptrons over sequences: the running sum of the first layer is all of the past they need.
 * A memory beside the perceptron adds its row, and may carry something of its own to find it.
 */
import type { ArraysOf } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import { firstLayerBegin, firstLayerStep } from "./first-layer.ts";
import { splitStepHeads } from "./heads.ts";
import { laterLayers } from "./mlp.ts";
import type { ModelShape, SequenceLayout, StepInputs, StepwiseModel } from "./model.ts";
import type { PerceptronTree } from "./state-models.ts";

/** What is remembered beside a perceptron at one step: rows of outputs, and what is carried on. */
export interface SteppedMemory<T extends PerceptronTree> {
  begin(rows: number): Readonly<Record<string, JaxArray>>;
  step(
    parameters: ArraysOf<T>,
    inputs: StepInputs,
  ): { readonly remembered: JaxArray; readonly cache: Readonly<Record<string, JaxArray>> };
}

export function perceptronSteps<T extends PerceptronTree>(
  shape: ModelShape,
  layout: SequenceLayout,
  memory?: SteppedMemory<T>,
): StepwiseModel<T> {
  return {
    begin: (parameters, inputs) => {
      const { mlp, context } = parameters as ArraysOf<PerceptronTree>;
      const { sum, table } = firstLayerBegin(mlp["layer0"]!, inputs, layout, shape.context, context);
      return { fixed: { table }, cache: { sum, ...memory?.begin(inputs.rows) } };
    },
    step: (parameters, inputs) => {
      const { mlp } = parameters as ArraysOf<PerceptronTree>;
      const sum = firstLayerStep(inputs, layout);
      const joint = laterLayers(mlp, sum.ref);
      const found = memory?.step(parameters, inputs);
      const all = found ? joint.add(found.remembered) : joint;
      return { heads: splitStepHeads(all, inputs, shape), cache: { sum, ...found?.cache } };
    },
  };
}
