/**
 * Element-wise operators on several views. ONNX broadcasts by itself, so repeated axes are never written
 * out; the axis order and grouping that need the fewest extra nodes are chosen, so that the result of a matrix
 * product over merged rows meets its bias as the two-dimensional tensor it already is.
 */
import type { Graph, GraphDType, Tensor } from "../graph/graph.ts";
import { sameShape } from "../graph/graph.ts";
import { arrange } from "./layout.ts";
import { memoryOrder, padRank, rowMajor } from "./view.ts";
import type { View } from "./view.ts";

/** Emits an element-wise operator given operands that broadcast against each other. */
export type EmitOperator = (operands: readonly Tensor[], shape: readonly number[]) => Tensor;

/** Adjacent axes of the chosen order that are treated as one. */
type Grouping = readonly (readonly number[])[];

export function broadcasted(
  graph: Graph,
  operands: readonly View[],
  shape: readonly number[],
  emit: EmitOperator,
): View {
  const views = operands.map((view) => padRank(view, shape.length));
  const alike = sameLayout(views, shape);
  if (alike) {
    const tensor = emit(
      views.map((view) => view.tensor),
      alike.tensor.shape,
    );
    return { tensor, shape, strides: alike.strides };
  }
  const order = chooseOrder(views, shape);
  const grouping = chooseGrouping(views, order, shape);
  const dims = grouping.map((group) => groupSize(group, shape));
  const tensors = views.map((view) => arrangeGroups(graph, view, order, grouping));
  const result = emit(tensors, dims);
  const strides = Array.from({ length: shape.length }, () => 0);
  const inOrder = rowMajor(order.map((axis) => shape[axis]!));
  order.forEach((axis, i) => (strides[axis] = inOrder[i]!));
  return { tensor: result, shape, strides };
}

/** An operator that takes broadcasting tensors and yields `dtype`. */
export function broadcastedNode(
  graph: Graph,
  op: string,
  operands: readonly View[],
  shape: readonly number[],
  dtype: GraphDType,
): View {
  return broadcasted(graph, operands, shape, (tensors, dims) => graph.node(op, tensors, dims, dtype));
}

/** The one layout that all operands share, scalars apart; then the tensors meet as they lie. */
function sameLayout(views: readonly View[], shape: readonly number[]): View | undefined {
  const isScalar = (view: View): boolean => view.tensor.shape.length === 0;
  const first = views.find((view) => !isScalar(view));
  if (!first || !sameShape(first.shape, shape)) return undefined;
  const agrees = (view: View): boolean =>
    isScalar(view) ||
    (sameShape(view.tensor.shape, first.tensor.shape) &&
      sameShape(view.shape, first.shape) &&
      sameShape(view.strides, first.strides));
  return views.every(agrees) ? first : undefined;
}

/** Memory order of the largest operand when it moves along every axis that any operand moves along. */
function chooseOrder(views: readonly View[], shape: readonly number[]): readonly number[] {
  const active = shape.flatMap((_, axis) => (views.some((view) => view.strides[axis] !== 0) ? [axis] : []));
  for (const view of views) {
    const order = memoryOrder(view);
    if (order.length === active.length) return order;
  }
  return active;
}

function chooseGrouping(
  views: readonly View[],
  order: readonly number[],
  shape: readonly number[],
): Grouping {
  let best: Grouping = order.map((axis) => [axis]);
  let bestCost = groupingCost(views, order, best, shape);
  for (const view of views) {
    if (bestCost === 0) break;
    const grouping = groupingLike(view, order, shape);
    if (!grouping || !grouping.every((group) => views.every((other) => mergeable(other, group)))) continue;
    const cost = groupingCost(views, order, grouping, shape);
    if (cost < bestCost) [best, bestCost] = [grouping, cost];
  }
  return best;
}

/** Groups the axes as an existing tensor has them, if it can be done; axes it does not move along stand alone. */
function groupingLike(view: View, order: readonly number[], shape: readonly number[]): Grouping | undefined {
  const wanted = view.tensor.shape.filter((dim) => dim !== 1);
  const grouping: number[][] = [];
  let next = order.length;
  const moves = (axis: number): boolean => view.strides[axis] !== 0;
  while (next > 0) {
    if (!moves(order[next - 1]!)) {
      grouping.unshift([order[--next]!]);
      continue;
    }
    const size = wanted.pop();
    if (size === undefined) return undefined;
    const group: number[] = [];
    let product = 1;
    while (next > 0 && product < size && moves(order[next - 1]!)) {
      const axis = order[--next]!;
      group.unshift(axis);
      product *= shape[axis]!;
    }
    if (product !== size) return undefined;
    grouping.unshift(group);
  }
  return grouping;
}

function mergeable(view: View, group: readonly number[]): boolean {
  return group.every((axis, i) => {
    const next = group[i + 1];
    return next === undefined || view.strides[axis] === view.strides[next]! * view.shape[next]!;
  });
}

/** How many nodes it takes to bring all operands into this form. */
function groupingCost(
  views: readonly View[],
  order: readonly number[],
  grouping: Grouping,
  shape: readonly number[],
): number {
  let cost = 0;
  for (const view of views) {
    const moving = order.filter((axis) => view.strides[axis] !== 0);
    const inMemory = memoryOrder(view);
    const wanted = trimmed(groupDims(view, grouping, shape));
    if (!moving.every((axis, i) => axis === inMemory[i])) cost += 3;
    else if (!sameShape(trimmed(view.tensor.shape), wanted) || view.tensor.shape.length > grouping.length)
      cost += 1;
  }
  return cost;
}

function arrangeGroups(graph: Graph, view: View, order: readonly number[], grouping: Grouping): Tensor {
  const dims = groupDims(view, grouping, view.shape);
  const moving = order.filter((axis) => view.strides[axis] !== 0);
  const inPlace = memoryOrder(view).every((axis, i) => axis === moving[i]);
  if (!inPlace) return graph.reshape(arrange(graph, view, order), dims);
  // Leading axes of size one are implied.
  if (view.tensor.shape.length <= dims.length && sameShape(trimmed(view.tensor.shape), trimmed(dims)))
    return view.tensor;
  return graph.reshape(view.tensor, dims);
}

const groupSize = (group: readonly number[], shape: readonly number[]): number =>
  group.reduce((size, axis) => size * shape[axis]!, 1);

const groupDims = (view: View, grouping: Grouping, shape: readonly number[]): number[] =>
  grouping.map((group) => (view.strides[group[0]!] === 0 ? 1 : groupSize(group, shape)));

function trimmed(dims: readonly number[]): readonly number[] {
  const first = dims.findIndex((dim) => dim !== 1);
  return first === -1 ? [] : dims.slice(first);
}
