/**
 * jax-js's `dot` is `sum(x * y, last axis)` over arrays that broadcast against each other. Each axis is classified
 * by who moves along it — both: batch, x alone: rows, y alone: columns, the last one: contraction — and the product
 * becomes one Gemm or MatMul over the tensors as they lie. The broadcast product itself never exists.
 */
import type { Graph, Tensor } from "../graph/graph.ts";
import { sizeOf } from "../spec.ts";
import type { DType } from "../spec.ts";
import { broadcastedNode } from "./broadcasted.ts";
import { arrange, rotation } from "./layout.ts";
import { reduceView } from "./reduce.ts";
import { castView, scalarView } from "./rule.ts";
import type { Rules } from "./rule.ts";
import { memoryOrder, padRank } from "./view.ts";
import type { View } from "./view.ts";

interface Axes {
  readonly batch: readonly number[];
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly contraction: number;
}

/** A matrix (or stack of matrices) as it lies in memory, and whether it must be read transposed. */
interface Matrix {
  readonly tensor: Tensor;
  readonly transposed: boolean;
  /** The free axes (rows of x, columns of y) in memory order. */
  readonly free: readonly number[];
}

export function dotViews(
  graph: Graph,
  left: View,
  right: View,
  shape: readonly number[],
  dtype: DType,
): View {
  const rank = Math.max(left.shape.length, right.shape.length);
  const x = padRank(left, rank);
  const y = padRank(right, rank);
  const contraction = rank - 1;
  const outer = Array.from({ length: contraction }, (_, axis) => axis);
  const axes: Axes = {
    batch: outer.filter((axis) => x.strides[axis] !== 0 && y.strides[axis] !== 0),
    rows: outer.filter((axis) => x.strides[axis] !== 0 && y.strides[axis] === 0),
    columns: outer.filter((axis) => x.strides[axis] === 0 && y.strides[axis] !== 0),
    contraction,
  };
  const length = Math.max(x.shape[contraction]!, y.shape[contraction]!);
  if (x.strides[contraction] === 0 || y.strides[contraction] === 0)
    return degenerate(graph, x, y, shape, length, dtype);
  if (axes.rows.length === 0 && axes.columns.length === 0) return pointwise(graph, x, y, dtype);
  return matrixProduct(graph, x, y, axes, shape, dtype);
}

/** A side that does not move along the contraction is taken out of the sum. */
function degenerate(
  graph: Graph,
  x: View,
  y: View,
  shape: readonly number[],
  length: number,
  dtype: DType,
): View {
  const contraction = x.shape.length - 1;
  const multiply = (a: View, b: View): View =>
    broadcastedNode(graph, dtype === "bool" ? "And" : "Mul", [a, b], shape, dtype);
  const sum = (view: View): View => reduceView(graph, view, "Add", [contraction], dtype);
  if (x.strides[contraction] !== 0) return multiply(sum(x), dropLast(y));
  if (y.strides[contraction] !== 0) return multiply(dropLast(x), sum(y));
  const product = multiply(dropLast(x), dropLast(y));
  if (length === 1 || dtype === "bool") return product;
  return broadcastedNode(graph, "Mul", [product, scalarView(graph, length, dtype)], shape, dtype);
}

/** Forgets a last axis the view does not move along. */
const dropLast = (view: View): View => ({
  tensor: view.tensor,
  shape: view.shape.slice(0, -1),
  strides: view.strides.slice(0, -1),
});

/** No axis is free: multiply and sum. */
function pointwise(graph: Graph, x: View, y: View, dtype: DType): View {
  const shape = x.shape.map((size, axis) => Math.max(size, y.shape[axis]!));
  const product = broadcastedNode(graph, dtype === "bool" ? "And" : "Mul", [x, y], shape, dtype);
  return reduceView(graph, product, "Add", [shape.length - 1], dtype);
}

function matrixProduct(
  graph: Graph,
  x: View,
  y: View,
  axes: Axes,
  shape: readonly number[],
  dtype: DType,
): View {
  // ONNX Runtime multiplies integer matrices only untransposed and has no boolean product.
  const carrier = dtype === "bool" ? "int32" : dtype;
  const batch = memoryOrder(x).filter((axis) => axes.batch.includes(axis));
  const a = asMatrix(graph, castView(graph, x, carrier), batch, axes.rows, axes.contraction, "last");
  const b = asMatrix(graph, castView(graph, y, carrier), batch, axes.columns, axes.contraction, "first");
  const sizes = (list: readonly number[]): number =>
    list.reduce((n, axis) => n * Math.max(x.shape[axis]!, y.shape[axis]!), 1);
  const [stack, m, n] = [sizes(batch), sizes(a.free), sizes(b.free)];
  if (batch.length === 0 && carrier === "float32") {
    const transposes = gemmAttributes(a.transposed, b.transposed);
    const product = graph.node("Gemm", [a.tensor, b.tensor], [m, n], carrier, transposes);
    return placeAxes(product, [...a.free, ...b.free], shape);
  }
  // MatMul reads nothing transposed, so of a·b and (bᵀ·aᵀ)ᵀ the one that moves less memory is taken.
  const swapped = moved(a) + moved(b) > 0;
  const [first, second] = swapped ? [flipped(b), flipped(a)] : [a, b];
  const inner = swapped ? [n, m] : [m, n];
  const product = graph.node(
    "MatMul",
    [untransposed(graph, first), untransposed(graph, second)],
    batch.length === 0 ? inner : [stack, ...inner],
    carrier,
  );
  return placeAxes(graph.cast(product, dtype), [...batch, ...first.free, ...second.free], shape);
}

/** How many more numbers have to be moved to read a matrix as it is than to read its transpose. */
const moved = ({ tensor, transposed }: Matrix): number => sizeOf(tensor.shape) * (transposed ? 1 : -1);

const flipped = (matrix: Matrix): Matrix => ({ ...matrix, transposed: !matrix.transposed });

function gemmAttributes(transA: boolean, transB: boolean): { transA: number; transB: number } {
  return { transA: transA ? 1 : 0, transB: transB ? 1 : 0 };
}

/** Brings an operand to [batch?, free, contraction] (`last`) or [batch?, contraction, free] (`first`), or its transpose. */
function asMatrix(
  graph: Graph,
  view: View,
  batch: readonly number[],
  free: readonly number[],
  contraction: number,
  place: "first" | "last",
): Matrix {
  const inMemory = memoryOrder(view);
  const ordered = inMemory.filter((axis) => free.includes(axis));
  const freeFirst = [...batch, ...ordered, contraction];
  const contractionFirst = [...batch, contraction, ...ordered];
  const lies = (order: readonly number[]): boolean => order.every((axis, i) => axis === inMemory[i]);
  const plain = place === "last" ? freeFirst : contractionFirst;
  const swapped = place === "last" ? contractionFirst : freeFirst;
  const turns = (order: readonly number[]): boolean => rotation(inMemory, order) > 0;
  const transposed = !lies(plain) && (lies(swapped) || (!turns(plain) && turns(swapped)));
  const order = transposed ? swapped : plain;
  const size = (axes: readonly number[]): number => axes.reduce((n, axis) => n * view.shape[axis]!, 1);
  const inner = [size(ordered), view.shape[contraction]!];
  if (order === contractionFirst) inner.reverse();
  const dims = batch.length === 0 ? inner : [size(batch), ...inner];
  return { tensor: graph.reshape(arrange(graph, view, order), dims), transposed, free: ordered };
}

function untransposed(graph: Graph, matrix: Matrix): Tensor {
  if (!matrix.transposed) return matrix.tensor;
  return graph.transpose(matrix.tensor, matrix.tensor.shape.length === 2 ? [1, 0] : [0, 2, 1]);
}

/** The view of a result of `shape` whose moving axes lie in `order`. */
function placeAxes(tensor: Tensor, order: readonly number[], shape: readonly number[]): View {
  const strides = Array.from({ length: shape.length }, () => 0);
  let stride = 1;
  for (const axis of order.toReversed()) {
    strides[axis] = stride;
    stride *= shape[axis]!;
  }
  return { tensor, shape, strides };
}

export const dotRules: Rules = {
  dot: ({ graph, inputs, outs, promoted }) => {
    const [x, y] = inputs.map((view) => castView(graph, view, promoted)) as [View, View];
    return [dotViews(graph, x, y, outs[0]!.shape, outs[0]!.dtype)];
  },
};
