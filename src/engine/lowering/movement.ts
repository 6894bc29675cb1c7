/**
 * Primitives that move or select whole slices. Transposes, reshapes and broadcasts are views and cost nothing by
 * themselves; cutting, padding, flipping and joining are real nodes.
 */
import type { Graph, Tensor } from "../graph/graph.ts";
import { allAxes, arrange, materialise, reshape } from "./layout.ts";
import { castView } from "./rule.ts";
import type { Rules } from "./rule.ts";
import { broadcastView, rowMajor, transposeView, wholeView } from "./view.ts";
import type { View } from "./view.ts";

type Pair = readonly [number, number];

/**
 * Applies a node that acts axis by axis: axes in `touched` must exist as they are, all others may stay as small as
 * they lie, so a repeated axis stays free.
 */
function alongAxes(
  graph: Graph,
  view: View,
  touched: (axis: number) => boolean,
  shape: readonly number[],
  emit: (tensor: Tensor, shape: readonly number[]) => Tensor,
): View {
  const source = view.shape.map((size, axis) => (touched(axis) || view.strides[axis] !== 0 ? size : 1));
  const compact = arrange(graph, view, allAxes(view));
  const tensor = source.every((size, axis) => size === compact.shape[axis])
    ? compact
    : expandTo(graph, compact, source);
  const small = shape.map((size, axis) => (touched(axis) || view.strides[axis] !== 0 ? size : 1));
  const result = emit(tensor, small);
  const strides = rowMajor(small);
  return { tensor: result, shape, strides };
}

const expandTo = (graph: Graph, tensor: Tensor, shape: readonly number[]): Tensor =>
  graph.node("Expand", [tensor, graph.int64s(shape)], shape, tensor.dtype);

/** Cuts `[start, end)` with a step out of some axes. */
export function sliceView(
  graph: Graph,
  view: View,
  cuts: ReadonlyMap<number, { readonly start: number; readonly end: number; readonly step: number }>,
  shape: readonly number[],
): View {
  if (cuts.size === 0) return view;
  const axes = [...cuts.keys()];
  const field = (name: "start" | "end" | "step"): Tensor =>
    graph.int64s(axes.map((axis) => cuts.get(axis)![name]));
  return alongAxes(
    graph,
    view,
    (axis) => cuts.has(axis),
    shape,
    (tensor, small) =>
      graph.node(
        "Slice",
        [tensor, field("start"), field("end"), graph.int64s(axes), field("step")],
        small,
        tensor.dtype,
      ),
  );
}

/** Adds zeros before and after. */
export function padView(graph: Graph, view: View, width: readonly Pair[], shape: readonly number[]): View {
  const isPadded = (axis: number): boolean => width[axis]![0] !== 0 || width[axis]![1] !== 0;
  if (!width.some((_, axis) => isPadded(axis))) return view;
  const pads = graph.int64s([...width.map(([before]) => before), ...width.map(([, after]) => after)]);
  return alongAxes(graph, view, isPadded, shape, (tensor, small) =>
    graph.node("Pad", [tensor, pads, graph.scalar(0, tensor.dtype)], small, tensor.dtype),
  );
}

// ONNX reads an end of "below the lowest index" as: flip all the way to the first element.
const beforeFirst = -(2 ** 31);

export const movementRules: Rules = {
  transpose: ({ inputs, params }) => [transposeView(inputs[0]!, params["perm"] as number[])],
  broadcast: ({ inputs, params }) => [
    broadcastView(inputs[0]!, params["shape"] as number[], params["axis"] as number[]),
  ],
  reshape: ({ graph, inputs, params }) => [reshape(graph, inputs[0]!, params["shape"] as number[])],
  shrink: ({ graph, inputs, params, outs }) => {
    const view = inputs[0]!;
    const slices = params["slice"] as Pair[];
    const cuts = slices.flatMap(([start, end], axis) =>
      start === 0 && end === view.shape[axis] ? [] : [[axis, { start, end, step: 1 }] as const],
    );
    return [sliceView(graph, view, new Map(cuts), outs[0]!.shape)];
  },
  flip: ({ graph, inputs, params, outs }) => {
    const view = inputs[0]!;
    const moving = (params["axis"] as number[]).filter((axis) => view.strides[axis] !== 0);
    const cuts = moving.map((axis) => [axis, { start: -1, end: beforeFirst, step: -1 }] as const);
    return [sliceView(graph, view, new Map(cuts), outs[0]!.shape)];
  },
  pad: ({ graph, inputs, params, outs }) => [
    padView(graph, inputs[0]!, params["width"] as Pair[], outs[0]!.shape),
  ],
  concatenate: ({ graph, inputs, params, outs }) => {
    const { shape, dtype } = outs[0]!;
    const tensors = inputs.map((view) => materialise(graph, castView(graph, view, dtype)));
    if (tensors.length === 1) return [wholeView(tensors[0]!)];
    return [wholeView(graph.node("Concat", tensors, shape, dtype, { axis: params["axis"] as number }))];
  },
  split: ({ graph, inputs, params, outs }) => {
    const tensor = materialise(graph, inputs[0]!);
    if (outs.length === 1) return [wholeView(tensor)];
    const sizes = graph.int64s(params["sizes"] as number[]);
    return graph.multi("Split", [tensor, sizes], outs, { axis: params["axis"] as number }).map(wholeView);
  },
};
