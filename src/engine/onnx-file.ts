/**
 * A model as an ONNX file: the function with its parameters written in as named constants, for any ONNX Runtime in any
 * language. Only operators of the standard set are used.
 */
import { encodeModel } from "./graph/encode.ts";
import type { GraphModel } from "./graph/graph.ts";
import { optimise } from "./graph/optimise.ts";
import { startJax } from "./jax.ts";
import type { JaxArray } from "./jax.ts";
import { lower } from "./lowering/lower.ts";
import { unflattenArrays } from "./parameters/parameters.ts";
import type { ArraysOf, Parameters, ParameterTree } from "./parameters/parameters.ts";
import type { Spec } from "./spec.ts";
import { trace } from "./trace.ts";

/** A model: parameters and named inputs to named outputs. */
export type ModelFunction<T extends ParameterTree, I extends Record<string, Spec>> = (
  parameters: ArraysOf<T>,
  inputs: { readonly [K in keyof I]: JaxArray },
) => Readonly<Record<string, JaxArray>>;

/** The bytes of an ONNX file that computes `model` for inputs of these shapes; `metadata` is stored with it. */
export async function encodeOnnxFile<T extends ParameterTree, const I extends Record<string, Spec>>(
  name: string,
  model: ModelFunction<T, I>,
  setup: { readonly parameters: Parameters<T>; readonly inputs: I },
  metadata: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  await startJax();
  const { parameters, inputs } = setup;
  const specs: Record<string, Spec> = { ...inputs };
  for (const { name: leaf, shape } of parameters.leaves) specs[leaf] = { shape, dtype: "float32" };
  const named = (arrays: Record<string, JaxArray>): Readonly<Record<string, JaxArray>> => {
    const leaves = parameters.leaves.map((leaf) => arrays[leaf.name]!);
    const own = Object.fromEntries(Object.keys(inputs).map((key) => [key, arrays[key]!]));
    return model(unflattenArrays(parameters.tree, leaves[Symbol.iterator]()), own as never);
  };
  const graph = lower(trace(name, named, specs));
  return encodeModel(optimise(writeIn(graph, parameters)), name, metadata);
}

/** Turns the inputs that carry parameters into constants. */
function writeIn(graph: GraphModel, parameters: Parameters): GraphModel {
  const names = new Set(parameters.leaves.map((leaf) => leaf.name));
  const constants = new Map(graph.constants);
  for (const tensor of graph.inputs) {
    if (names.has(tensor.name)) constants.set(tensor, parameters.get(tensor.name).slice());
  }
  return { ...graph, constants, inputs: graph.inputs.filter((tensor) => !names.has(tensor.name)) };
}
