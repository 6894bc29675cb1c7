/**
 * The rewrites that pay: fewer nodes and fewer passes over memory for the shapes that models produce. Each is exact
 * up to rounding; the property tests compare whole programs before and after.
 */
import { sameShape } from "./graph.ts";
import type { GraphNode, Tensor } from "./graph.ts";
import { inPlaceOf } from "./rewrite.ts";
import type { RewriteRule, Surroundings } from "./rewrite.ts";

/** (A·B)ᵀ = Bᵀ·Aᵀ: a transposed product is another product. */
export const transposedGemm: RewriteRule = (node, around) => {
  if (node.op !== "Transpose" || !sameShape(node.attributes["perm"] as number[], [1, 0])) return undefined;
  const gemm = onlyUse(node.inputs[0]!, "Gemm", around);
  if (!gemm || gemm.inputs.length !== 2) return undefined;
  const { transA, transB } = gemm.attributes;
  return [
    inPlaceOf(node, "Gemm", [gemm.inputs[1]!, gemm.inputs[0]!], {
      transA: 1 - Number(transB),
      transB: 1 - Number(transA),
    }),
  ];
};

/** A·B + c in one node, when c broadcasts to the product. */
export const gemmWithBias: RewriteRule = (node, around) => {
  if (node.op !== "Add") return undefined;
  for (const [i, candidate] of node.inputs.entries()) {
    const gemm = onlyUse(candidate, "Gemm", around);
    const bias = node.inputs[1 - i]!;
    if (!gemm || gemm.inputs.length !== 2 || !fitsRows(bias, candidate)) continue;
    return [inPlaceOf(node, "Gemm", [...gemm.inputs, bias], gemm.attributes)];
  }
  return undefined;
};

/**
 * Aᵀ·B with few columns, the gradient of a layer with few outputs, as (Bᵀ·A)ᵀ: ONNX Runtime packs wide results, and the
 * thin one takes twice as long. As MatMul, because it would join the second transpose to a Gemm and be back at the first form.
 */
export const thinProduct: RewriteRule = (node) => {
  const { transA, transB } = node.attributes;
  if (node.op !== "Gemm" || node.inputs.length !== 2 || transA !== 1 || transB !== 0) return undefined;
  const [a, b] = node.inputs as readonly [Tensor, Tensor];
  const [depth, rows] = a.shape as readonly [number, number];
  const columns = b.shape[1]!;
  if (columns > fewColumns || rows < 2 * columns || depth < fewColumns) return undefined;
  const { name, dtype } = node.outputs[0]!;
  const turned: Tensor = { name: `${name}:turned`, shape: [columns, depth], dtype };
  const product: Tensor = { name: `${name}:product`, shape: [columns, rows], dtype };
  return [
    { op: "Transpose", inputs: [b], outputs: [turned], attributes: { perm: [1, 0] } },
    { op: "MatMul", inputs: [turned, a], outputs: [product], attributes: {} },
    inPlaceOf(node, "Transpose", [product], { perm: [1, 0] }),
  ];
};

const fewColumns = 16;

/** max(x, 0) is a ReLU. */
export const relu: RewriteRule = (node, around) => {
  if (node.op !== "Max" || node.inputs[0]!.dtype !== "float32") return undefined;
  const zero = node.inputs.findIndex((tensor) => around.scalar(tensor) === 0);
  if (zero === -1) return undefined;
  return [inPlaceOf(node, "Relu", [node.inputs[1 - zero]!])];
};

/**
 * The gradient of a ReLU, where(x < 0, 0, g), as a product with a 0/1 mask: ONNX Runtime's Where is nearly twice as slow.
 * Only where x goes through a ReLU and g comes out of a matrix product, as in every dense layer: 0·∞ is not 0, and an
 * infinity in g must otherwise stay behind the mask (the gradient of sqrt(relu(x)), say).
 */
export const reluGradient: RewriteRule = (node, around) => {
  if (node.op !== "Where" || node.outputs[0]!.dtype !== "float32") return undefined;
  const [condition, zero, gradient] = node.inputs as readonly [Tensor, Tensor, Tensor];
  const less = around.producer(condition);
  if (less?.op !== "Less" || around.scalar(less.inputs[1]!) !== 0 || around.scalar(zero) !== 0)
    return undefined;
  const x = less.inputs[0]!;
  const activated = around.readers(x).some((reader) => reader.op === "Relu");
  if (!activated || !isProduct(gradient, around)) return undefined;
  if (!sameShape(gradient.shape, condition.shape)) return undefined;
  const mask: Tensor = { ...gradient, name: `${node.outputs[0]!.name}:mask` };
  return [
    { op: "HardSigmoid", inputs: [x], outputs: [mask], attributes: steep },
    inPlaceOf(node, "Mul", [gradient, mask]),
  ];
};

// min(max(3e38·x + 1, 0), 1) is 1 from x = 0 on and 0 for every negative number that is not a denormal, in one pass.
const steep = { alpha: { float: 3e38 }, beta: { float: 1 } };

/** Whether a tensor is a matrix product, perhaps in another shape. */
function isProduct(tensor: Tensor, around: Surroundings): boolean {
  const producer = around.producer(tensor);
  if (producer?.op === "Reshape") return isProduct(producer.inputs[0]!, around);
  return producer?.op === "Gemm" || producer?.op === "MatMul";
}

/** x + (−y) is x − y. */
export const subtraction: RewriteRule = (node, around) => {
  if (node.op !== "Add") return undefined;
  for (const [i, candidate] of node.inputs.entries()) {
    const negated = around.producer(candidate);
    if (negated?.op === "Neg") return [inPlaceOf(node, "Sub", [node.inputs[1 - i]!, negated.inputs[0]!])];
  }
  return undefined;
};

/** x · (1/y) is x / y. */
export const division: RewriteRule = (node, around) => {
  if (node.op !== "Mul") return undefined;
  for (const [i, candidate] of node.inputs.entries()) {
    const reciprocal = around.producer(candidate);
    if (reciprocal?.op === "Reciprocal")
      return [inPlaceOf(node, "Div", [node.inputs[1 - i]!, reciprocal.inputs[0]!])];
  }
  return undefined;
};

/** The node of that operator behind a tensor, when nobody else reads the tensor. */
function onlyUse(tensor: Tensor, op: string, around: Surroundings): GraphNode | undefined {
  const node = around.producer(tensor);
  return node?.op === op && around.uses(tensor) === 1 ? node : undefined;
}

/** Whether a tensor broadcasts to each row of a two-dimensional product without changing its shape. */
function fitsRows(bias: Tensor, product: Tensor): boolean {
  const [rows, columns] = product.shape as readonly [number, number];
  const [last = 1, above = 1, ...more] = bias.shape.toReversed();
  return more.length === 0 && (last === 1 || last === columns) && (above === 1 || above === rows);
}
