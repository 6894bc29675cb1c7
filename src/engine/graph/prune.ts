/** Drops nodes and constants that no output depends on; inputs stay, because callers feed them. */
import type { GraphModel, Tensor } from "./graph.ts";

export function prune(graph: GraphModel): GraphModel {
  const live = new Set<Tensor>(graph.outputs.map((output) => output.tensor));
  const nodes = graph.nodes
    .toReversed()
    .filter((node) => {
      if (!node.outputs.some((tensor) => live.has(tensor))) return false;
      for (const tensor of node.inputs) live.add(tensor);
      return true;
    })
    .toReversed();
  const constants = new Map([...graph.constants].filter(([tensor]) => live.has(tensor)));
  return { ...graph, nodes, constants };
}
