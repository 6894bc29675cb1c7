/**
 * Convolution and window extraction. `conv` becomes ONNX Conv; arrays mapped over by vmap become groups. `pool`
 * cuts sliding windows out by a constant index per axis; its transpose adds them back with a constant 0/1 matrix.
 */
import type { Graph } from "../graph/graph.ts";
import { sizeOf } from "../spec.ts";
import { WindageError } from "../../error.ts";
import { dotViews } from "./dot.ts";
import { materialise, reshape } from "./layout.ts";
import { padView, sliceView } from "./movement.ts";
import { castView } from "./rule.ts";
import type { Rules } from "./rule.ts";
import { broadcastView, transposeView, wholeView } from "./view.ts";
import type { View } from "./view.ts";

type Pair = readonly [number, number];

interface ConvParams {
  readonly vmapDims: number;
  readonly strides: readonly number[];
  readonly padding: readonly Pair[];
  readonly lhsDilation: readonly number[];
  readonly rhsDilation: readonly number[];
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Puts `dilation − 1` zeros between neighbours along an axis. */
function dilate(graph: Graph, view: View, axis: number, dilation: number): View {
  if (dilation === 1) return view;
  const size = view.shape[axis]!;
  const split = [...view.shape.slice(0, axis), size, 1, ...view.shape.slice(axis + 1)];
  const padded = split.with(axis + 1, dilation);
  const width = split.map((_, i): Pair => (i === axis + 1 ? [0, dilation - 1] : [0, 0]));
  const spread = padView(graph, reshape(graph, view, split), width, padded);
  const merged = reshape(graph, spread, view.shape.with(axis, size * dilation));
  const end = (size - 1) * dilation + 1;
  return sliceView(graph, merged, new Map([[axis, { start: 0, end, step: 1 }]]), view.shape.with(axis, end));
}

/** Padding that may be negative, which cuts. */
function padOrCut(graph: Graph, view: View, axis: number, [before, after]: Pair): View {
  const size = view.shape[axis]!;
  const start = Math.max(0, -before);
  const end = size - Math.max(0, -after);
  const cut =
    start === 0 && end === size
      ? view
      : sliceView(
          graph,
          view,
          new Map([[axis, { start, end, step: 1 }]]),
          view.shape.with(axis, end - start),
        );
  const width = cut.shape.map((_, i): Pair =>
    i === axis ? [Math.max(0, before), Math.max(0, after)] : [0, 0],
  );
  return padView(
    graph,
    cut,
    width,
    cut.shape.map((dim, i) => dim + width[i]![0] + width[i]![1]),
  );
}

function conv(graph: Graph, left: View, right: View, params: ConvParams, shape: readonly number[]): View {
  const v = params.vmapDims;
  const spatial = params.strides.length;
  const groups = sizeOf(shape.slice(0, v));
  let x = reshape(graph, left, [groups, ...left.shape.slice(v)]);
  const y = reshape(graph, right, [groups, ...right.shape.slice(v)]);
  for (const [i, dilation] of params.lhsDilation.entries()) x = dilate(graph, x, 3 + i, dilation);
  for (const [i, pads] of params.padding.entries()) x = padOrCut(graph, x, 3 + i, pads);
  const [, batch, channels, ...size] = x.shape as [number, number, number, ...number[]];
  const [, outChannels, , ...kernel] = y.shape as [number, number, number, ...number[]];
  const inner = range(3, 3 + spatial);
  const data = materialise(graph, transposeView(x, [1, 0, 2, ...inner]));
  const outSize = shape.slice(v + 2);
  // ONNX wants at least one spatial axis.
  const one = spatial === 0 ? [1] : [];
  const result = graph.node(
    "Conv",
    [
      graph.reshape(data, [batch, groups * channels, ...size, ...one]),
      graph.reshape(materialise(graph, y), [groups * outChannels, channels, ...kernel, ...one]),
    ],
    [batch, groups * outChannels, ...outSize, ...one],
    "float32",
    {
      group: groups,
      strides: [...params.strides, ...one],
      dilations: [...params.rhsDilation, ...one],
      kernel_shape: [...kernel, ...one],
      pads: Array.from({ length: 2 * Math.max(spatial, 1) }, () => 0),
    },
  );
  const split = wholeView(graph.reshape(result, [batch, groups, outChannels, ...outSize]));
  return reshape(graph, transposeView(split, [1, 0, 2, ...inner]), shape);
}

/** Windows along the last `window.length` axes: [.., out.., window..]. */
function pool(graph: Graph, view: View, window: readonly number[], strides: readonly number[]): View {
  const lead = view.shape.length - window.length;
  let current = view;
  for (const [i, size] of window.entries()) {
    const axis = lead + 2 * i;
    const steps = Math.ceil((view.shape[lead + i]! - size + 1) / strides[i]!);
    const index = Int32Array.from(
      { length: steps * size },
      (_, at) => Math.floor(at / size) * strides[i]! + (at % size),
    );
    const source = materialise(graph, current);
    const shape = [...current.shape.slice(0, axis), steps, size, ...current.shape.slice(axis + 1)];
    const constant = graph.constant(index, [steps, size], "int32");
    current = wholeView(graph.node("Gather", [source, constant], shape, source.dtype, { axis }));
  }
  const outer = window.map((_, i) => lead + 2 * i);
  return transposeView(current, [...range(0, lead), ...outer, ...outer.map((axis) => axis + 1)]);
}

/** Adds windows back to where `pool` cut them from. */
function poolTranspose(
  graph: Graph,
  view: View,
  inShape: readonly number[],
  window: readonly number[],
  strides: readonly number[],
): View {
  const n = window.length;
  const lead = inShape.length - n;
  let current = view;
  // From the last axis to the first, so the positions of the earlier ones stay.
  for (let i = n - 1; i >= 0; i--) {
    const size = window[i]!;
    const target = inShape[lead + i]!;
    const outAxis = lead + i;
    const windowAxis = current.shape.length - (n - i) + (n - 1 - i);
    const steps = current.shape[outAxis]!;
    const places = new Float32Array(target * steps * size);
    for (let at = 0; at < steps * size; at++) {
      const position = Math.floor(at / size) * strides[i]! + (at % size);
      places[position * steps * size + at] = 1;
    }
    const others = current.shape
      .map((_, axis) => axis)
      .filter((axis) => axis !== outAxis && axis !== windowAxis);
    const kept = others.map((axis) => current.shape[axis]!);
    const last = reshape(graph, transposeView(current, [...others, outAxis, windowAxis]), [
      ...kept,
      1,
      steps * size,
    ]);
    const matrix = wholeView(graph.constant(places, [target, steps * size], "float32"));
    const wide = broadcastView(matrix, [...kept.map(() => 1), target, steps * size], range(0, kept.length));
    const summed = dotViews(graph, last, wide, [...kept, target], "float32");
    const back = others.map((axis) => others.indexOf(axis));
    current = transposeView(summed, [...back.slice(0, outAxis), kept.length, ...back.slice(outAxis)]);
  }
  return current;
}

function float32Only(primitive: string, dtype: string): void {
  if (dtype === "float32") return;
  throw new WindageError(
    "engine/unsupported-dtype",
    `${primitive}: got ${dtype}, expected float32; cast the operands first.`,
  );
}

export const convolutionRules: Rules = {
  conv: ({ graph, inputs, params, outs, promoted }) => {
    float32Only("conv", outs[0]!.dtype);
    const [x, y] = inputs.map((view) => castView(graph, view, promoted)) as [View, View];
    return [conv(graph, x, y, params as unknown as ConvParams, outs[0]!.shape)];
  },
  pool: ({ graph, inputs, params }) => [
    pool(graph, inputs[0]!, params["window"] as number[], params["strides"] as number[]),
  ],
  pool_transpose: ({ graph, inputs, params, outs }) => {
    float32Only("pool_transpose", outs[0]!.dtype);
    const { inShape, window, strides } = params as { inShape: number[]; window: number[]; strides: number[] };
    return [poolTranspose(graph, inputs[0]!, inShape, window, strides)];
  },
};
