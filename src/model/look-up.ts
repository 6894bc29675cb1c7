/**
 * Tables of outputs by row, for models that remember. Under a condition that is a category every category has rows of
 * its own; under a vector z a row is linear in it, row(z) = r_0 + Σ_i z_i r_i; other conditions a table does not read.
 */
import { np, parameter, zeros } from "../engine/index.ts";
import type { JaxArray, ParameterSpec } from "../engine/index.ts";
import type { ContextSpec } from "../landscape/index.ts";
import { isTrajectories } from "./model.ts";
import type { ModelInputs, StepInputs } from "./model.ts";

/** A table of `rows` by `width`, all zeros, with what the condition asks for. */
export function tableOf(rows: number, width: number, context: ContextSpec | undefined): ParameterSpec {
  if (context?.kind === "category") return parameter([rows * context.count, width], zeros);
  if (context?.kind === "vector") return parameter([rows, width * (1 + context.size)], zeros);
  return parameter([rows, width], zeros);
}

/** The outputs of the rows with these numbers, int32 [N], each under its own condition. */
export function lookUp(
  table: JaxArray,
  numbers: JaxArray,
  inputs: ModelInputs | StepInputs,
  context: ContextSpec | undefined,
): JaxArray {
  if (context?.kind === "category") {
    const rows = table.shape[0]! / context.count;
    const [groups, size] = groupsOf(inputs, numbers.shape[0]!);
    const offset = inputs.context!.ref.mul(rows);
    const shifted = numbers
      .reshape([groups, size])
      .add(offset)
      .reshape([groups * size]);
    return np.take(table, shifted, 0);
  }
  const found = np.take(table, numbers, 0);
  if (context?.kind !== "vector") return found;
  const [rows, all] = found.shape as [number, number];
  const [groups, size] = groupsOf(inputs, rows);
  const parts = 1 + context.size;
  const factors = np.concatenate([np.ones([size, 1]), inputs.context!.ref], 1).reshape([1, size, parts, 1]);
  const perPart = found.reshape([groups, size, parts, all / parts]).mul(factors);
  return np.sum(perPart, 2).reshape([rows, all / parts]);
}

/** How rows fall into groups that share one list of conditions: levels of trajectories, or one group of states. */
function groupsOf(inputs: ModelInputs | StepInputs, rows: number): readonly [number, number] {
  return isTrajectories(inputs) ? [inputs.levels, inputs.size] : [1, rows];
}
