/**
 * jax-js cuts and joins at most eight pieces at a time, so a long list of parameters arrives as a chain of Splits and
 * its gradient as a chain of Concats, each copying the rest again. These rules make one node of each chain.
 */
import type { GraphNode, Tensor } from "./graph.ts";
import { inPlaceOf } from "./rewrite.ts";
import type { RewriteRule, Surroundings } from "./rewrite.ts";

/** Concat of a Concat along the same axis is one Concat. */
export const flattenConcat: RewriteRule = (node, around) => {
  if (node.op !== "Concat") return undefined;
  const inner = (tensor: Tensor): readonly Tensor[] => {
    const producer = around.producer(tensor);
    const joins = producer?.op === "Concat" && around.uses(tensor) === 1;
    if (!joins || producer.attributes["axis"] !== node.attributes["axis"]) return [tensor];
    return producer.inputs.flatMap(inner);
  };
  const inputs = node.inputs.flatMap(inner);
  return inputs.length === node.inputs.length
    ? undefined
    : [inPlaceOf(node, "Concat", inputs, node.attributes)];
};

/** Split of a piece of a Split along the same axis is one Split. */
export const flattenSplit: RewriteRule = (node, around) => {
  if (node.op !== "Split") return undefined;
  const parent = around.producer(node.inputs[0]!);
  if (parent && splits(parent, node.inputs[0]!, around) === node) return [];
  const pieces = (split: GraphNode): readonly Tensor[] =>
    split.outputs.flatMap((tensor) => {
      const child = splits(split, tensor, around);
      return child ? pieces(child) : [tensor];
    });
  const outputs = pieces(node);
  if (outputs.length === node.outputs.length) return undefined;
  const axis = node.attributes["axis"] as number;
  const sizes = outputs.map((tensor) => BigInt(tensor.shape[axis]!));
  const lengths = around.constant({ shape: [sizes.length], dtype: "int64" }, BigInt64Array.from(sizes));
  return [{ op: "Split", inputs: [node.inputs[0]!, lengths], outputs, attributes: node.attributes }];
};

/** The Split that is the only reader of a piece and cuts it along the same axis. */
function splits(split: GraphNode, piece: Tensor, around: Surroundings): GraphNode | undefined {
  if (split.op !== "Split" || around.uses(piece) !== 1) return undefined;
  const reader = around.readers(piece)[0];
  return reader?.op === "Split" && reader.attributes["axis"] === split.attributes["axis"]
    ? reader
    : undefined;
}
