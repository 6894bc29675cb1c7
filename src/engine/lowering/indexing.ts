/**
 * `gather` and its gradient, `scatter` (which always adds). One index along one axis is ONNX's Gather; several
 * become GatherND over the indices joined along a new last axis. How scatter adds is in `scatter-add.ts`.
 */
import type { Graph, Tensor } from "../graph/graph.ts";
import { sizeOf } from "../spec.ts";
import { WindageError } from "../../error.ts";
import { materialise } from "./layout.ts";
import type { Rules } from "./rule.ts";
import { scatterAdd } from "./scatter-add.ts";
import { padRank, transposeView, wholeView } from "./view.ts";
import type { View } from "./view.ts";

/** The common shape of index arrays. */
function indexShapeOf(indices: readonly View[]): number[] {
  const rank = Math.max(...indices.map((view) => view.shape.length));
  const padded = indices.map((view) => padRank(view, rank));
  return Array.from({ length: rank }, (_, axis) => Math.max(...padded.map((view) => view.shape[axis]!)));
}

/** All indices as one int64 tensor [points, number of axes]. */
function joinIndices(graph: Graph, indices: readonly View[], shape: readonly number[]): Tensor {
  const points = sizeOf(shape);
  const columns = indices.map((view) => {
    const padded = padRank(view, shape.length);
    const whole = materialise(graph, { ...padded, shape });
    return graph.reshape(graph.cast(whole, "int64"), [points, 1]);
  });
  if (columns.length === 1) return columns[0]!;
  return graph.node("Concat", columns, [points, columns.length], "int64", { axis: 1 });
}

/** Axes of the operand: the indexed ones first, in the order of the indices, then the others. */
function indexedFirst(rank: number, axis: readonly number[]): number[] {
  return [...axis, ...Array.from({ length: rank }, (_, i) => i).filter((i) => !axis.includes(i))];
}

/** [index axes..., other axes...] → the same with the index axes at `outDim`. */
function indexAxesTo(view: View, indexRank: number, outDim: number): View {
  const others = Array.from({ length: view.shape.length - indexRank }, (_, i) => indexRank + i);
  const index = Array.from({ length: indexRank }, (_, i) => i);
  return transposeView(view, [...others.slice(0, outDim), ...index, ...others.slice(outDim)]);
}

/** The inverse of `indexAxesTo`. */
function indexAxesFirst(view: View, indexRank: number, outDim: number): View {
  const axes = view.shape.map((_, i) => i);
  const index = axes.slice(outDim, outDim + indexRank);
  return transposeView(view, [...index, ...axes.filter((i) => !index.includes(i))]);
}

export const indexingRules: Rules = {
  gather: ({ graph, inputs, params, outs }) => {
    const [operand, ...indices] = inputs as [View, ...View[]];
    const axis = params["axis"] as number[];
    const outDim = params["outDim"] as number;
    const { dtype } = outs[0]!;
    const shape = indexShapeOf(indices);
    const perm = indexedFirst(operand.shape.length, axis);
    const rest = perm.slice(axis.length).map((i) => operand.shape[i]!);
    if (axis.length === 1) {
      const index = materialise(graph, { ...padRank(indices[0]!, shape.length), shape });
      const signed = index.dtype === "uint32" ? graph.cast(index, "int64") : index;
      const at = axis[0]!;
      const source = materialise(graph, operand);
      const gathered = [...operand.shape.slice(0, at), ...shape, ...operand.shape.slice(at + 1)];
      const result = wholeView(graph.node("Gather", [source, signed], gathered, dtype, { axis: at }));
      return [indexAxesTo(indexAxesFirst(result, shape.length, at), shape.length, outDim)];
    }
    const source = materialise(graph, transposeView(operand, perm));
    const flat = graph.node(
      "GatherND",
      [source, joinIndices(graph, indices, shape)],
      [sizeOf(shape), ...rest],
      dtype,
    );
    return [indexAxesTo(wholeView(graph.reshape(flat, [...shape, ...rest])), shape.length, outDim)];
  },
  scatter: ({ graph, inputs, params, outs, severalThreads }) => {
    const [updates, ...indices] = inputs as [View, ...View[]];
    if (params["op"] !== "add") {
      throw new WindageError(
        "engine/unsupported-primitive",
        `scatter: got op "${String(params["op"])}", expected "add"`,
      );
    }
    const axis = params["axis"] as number[];
    const { shape: target, dtype } = outs[0]!;
    const shape = indexShapeOf(indices);
    const perm = indexedFirst(target.length, axis);
    const permuted = perm.map((i) => target[i]!);
    const rest = permuted.slice(axis.length);
    const first = materialise(graph, indexAxesFirst(updates, shape.length, params["outDim"] as number));
    const points = graph.reshape(first, [sizeOf(shape), ...rest]);
    const result = scatterAdd(
      graph,
      {
        indices: joinIndices(graph, indices, shape),
        points,
        shape: permuted,
        dtype,
        unique: params["uniqueIndices"] === true,
      },
      severalThreads,
    );
    return [
      transposeView(
        wholeView(result),
        perm.map((_, i) => perm.indexOf(i)),
      ),
    ];
  },
};
