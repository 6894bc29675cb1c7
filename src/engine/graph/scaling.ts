/**
 * Chains of constant factors (negations, means, learning weights) become one multiplication.
 */
import type { GraphNode, Tensor } from "./graph.ts";
import { inPlaceOf } from "./rewrite.ts";
import type { RewriteRule, Surroundings } from "./rewrite.ts";

interface Scaling {
  readonly tensor: Tensor;
  readonly factor: number;
}

/** c·(d·x) is (c·d)·x, for constants c and d and float32 x. */
export const mergeScalings: RewriteRule = (node, around) => {
  const outer = scaling(node, around);
  if (!outer) return undefined;
  let { tensor, factor } = outer;
  for (;;) {
    const producer = around.producer(tensor);
    const inner = producer && around.uses(tensor) === 1 ? scaling(producer, around) : undefined;
    if (!inner) break;
    tensor = inner.tensor;
    factor *= inner.factor;
  }
  if (tensor === outer.tensor) return undefined;
  if (factor === -1) return [inPlaceOf(node, "Neg", [tensor])];
  const constant = around.constant({ shape: [], dtype: "float32" }, Float32Array.of(factor));
  return [inPlaceOf(node, "Mul", [tensor, constant])];
};

function scaling(node: GraphNode, around: Surroundings): Scaling | undefined {
  const [x, y] = node.inputs;
  if (!x || x.dtype !== "float32") return undefined;
  if (node.op === "Neg") return { tensor: x, factor: -1 };
  if (node.op !== "Mul" || !y) return undefined;
  const [cx, cy] = [around.scalar(x), around.scalar(y)];
  // A constant with more axes than the other operand would change the shape of the result.
  if (cy !== undefined && y.shape.length <= x.shape.length) return { tensor: x, factor: cy };
  if (cx !== undefined && x.shape.length <= y.shape.length) return { tensor: y, factor: cx };
  return undefined;
}
