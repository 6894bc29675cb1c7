/**
 * Strided views: an array seen through transposes, reshapes and broadcasts of a tensor that exists, without
 * moving any element. `stride` counts elements of the tensor; an axis of stride 0 repeats it. Every element
 * of the tensor is seen by a view, because slicing and flipping are real operations here, not views.
 */
import type { Tensor } from "../graph/graph.ts";

export interface View {
  readonly tensor: Tensor;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

/** The tensor seen as it is. */
export function wholeView(tensor: Tensor): View {
  return { tensor, shape: tensor.shape, strides: rowMajor(tensor.shape) };
}

/** Row-major strides, with 0 on axes of one element. */
export function rowMajor(shape: readonly number[]): number[] {
  const strides = Array.from<number>({ length: shape.length });
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = shape[axis] === 1 ? 0 : stride;
    stride *= shape[axis]!;
  }
  return strides;
}

/** Axes that really move through the tensor, in the order they lie in memory. */
export function memoryOrder(view: View): number[] {
  const axes: number[] = [];
  for (let axis = 0; axis < view.shape.length; axis++) if (view.strides[axis] !== 0) axes.push(axis);
  return axes.sort((a, b) => view.strides[b]! - view.strides[a]!);
}

export function transposeView(view: View, perm: readonly number[]): View {
  return {
    tensor: view.tensor,
    shape: perm.map((axis) => view.shape[axis]!),
    strides: perm.map((axis) => view.strides[axis]!),
  };
}

/** jax-js's broadcast: `added` are the positions in `shape` of axes the view does not have. */
export function broadcastView(view: View, shape: readonly number[], added: readonly number[]): View {
  const isNew = new Set(added);
  let axis = 0;
  const strides = shape.map((_, i) => (isNew.has(i) ? 0 : view.strides[axis++]!));
  return { tensor: view.tensor, shape, strides };
}

/** Puts axes of one element in front until the view has `rank` axes. */
export function padRank(view: View, rank: number): View {
  const missing = rank - view.shape.length;
  if (missing <= 0) return view;
  const ones = Array.from({ length: missing }, () => 1);
  const zeros = Array.from({ length: missing }, () => 0);
  return { tensor: view.tensor, shape: [...ones, ...view.shape], strides: [...zeros, ...view.strides] };
}

export type ReshapeResult =
  | { readonly view: View }
  /** Axes that would have to be laid out next to each other, and which of the repeats among them written out. */
  | { readonly blocked: readonly number[] };

/**
 * Splits and merges axes. Succeeds when each group of merged axes is evenly spaced in memory (or all
 * repeated); otherwise names the axes of the groups that are not.
 */
export function reshapeView(view: View, shape: readonly number[]): ReshapeResult {
  const strides = Array.from({ length: shape.length }, () => 0);
  const blocked: number[] = [];
  let from = 0;
  let to = 0;
  while (from < view.shape.length || to < shape.length) {
    const fromStart = from;
    const toStart = to;
    let fromSize = from < view.shape.length ? view.shape[from++]! : 1;
    let toSize = to < shape.length ? shape[to++]! : 1;
    while (fromSize !== toSize) {
      if (fromSize < toSize) fromSize *= view.shape[from++]!;
      else toSize *= shape[to++]!;
    }
    const axes: number[] = [];
    for (let axis = fromStart; axis < from; axis++) if (view.shape[axis] !== 1) axes.push(axis);
    const last = axes.at(-1);
    if (last === undefined) continue;
    const even = axes.every((axis, i) => {
      const next = axes[i + 1];
      return next === undefined || view.strides[axis] === view.strides[next]! * view.shape[next]!;
    });
    if (!even) {
      blocked.push(...axes);
      continue;
    }
    let stride = view.strides[last]!;
    for (let axis = to - 1; axis >= toStart; axis--) {
      strides[axis] = shape[axis] === 1 ? 0 : stride;
      stride *= shape[axis]!;
    }
  }
  return blocked.length > 0 ? { blocked } : { view: { tensor: view.tensor, shape, strides } };
}
