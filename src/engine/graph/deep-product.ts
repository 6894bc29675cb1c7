/**
 * Aᵀ·B over thousands of rows, the gradient of a layer's weights: ONNX Runtime's product reads a transposed A in thin strips
 * across all rows, which takes up to twice as long once A no longer lies in the nearest cache. So the narrower of the two is
 * turned first, and where that is B the result is turned back. In the updates of a transformer over 1,920 rows of 64 and
 * 256 columns this takes 4 % off; over 1,000 rows it makes no difference.
 */
import type { Tensor } from "./graph.ts";
import { inPlaceOf } from "./rewrite.ts";
import type { RewriteRule } from "./rewrite.ts";

const fewestRows = 1500;
/** Narrower ones are products of another kind (`thinProduct`). */
const fewestColumns = 32;

export const deepProduct: RewriteRule = (node, around) => {
  const { transA, transB } = node.attributes;
  if (node.op !== "Gemm" || node.inputs.length !== 2 || transA !== 1 || transB !== 0) return undefined;
  const [a, b] = node.inputs as readonly [Tensor, Tensor];
  const [rows, ofA] = a.shape as readonly [number, number];
  const ofB = b.shape[1]!;
  if (rows < fewestRows || Math.min(ofA, ofB) < fewestColumns) return undefined;
  const isBack = ofA > ofB;
  const [narrow, wide] = isBack ? [b, a] : [a, b];
  const [columns, others] = isBack ? [ofB, ofA] : [ofA, ofB];
  const [out] = node.outputs as readonly [Tensor];
  const tensor = (name: string, ...shape: number[]): Tensor => ({
    ...out,
    name: `${out.name}:${name}`,
    shape,
  });
  const int64s = (...values: number[]): Tensor =>
    around.constant({ shape: [values.length], dtype: "int64" }, BigInt64Array.from(values, BigInt));
  const [stacked, turned] = [tensor("stacked", 1, rows, columns), tensor("turned", 1, columns, rows)];
  const flat = tensor("flat", columns, rows);
  const product = isBack ? tensor("product", columns, others) : out;
  return [
    // In a stack of one, because ONNX Runtime would join a plain transpose to the product and be back at the first form.
    { op: "Reshape", inputs: [narrow, int64s(1, rows, columns)], outputs: [stacked], attributes: {} },
    { op: "Transpose", inputs: [stacked], outputs: [turned], attributes: { perm: [0, 2, 1] } },
    { op: "Reshape", inputs: [turned, int64s(columns, rows)], outputs: [flat], attributes: {} },
    { op: "MatMul", inputs: [flat, wide], outputs: [product], attributes: {} },
    ...(isBack ? [inPlaceOf(node, "Transpose", [product], { perm: [1, 0] })] : []),
  ];
};
