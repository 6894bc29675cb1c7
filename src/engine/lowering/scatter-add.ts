/**
 * Adds rows to the rows of an array of zeros that indices name, several to the same one as a rule. ONNX Runtime's
 * ScatterND is the fastest on one thread; on several it shares the rows out among them without a lock, and two threads
 * that add to one row at the same time lose a part of the sum. Where threads may be several, few target rows are a
 * product with a matrix of zeros and ones instead, and few numbers go through ScatterElements, which stays on one thread
 * and takes some thirty times as long per number. What neither suits keeps ScatterND, and its program one thread
 * (`racesOnThreads`).
 */
import type { Graph, GraphModel, Tensor } from "../graph/graph.ts";
import { sizeOf } from "../spec.ts";
import type { DType } from "../spec.ts";
import { expand } from "./layout.ts";

/** Operations that a product on two threads does in about five milliseconds, the most that it may cost. */
const mostOperations = 7e8;
/** Zeros and ones, so that they take no more than four megabytes. */
const mostOnes = 2 ** 20;
/** Numbers that ScatterElements adds in about as long. */
const mostNumbers = 250_000;

/** What is added where. */
export interface ScatterAdd {
  /** One row of indices per row to add, int64. */
  readonly indices: Tensor;
  readonly points: Tensor;
  /** The shape of the result: indexed axes, then those of a row. */
  readonly shape: readonly number[];
  readonly dtype: DType;
  /** Whether no two rows of indices are the same. */
  readonly unique: boolean;
}

/** The sums; `severalThreads` where the program may run on more than one. */
export function scatterAdd(graph: Graph, call: ScatterAdd, severalThreads: boolean): Tensor {
  const { indices, points, shape, dtype, unique } = call;
  const [count, axes] = indices.shape as [number, number];
  const row = shape.slice(axes);
  const width = sizeOf(row);
  const rows = shape[0]!;
  const zeros = (): Tensor => expand(graph, graph.scalar(0, dtype), shape);
  if (severalThreads && !unique && axes === 1) {
    const flat = graph.reshape(points, [count, width]);
    const isProduct = 2 * count * rows * width <= mostOperations && count * rows <= mostOnes;
    if (isProduct && dtype === "float32") {
      const places = graph.reshape(graph.int64s(Array.from({ length: rows }, (_, i) => i)), [1, rows]);
      // Below zero an index counts from the end.
      const inside = graph.node("Mod", [indices, graph.scalar(rows, "int64")], [count, 1], "int64");
      const hits = graph.cast(graph.node("Equal", [inside, places], [count, rows], "bool"), dtype);
      const sums = graph.node("MatMul", [graph.transpose(hits, [1, 0]), flat], [rows, width], dtype);
      return graph.reshape(sums, shape);
    }
    if (count * width <= mostNumbers) {
      const wide = expand(graph, indices, [count, width]);
      const onto = graph.reshape(zeros(), [rows, width]);
      const sums = graph.node("ScatterElements", [onto, wide, flat], [rows, width], dtype, {
        axis: 0,
        reduction: "add",
      });
      return graph.reshape(sums, shape);
    }
  }
  return graph.node("ScatterND", [zeros(), indices, points], shape, dtype, {
    reduction: unique ? "none" : "add",
  });
}

/** Whether a graph may give other results on several threads. */
export function racesOnThreads({ nodes }: Pick<GraphModel, "nodes">): boolean {
  return nodes.some(({ op, attributes }) => op === "ScatterND" && attributes["reduction"] === "add");
}
