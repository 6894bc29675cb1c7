/**
 * Reductions. They follow the memory order of their operand, so no reduction ever transposes; repeated axes are
 * accounted for by arithmetic (a sum over n equal elements is n times one) instead of being written out.
 */
import { sameShape } from "../graph/graph.ts";
import type { Graph, Tensor } from "../graph/graph.ts";
import type { DType } from "../spec.ts";
import { WindageError } from "../../error.ts";
import { materialise } from "./layout.ts";
import { operators, reduceIntegers, reduceNode } from "./reduce-integers.ts";
import type { ReduceOp } from "./reduce-integers.ts";
import type { Rules } from "./rule.ts";
import { memoryOrder, rowMajor, wholeView } from "./view.ts";
import type { View } from "./view.ts";

/** Reduces `view` over `axes` (dropped from the result). */
export function reduceView(
  graph: Graph,
  view: View,
  op: ReduceOp,
  axes: readonly number[],
  dtype: DType,
): View {
  const reduced = new Set(axes);
  const repeats = axes.reduce((n, axis) => (view.strides[axis] === 0 ? n * view.shape[axis]! : n), 1);
  if (op === "Mul" && repeats > 1)
    return reduceView(graph, wholeView(materialise(graph, view)), op, axes, dtype);

  const kept = view.shape.flatMap((_, axis) => (reduced.has(axis) ? [] : [axis]));
  const inMemory = memoryOrder(view);
  const runs = mergeRuns(view, inMemory, reduced);
  let tensor = view.tensor;
  if (runs.some((run) => run.reduced)) {
    const dims = fitRuns(view.tensor.shape, runs) ?? runs.map(({ size, reduced }) => ({ size, reduced }));
    const operand = graph.reshape(
      tensor,
      dims.map((dim) => dim.size),
    );
    const positions = dims.flatMap((dim, i) => (dim.reduced ? [i] : []));
    // Axes of size one stay where the result keeps any axis: what follows mostly broadcasts against the operand.
    const shape = dims.some((dim) => !dim.reduced) ? dims.map((dim) => (dim.reduced ? 1 : dim.size)) : [];
    tensor = emitReduce(graph, op, operand, positions, shape, dtype);
  }
  if (op === "Add" && repeats > 1) tensor = scale(graph, tensor, repeats, dtype);

  const moving = inMemory.filter((axis) => !reduced.has(axis));
  const compact = rowMajor(moving.map((axis) => view.shape[axis]!));
  const shape = kept.map((axis) => view.shape[axis]!);
  const strides = kept.map((axis) => (moving.includes(axis) ? compact[moving.indexOf(axis)]! : 0));
  return { tensor, shape, strides };
}

interface Dim {
  readonly size: number;
  readonly reduced: boolean;
}

/** Neighbouring axes in memory that share a fate, as one. */
function mergeRuns(view: View, inMemory: readonly number[], reduced: ReadonlySet<number>): Dim[] {
  const runs: { size: number; reduced: boolean }[] = [];
  for (const axis of inMemory) {
    const last = runs.at(-1);
    if (last && last.reduced === reduced.has(axis)) last.size *= view.shape[axis]!;
    else runs.push({ size: view.shape[axis]!, reduced: reduced.has(axis) });
  }
  return runs;
}

/** The tensor's own dimensions marked as reduced or kept, when each lies inside one run. */
function fitRuns(dims: readonly number[], runs: readonly Dim[]): Dim[] | undefined {
  const fitted: Dim[] = [];
  let run = 0;
  let left = runs[0]?.size ?? 1;
  for (const size of dims) {
    if (size !== 1) {
      while (left === 1 && run + 1 < runs.length) left = runs[++run]!.size;
      if (left % size !== 0) return undefined;
    }
    fitted.push({ size, reduced: runs[run]!.reduced });
    left /= size;
  }
  const total = runs.reduce((product, { size }) => product * size, 1);
  return sameShape([total], [dims.reduce((product, size) => product * size, 1)]) &&
    left === 1 &&
    run === runs.length - 1
    ? fitted
    : undefined;
}

function emitReduce(
  graph: Graph,
  op: ReduceOp,
  operand: Tensor,
  axes: readonly number[],
  shape: readonly number[],
  dtype: DType,
): Tensor {
  if (op === "Add" && dtype === "float32" && operand.shape.length === 2 && sameShape(axes, [0])) {
    // Summing rows (every bias gradient) is a product with a vector of ones, at seven times the speed of ReduceSum.
    const [rows, columns] = operand.shape as readonly [number, number];
    const ones = graph.constant(new Float32Array(rows).fill(1), [rows], "float32");
    return graph.node("MatMul", [ones, operand], [columns], "float32");
  }
  if (dtype === "int32" || dtype === "uint32") return reduceIntegers(graph, op, operand, axes, shape, dtype);
  if (dtype === "float32") return reduceNode(graph, operators[op], operand, axes, shape);
  // ONNX Runtime reduces no booleans: a sum is "or", a product is "and".
  const operator = op === "Add" || op === "Max" ? "ReduceMax" : "ReduceMin";
  return graph.cast(reduceNode(graph, operator, graph.cast(operand, "int32"), axes, shape), "bool");
}

function scale(graph: Graph, tensor: Tensor, by: number, dtype: DType): Tensor {
  if (dtype === "bool") return tensor;
  return graph.node("Mul", [tensor, graph.scalar(by, dtype)], tensor.shape, dtype);
}

export const reduceRules: Rules = {
  reduce: ({ graph, inputs, params, outs }) => {
    const op = params["op"] as string;
    if (!(op in operators))
      throw new WindageError(
        "engine/unsupported-primitive",
        `reduce: got ${op}, expected Add, Mul, Min or Max`,
      );
    return [reduceView(graph, inputs[0]!, op as ReduceOp, params["axis"] as number[], outs[0]!.dtype)];
  },
};
