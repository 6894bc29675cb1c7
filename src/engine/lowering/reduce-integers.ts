/**
 * Reductions of integers, modulo 2³² as everywhere in 32-bit arithmetic. ONNX Runtime's own integer sums and products
 * stop at the largest number instead, it does not reduce uint32 at all, and its maximum of int64 looks at the lower
 * halves only. So sums are taken in 64 bits, products by multiplying halves, and uint32 is ordered as int32 with the
 * highest bit turned over.
 */
import type { Graph, Tensor } from "../graph/graph.ts";

export type ReduceOp = "Add" | "Mul" | "Min" | "Max";

/** ONNX's name of each reduction. */
export const operators: Readonly<Record<ReduceOp, string>> = {
  Add: "ReduceSum",
  Mul: "ReduceProd",
  Min: "ReduceMin",
  Max: "ReduceMax",
};

/** One ONNX reduction; reduced axes stay with size one unless nothing else is left. */
export function reduceNode(
  graph: Graph,
  operator: string,
  operand: Tensor,
  axes: readonly number[],
  shape: readonly number[],
): Tensor {
  return graph.node(operator, [operand, graph.int64s(axes)], shape, operand.dtype, {
    keepdims: shape.length === 0 ? 0 : 1,
  });
}

export function reduceIntegers(
  graph: Graph,
  op: ReduceOp,
  operand: Tensor,
  axes: readonly number[],
  shape: readonly number[],
  dtype: "int32" | "uint32",
): Tensor {
  if (op === "Mul") return product(graph, operand, axes, shape);
  // A sum of fewer than 2³¹ numbers of 32 bits fits in 64, and the cast back keeps the lower half.
  if (op === "Add")
    return graph.cast(reduceNode(graph, operators.Add, graph.cast(operand, "int64"), axes, shape), dtype);
  if (dtype === "int32") return reduceNode(graph, operators[op], operand, axes, shape);
  const reduced = reduceNode(graph, operators[op], toOrdered(graph, operand), axes, shape);
  return turnHighestBit(graph, graph.cast(reduced, "uint32"));
}

const toOrdered = (graph: Graph, tensor: Tensor): Tensor =>
  graph.cast(turnHighestBit(graph, tensor), "int32");

const turnHighestBit = (graph: Graph, tensor: Tensor): Tensor =>
  graph.node("BitwiseXor", [tensor, graph.scalar(2 ** 31, "uint32")], tensor.shape, "uint32");

/** Multiplies the two halves of each axis until one slice is left; integer products may be taken in any order. */
function product(graph: Graph, operand: Tensor, axes: readonly number[], shape: readonly number[]): Tensor {
  const carried = operand.dtype === "uint32" ? graph.cast(operand, "int32") : operand;
  const tensor = axes.reduce((partial, axis) => productAlong(graph, partial, axis), carried);
  return graph.cast(graph.reshape(tensor, shape), operand.dtype);
}

function productAlong(graph: Graph, operand: Tensor, axis: number): Tensor {
  let tensor = operand;
  for (let size = tensor.shape[axis]!; size > 1; size = Math.ceil(size / 2)) {
    const half = Math.floor(size / 2);
    const paired = tensor.shape.with(axis, half);
    const first = slice(graph, tensor, axis, 0, half);
    const second = slice(graph, tensor, axis, half, 2 * half);
    const multiplied = graph.node("Mul", [first, second], paired, tensor.dtype);
    tensor =
      size === 2 * half
        ? multiplied
        : graph.node(
            "Concat",
            [multiplied, slice(graph, tensor, axis, 2 * half, size)],
            tensor.shape.with(axis, half + 1),
            tensor.dtype,
            { axis },
          );
  }
  return tensor;
}

function slice(graph: Graph, tensor: Tensor, axis: number, start: number, end: number): Tensor {
  const inputs = [tensor, graph.int64s([start]), graph.int64s([end]), graph.int64s([axis])];
  return graph.node("Slice", inputs, tensor.shape.with(axis, end - start), tensor.dtype);
}
