/**
 * What a lowering rule is: given the views of a primitive's operands, its parameters and the specs of its
 * results, emit ONNX nodes and return the views of the results.
 */
import type { Graph } from "../graph/graph.ts";
import type { DType, Spec } from "../spec.ts";
import { convert } from "./convert.ts";
import type { View } from "./view.ts";

export interface RuleCall {
  readonly graph: Graph;
  readonly inputs: readonly View[];
  readonly params: Readonly<Record<string, unknown>>;
  /** Specs of the results. */
  readonly outs: readonly Spec[];
  /** The type operands are promoted to before they meet, where the primitive promotes. */
  readonly promoted: DType;
  /** Whether the program may run on several threads, where not every operator adds up as on one. */
  readonly severalThreads: boolean;
}

export type Rule = (call: RuleCall) => readonly View[];
export type Rules = Readonly<Record<string, Rule>>;

/** Converts what a view sees; the view stays. */
export function castView(graph: Graph, view: View, dtype: DType): View {
  return { ...view, tensor: convert(graph, view.tensor, dtype) };
}

/** A constant scalar seen as a view without axes. */
export function scalarView(graph: Graph, value: number, dtype: DType): View {
  return { tensor: graph.scalar(value, dtype), shape: [], strides: [] };
}
