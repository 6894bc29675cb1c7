/**
 * Tables of outputs by row, for models that remember. Every category of a condition has rows of its own; under numbers z
 * a row is linear in what models read of them, row(z) = r_0 + Σ_i z_i r_i; tokens a table does not read.
 */
import { np } from "../engine/jax.ts";
import { parameter } from "../engine/parameters/parameters.ts";
import { zeros } from "../engine/parameters/initialisers.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { ParameterSpec } from "../engine/parameters/parameters.ts";
import type { ContextSpec } from "../landscape/context.ts";
import { categoriesOf, labelsOf, numberFeatures, numberRows } from "./context-features.ts";
import { isTrajectories } from "./model.ts";
import type { ModelInputs, StepInputs } from "./model.ts";

/** A table of `rows` by `width`, all zeros, with what the condition asks for. */
export function tableOf(rows: number, width: number, context: ContextSpec | undefined): ParameterSpec {
  return parameter([rows * (categoriesOf(context) ?? 1), width * (1 + numberFeatures(context))], zeros);
}

/** The outputs of the rows with these numbers, int32 [N], each under its own condition. */
export function lookUp(
  table: JaxArray,
  numbers: JaxArray,
  inputs: ModelInputs | StepInputs,
  context: ContextSpec | undefined,
): JaxArray {
  const found = np.take(table, ofCategory(table, numbers, inputs, context), 0);
  if (context?.kind !== "vector" && context?.kind !== "category+vector") return found;
  const [rows, all] = found.shape as [number, number];
  const [groups, size] = groupsOf(inputs, rows);
  const parts = 1 + numberFeatures(context);
  const factors = np.concatenate([np.ones([size, 1]), numberRows(context, inputs.context!)], 1);
  const perPart = found.reshape([groups, size, parts, all / parts]).mul(factors.reshape([1, size, parts, 1]));
  return np.sum(perPart, 2).reshape([rows, all / parts]);
}

/** The numbers of rows, moved to where those of each one's category begin. */
function ofCategory(
  table: JaxArray,
  numbers: JaxArray,
  inputs: ModelInputs | StepInputs,
  context: ContextSpec | undefined,
): JaxArray {
  const count = categoriesOf(context);
  if (count === undefined) return numbers;
  const [groups, size] = groupsOf(inputs, numbers.shape[0]!);
  const offset = labelsOf(context!, inputs.context!).mul(table.shape[0]! / count);
  return numbers
    .reshape([groups, size])
    .add(offset)
    .reshape([groups * size]);
}

/** How rows fall into groups that share one list of conditions: levels of trajectories, or one group of states. */
function groupsOf(inputs: ModelInputs | StepInputs, rows: number): readonly [number, number] {
  return isTrajectories(inputs) ? [inputs.levels, inputs.size] : [1, rows];
}
