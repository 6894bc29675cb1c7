/**
 * Conversions between element types, with one meaning on every machine. ONNX leaves a float outside the range of an
 * integer to the processor; here, as in WebAssembly, it becomes the nearest integer of the type and NaN becomes 0.
 * Between integers the lower 32 bits stay. Constants are converted while lowering and cost nothing.
 */
import type { ConstantData, Graph, Tensor } from "../graph/graph.ts";
import type { DType } from "../spec.ts";

/** `tensor` as another element type. */
export function convert(graph: Graph, tensor: Tensor, dtype: DType): Tensor {
  if (tensor.dtype === dtype) return tensor;
  const data = graph.constants.get(tensor);
  if (data && tensor.dtype !== "int64")
    return graph.constant(convertData(data, tensor.dtype, dtype), tensor.shape, dtype);
  if (tensor.dtype === "float32" && dtype === "int32") return toInt32(graph, tensor);
  if (tensor.dtype === "float32" && dtype === "uint32") return toUint32(graph, tensor);
  return graph.cast(tensor, dtype);
}

function toInt32(graph: Graph, x: Tensor): Tensor {
  const inRange = atLeast(graph, x, -(2 ** 31));
  return clampAbove(graph, x, 2 ** 31, graph.cast(inRange, "int32"), "int32", 2 ** 31 - 1);
}

// ONNX Runtime selects among int64 but not among uint32.
function toUint32(graph: Graph, x: Tensor): Tensor {
  const inRange = graph.cast(atLeast(graph, x, 0), "int64");
  return graph.cast(clampAbove(graph, x, 2 ** 32, inRange, "int64", 2 ** 32 - 1), "uint32");
}

/** max(x, low), and 0 for NaN. */
function atLeast(graph: Graph, x: Tensor, low: number): Tensor {
  const { shape } = x;
  const isNumber = graph.node("Equal", [x, x], shape, "bool");
  const number = graph.node("Where", [isNumber, x, graph.scalar(0, "float32")], shape, "float32");
  return graph.node("Max", [number, graph.scalar(low, "float32")], shape, "float32");
}

/** `converted`, but `highest` where x has reached `bound`. */
function clampAbove(
  graph: Graph,
  x: Tensor,
  bound: number,
  converted: Tensor,
  dtype: "int32" | "int64",
  highest: number,
): Tensor {
  const beyond = graph.node("GreaterOrEqual", [x, graph.scalar(bound, "float32")], x.shape, "bool");
  return graph.node("Where", [beyond, graph.scalar(highest, dtype), converted], x.shape, dtype);
}

function convertData(data: ConstantData, from: DType, to: DType): ConstantData {
  const values = Array.from(data, Number);
  switch (to) {
    case "float32":
      return Float32Array.from(values);
    case "bool":
      return Uint8Array.from(values, (value) => (value === 0 ? 0 : 1));
    case "int32":
      return Int32Array.from(values, from === "float32" ? clamp(-(2 ** 31), 2 ** 31 - 1) : same);
    case "uint32":
      return Uint32Array.from(values, from === "float32" ? clamp(0, 2 ** 32 - 1) : same);
  }
}

// NaN falls through both comparisons, and typed arrays of integers store it as 0.
const clamp =
  (low: number, high: number) =>
  (value: number): number =>
    value < low ? low : value > high ? high : value;

const same = (value: number): number => value;
