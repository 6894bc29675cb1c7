/**
 * The first steps of roll-outs that act step by step: the policy is asked about all short beginnings once, before the first
 * step, and each roll-out finds there what a step of its own would have said, and what would have been kept of it.
 */
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { CompileOptions } from "../../engine/program.ts";
import type { Data } from "../../engine/spec.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { Beginnings } from "../../model/model.ts";
import type { StateArrays } from "../../sampling/policy-evaluator.ts";
import type { GrowingArray } from "./growing-arrays.ts";

export interface LookedUpSteps {
  /** How many first steps are looked up. */
  readonly steps: number;
  /** The logits of the next of them; what is kept of it stands in the `fresh` of each array. */
  evaluate(states: Pick<StateArrays, "step" | "token">): Promise<Float32Array>;
  dispose(): Promise<void>;
}

export async function compileLookedUp(
  beginnings: Beginnings,
  parameters: Parameters,
  past: readonly GrowingArray[],
  rows: number,
  options: CompileOptions,
): Promise<LookedUpSteps> {
  const { steps, letters } = beginnings;
  const program = await compileWithParameters(
    "beginnings",
    (arrays) => {
      const { policy, rows: kept } = beginnings.ask(arrays["policy"] as never);
      return { ...kept, logits: policy };
    },
    { parameters, inputs: {} },
    options,
  );
  const actions = program.outputs["logits"].shape[1]!;
  const logits = new Float32Array(rows * actions);
  const numbers = new Int32Array(rows);
  let all: Readonly<Record<string, Data>> = {};
  return {
    steps,
    async evaluate({ step, token }) {
      if (step === 0) all = await program.run({});
      for (let b = 0; b < rows; b++) numbers[b] = step === 0 ? 0 : numbers[b]! * letters + 1 + token[b]!;
      for (const array of past) lookUp(array.fresh, all[array.name]!, numbers);
      lookUp(logits, all["logits"]!, numbers);
      return logits;
    },
    dispose: () => program.dispose(),
  };
}

/** Writes the rows of a table with these numbers one after the other. */
function lookUp(into: Float32Array, table: Data, numbers: Int32Array): void {
  const width = into.length / numbers.length;
  numbers.forEach((number, b) => into.set(table.subarray(number * width, (number + 1) * width), b * width));
}
