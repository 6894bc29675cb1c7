/**
 * Turns views into tensors: the fewest Reshape, Transpose and Expand nodes that lay the elements out in a
 * wanted order. Repeated axes stay of size one wherever the consumer broadcasts by itself.
 */
import { sameShape } from "../graph/graph.ts";
import type { Graph, Tensor } from "../graph/graph.ts";
import { memoryOrder, reshapeView, rowMajor, wholeView } from "./view.ts";
import type { View } from "./view.ts";

/** A tensor whose axes are the view's axes in `order`, repeated axes as size one. `order` names every moving axis. */
export function arrange(graph: Graph, view: View, order: readonly number[]): Tensor {
  const inMemory = memoryOrder(view);
  const wanted = order.filter((axis) => view.strides[axis] !== 0);
  const shape = order.map((axis) => (view.strides[axis] === 0 ? 1 : view.shape[axis]!));
  if (wanted.every((axis, i) => axis === inMemory[i])) return graph.reshape(view.tensor, shape);
  const cut = rotation(inMemory, wanted);
  if (cut > 0) {
    // As a matrix, so that a product behind it can be computed the other way round instead of being moved.
    const size = (axes: readonly number[]): number => axes.reduce((n, axis) => n * view.shape[axis]!, 1);
    const matrix = graph.reshape(view.tensor, [size(inMemory.slice(0, cut)), size(inMemory.slice(cut))]);
    return graph.reshape(graph.transpose(matrix, [1, 0]), shape);
  }
  const dims = inMemory.map((axis) => view.shape[axis]!);
  const ones = order.filter((axis) => view.strides[axis] === 0);
  const source = [...inMemory, ...ones];
  const split = graph.reshape(view.tensor, [...dims, ...ones.map(() => 1)]);
  return graph.transpose(
    split,
    order.map((axis) => source.indexOf(axis)),
  );
}

/** After how many axes `from` has to be cut for its two parts, exchanged, to be `to`; −1 where no cut does it. */
export function rotation(from: readonly number[], to: readonly number[]): number {
  const cut = from.indexOf(to[0]!);
  return cut > 0 && to.every((axis, i) => axis === from[(cut + i) % from.length]) ? cut : -1;
}

/** A tensor of exactly the view's shape, repeats written out. */
export function materialise(graph: Graph, view: View): Tensor {
  const compact = arrange(graph, view, allAxes(view));
  if (sameShape(compact.shape, view.shape)) return compact;
  return expand(graph, compact, view.shape);
}

/** A tensor in the view's axis order, of size one along repeated axes. */
function compactTensor(graph: Graph, view: View): Tensor {
  return arrange(graph, view, allAxes(view));
}

export function expand(graph: Graph, tensor: Tensor, shape: readonly number[]): Tensor {
  return graph.node("Expand", [tensor, graph.int64s(shape)], shape, tensor.dtype);
}

/** Another shape; moves elements only when the view cannot be split and merged where it lies. */
export function reshape(graph: Graph, view: View, shape: readonly number[]): View {
  const direct = reshapeView(view, shape);
  if ("view" in direct) return direct.view;
  const laidOut = inOrder(graph, view);
  const retry = reshapeView(laidOut, shape);
  if ("view" in retry) return retry.view;
  // Only repeats that are merged with moving axes are written out; the others stay free.
  const written = laidOut.shape.map((size, axis) =>
    laidOut.strides[axis] !== 0 || retry.blocked.includes(axis) ? size : 1,
  );
  const tensor = expand(graph, laidOut.tensor, written);
  const full = reshapeView({ tensor, shape: laidOut.shape, strides: rowMajor(written) }, shape);
  if ("view" in full) return full.view;
  const last = reshapeView(wholeView(materialise(graph, view)), shape);
  if ("view" in last) return last.view;
  throw new Error(`internal: cannot reshape [${view.shape.join()}] to [${shape.join()}]`);
}

/** The same view over a tensor whose moving axes lie in the view's own order, repeats as size one. */
function inOrder(graph: Graph, view: View): View {
  const tensor = compactTensor(graph, view);
  return { tensor, shape: view.shape, strides: rowMajor(tensor.shape) };
}

export const allAxes = (view: View): number[] => view.shape.map((_, axis) => axis);
