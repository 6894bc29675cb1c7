/** How large the products of a graph are, which decides whether a second thread pays. */
import type { GraphModel, GraphNode } from "./graph.ts";

/** Floating-point operations of the largest matrix product of a graph; a batch of small ones counts as one of them. */
export function largestProduct({ nodes }: Pick<GraphModel, "nodes">): number {
  return nodes.reduce((most, node) => Math.max(most, operations(node)), 0);
}

function operations({ op, inputs, outputs, attributes }: GraphNode): number {
  if (op !== "Gemm" && op !== "MatMul") return 0;
  const left = inputs[0]!.shape;
  const depth = attributes["transA"] === 1 ? left[0]! : left.at(-1)!;
  const [columns = 1, rows = 1] = outputs[0]!.shape.toReversed();
  return 2 * rows * columns * depth;
}
