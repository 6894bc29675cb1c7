/**
 * Local rewriting: a rule looks at one node and may put other nodes in its place that compute the same tensors.
 * What becomes unused is pruned afterwards.
 */
import { prune } from "./prune.ts";
import type { AttributeValue, ConstantData, GraphModel, GraphNode, Tensor } from "./graph.ts";

/** What a rule may ask about the graph around a node. */
export interface Surroundings {
  producer(tensor: Tensor): GraphNode | undefined;
  /** How many nodes and outputs read the tensor. */
  uses(tensor: Tensor): number;
  /** The value of a constant of one element. */
  scalar(tensor: Tensor): number | undefined;
  /** The values of a constant. */
  values(tensor: Tensor): ConstantData | undefined;
  /** The nodes that read a tensor. */
  readers(tensor: Tensor): readonly GraphNode[];
  /** A new constant for the rewritten graph. */
  constant(like: Pick<Tensor, "shape" | "dtype">, data: ConstantData): Tensor;
}

/** Replacement nodes, or nothing when the rule does not apply. */
export type RewriteRule = (node: GraphNode, around: Surroundings) => readonly GraphNode[] | undefined;

/** Applies one rule to every node, then prunes. */
export function rewrite(graph: GraphModel, rule: RewriteRule): GraphModel {
  const constants = new Map(graph.constants);
  const around = surroundings(graph, constants);
  return prune({ ...graph, constants, nodes: graph.nodes.flatMap((node) => rule(node, around) ?? [node]) });
}

function surroundings(graph: GraphModel, constants: Map<Tensor, ConstantData>): Surroundings {
  const producers = new Map<Tensor, GraphNode>();
  const readers = new Map<Tensor, GraphNode[]>();
  for (const node of graph.nodes) {
    for (const tensor of node.outputs) producers.set(tensor, node);
    for (const tensor of node.inputs) {
      const list = readers.get(tensor);
      if (list) list.push(node);
      else readers.set(tensor, [node]);
    }
  }
  const outputs = new Set(graph.outputs.map((output) => output.tensor));
  // Constants of earlier passes may be gone, so their number is no unique name.
  let next =
    1 + Math.max(-1, ...[...constants.keys()].map(({ name }) => Number(/^c(\d+)$/.exec(name)?.[1] ?? -1)));
  return {
    producer: (tensor) => producers.get(tensor),
    readers: (tensor) => readers.get(tensor) ?? [],
    uses: (tensor) => (readers.get(tensor)?.length ?? 0) + (outputs.has(tensor) ? 1 : 0),
    values: (tensor) => constants.get(tensor),
    scalar: (tensor) => scalarOf(constants.get(tensor)),
    constant({ shape, dtype }, data) {
      const tensor = { name: `c${next++}`, shape, dtype };
      constants.set(tensor, data);
      return tensor;
    },
  };
}

function scalarOf(data: ConstantData | undefined): number | undefined {
  return data?.length === 1 ? Number(data[0]) : undefined;
}

/** A node that takes another's place: same result, other computation. */
export function inPlaceOf(
  node: GraphNode,
  op: string,
  inputs: readonly Tensor[],
  attributes: Readonly<Record<string, AttributeValue>> = {},
): GraphNode {
  return { op, inputs, outputs: node.outputs, attributes };
}

/** Whether a reduction goes along the last axis and leaves one of size one in its place. */
export function overLastAxis(reduce: GraphNode, around: Surroundings): boolean {
  const axis = around.scalar(reduce.inputs[1]!);
  return axis === reduce.inputs[0]!.shape.length - 1 && reduce.attributes["keepdims"] === 1;
}
