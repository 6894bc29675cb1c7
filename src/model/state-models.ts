/**
 * The models of states. `mlp` generalises from tokens or features; `table` has one row of outputs per state and only
 * memorises; `memory` adds the two, so that what the network cannot express is remembered state by state.
 */
import { normal } from "../engine/parameters/initialisers.ts";
import { np } from "../engine/jax.ts";
import type { ArraysOf, ParameterSpec } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import { WindageError } from "../error.ts";
import { contextWeights, firstLayer, firstLayerReads } from "./first-layer.ts";
import type { ContextTree } from "./first-layer.ts";
import { headReads, headsOf, headWidth, splitHeads } from "./heads.ts";
import type { StateHead } from "./heads.ts";
import { lookUp, tableOf } from "./look-up.ts";
import { dense, laterLayers, mlpTree } from "./mlp.ts";
import type { MlpTree } from "./mlp.ts";
import type { Model, ModelInputs, ModelShape } from "./model.ts";
import { sharedPrefixes } from "./shared-prefixes.ts";
import { perceptronSteps } from "./stepwise.ts";
import { joinThoughts, thoughtReads, thoughtTree } from "./thoughts/join-thoughts.ts";
import type { ThoughtTree } from "./thoughts/join-thoughts.ts";
import type { ThoughtEncoder } from "./thoughts/thought-encoder.ts";

/** The sizes of a perceptron. */
export interface MlpOptions {
  readonly hidden?: number;
  readonly layers?: number;
  /** Reads the intentions so far and joins them to the first layer. */
  readonly thoughts?: ThoughtEncoder | undefined;
}

/** Layers, and the weights of a condition and of thoughts where there are any. */
export type PerceptronTree = { mlp: MlpTree; context: ContextTree; thoughts: ThoughtTree };

type MemoryTree = PerceptronTree & { table: ParameterSpec };

/** A network of states by their features: a multi-layer perceptron. */
export function mlpModel(
  shape: ModelShape,
  { hidden = 128, layers = 2, thoughts }: MlpOptions = {},
): Model<PerceptronTree, StateHead> {
  const widths = [shape.featureCount, ...Array.from({ length: layers }, () => hidden), headWidth(shape)];
  return {
    name: `mlp ${layers}×${hidden}`,
    heads: headsOf(shape),
    reads: [...new Set([...firstLayerReads(shape), ...headReads(shape), ...thoughtReads(thoughts)])],
    // A small last layer starts with an almost uniform policy.
    tree: {
      mlp: mlpTree(widths, normal(0.01)),
      context: contextWeights(shape, widths[1]!),
      thoughts: thoughtTree(thoughts, widths[1]!),
    },
    apply: (parameters: ArraysOf<PerceptronTree>, inputs) =>
      splitHeads(perceptron(parameters, inputs, shape, thoughts), inputs, shape),
    ...(shape.sequence && !thoughts ? { stepwise: perceptronSteps(shape, shape.sequence) } : {}),
  };
}

/** The joint output of a perceptron. */
export function perceptron(
  { mlp, context, thoughts }: ArraysOf<PerceptronTree>,
  inputs: ModelInputs,
  shape: ModelShape,
  encoder?: ThoughtEncoder,
): JaxArray {
  const later = Object.values(mlp)
    .slice(1)
    .reduce((sum, { weight }) => sum + weight.shape[1]!, 0);
  const shared = encoder ? undefined : sharedPrefixes(inputs, shape, later);
  if (shared) return np.take(laterLayers(mlp, dense(mlp["layer0"]!, shared.features)), shared.rows, 0);
  const ofState = firstLayer(mlp["layer0"]!, inputs, shape, context);
  return laterLayers(mlp, joinThoughts(encoder, thoughts, ofState, inputs));
}

/** A network that is a table, one row of outputs per state. */
export function tableModel(shape: ModelShape): Model<{ table: ParameterSpec }, StateHead> {
  const { context } = shape;
  if (context?.kind === "tokens") {
    throw new WindageError(
      "model/condition-not-tabular",
      "The table model keeps a row per state, but the condition is made of tokens, which no table has rows for; use the mlp or memory model.",
    );
  }
  return {
    name: "table",
    heads: headsOf(shape),
    reads: ["index", ...headReads(shape), ...(context ? (["context"] as const) : [])],
    tree: { table: tableOf(numbered(shape, "table"), headWidth(shape), context) },
    apply: ({ table }, inputs) =>
      splitHeads(lookUp(table, inputs.index!.ref, inputs, context), inputs, shape),
  };
}

/** A network of states that are numbered: a perceptron and a table whose outputs are added. */
export function memoryModel(shape: ModelShape, options: MlpOptions = {}): Model<MemoryTree, StateHead> {
  const mlp = mlpModel(shape, options);
  return {
    name: `memory + ${mlp.name}`,
    heads: headsOf(shape),
    reads: [...mlp.reads, "index"],
    tree: { ...mlp.tree, table: tableOf(numbered(shape, "memory"), headWidth(shape), shape.context) },
    apply: (parameters: ArraysOf<MemoryTree>, inputs) =>
      splitHeads(
        perceptron(parameters, inputs, shape, options.thoughts).add(
          lookUp(parameters.table, inputs.index!.ref, inputs, shape.context),
        ),
        inputs,
        shape,
      ),
    ...(shape.sequence && !options.thoughts
      ? {
          stepwise: perceptronSteps<MemoryTree>(shape, shape.sequence, {
            begin: () => ({}),
            step: ({ table }, inputs) => ({
              remembered: lookUp(table, inputs.index!.ref, inputs, shape.context),
              cache: {},
            }),
          }),
        }
      : {}),
  };
}

function numbered({ stateCount }: ModelShape, model: string): number {
  if (stateCount !== undefined) return stateCount;
  throw new WindageError(
    "model/not-enumerable",
    `The ${model} model keeps a row per state, but this environment does not number its states; use the mlp model.`,
  );
}
