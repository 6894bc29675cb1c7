/**
 * The models of states. `mlp` generalises from features; `table` has one row of outputs per state and only memorises;
 * `memory` adds the two, so that what the network cannot express is remembered state by state.
 */
import { np, normal, parameter, zeros } from "../engine/index.ts";
import type { ArraysOf, JaxArray, ParameterSpec } from "../engine/index.ts";
import { WindageError } from "../error.ts";
import { headsOf, headWidth, splitHeads } from "./heads.ts";
import type { StateHead } from "./heads.ts";
import { applyMlp, mlpTree } from "./mlp.ts";
import type { MlpTree } from "./mlp.ts";
import type { Model, ModelShape, StateInputs } from "./model.ts";

/** The sizes of a perceptron. */
export interface MlpOptions {
  readonly hidden?: number;
  readonly layers?: number;
}

/** A multi-layer perceptron over features. */
export function mlpModel(
  shape: ModelShape,
  { hidden = 128, layers = 2 }: MlpOptions = {},
): Model<{ mlp: MlpTree }, StateHead> {
  const widths = [shape.featureCount, ...Array.from({ length: layers }, () => hidden), headWidth(shape)];
  return {
    name: `mlp ${layers}×${hidden}`,
    heads: headsOf(shape),
    needsIndex: false,
    // A small last layer starts with an almost uniform policy.
    tree: { mlp: mlpTree(widths, normal(0.01)) },
    apply: ({ mlp }, { features }) => splitHeads(applyMlp(mlp, features.ref), features, shape),
  };
}

/** One row of outputs per state. */
export function tableModel(shape: ModelShape): Model<{ table: ParameterSpec }, StateHead> {
  return {
    name: "table",
    heads: headsOf(shape),
    needsIndex: true,
    tree: { table: parameter([numbered(shape, "table"), headWidth(shape)], zeros) },
    apply: ({ table }, states) => splitHeads(lookUp(table, states), states.features, shape),
  };
}

/** A perceptron and a table whose outputs are added. */
export function memoryModel(
  shape: ModelShape,
  options: MlpOptions = {},
): Model<{ mlp: MlpTree; table: ParameterSpec }, StateHead> {
  const mlp = mlpModel(shape, options);
  return {
    name: `memory + ${mlp.name}`,
    heads: headsOf(shape),
    needsIndex: true,
    tree: { ...mlp.tree, table: parameter([numbered(shape, "memory"), headWidth(shape)], zeros) },
    apply: (parameters: ArraysOf<{ mlp: MlpTree; table: ParameterSpec }>, states) =>
      splitHeads(
        applyMlp(parameters.mlp, states.features.ref).add(lookUp(parameters.table, states)),
        states.features,
        shape,
      ),
  };
}

function lookUp(table: JaxArray, { index }: StateInputs): JaxArray {
  return np.take(table, index!, 0);
}

function numbered({ stateCount }: ModelShape, model: string): number {
  if (stateCount !== undefined) return stateCount;
  throw new WindageError(
    "model/not-enumerable",
    `The ${model} model keeps a row per state, but this environment does not number its states; use the mlp model.`,
  );
}
