/** Steps of random programs that move elements and multiply arrays: views, cuts, joins, indexing, sorting, products. */
import { np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { sizeOf } from "../spec.ts";
import { isExact } from "./random-program.fixture.ts";
import type { Draw, Move, Register } from "./random-program.fixture.ts";

const hasAxes = (register: Register): boolean => register.shape.length > 0;
const axesOf = (register: Register): number[] => register.shape.map((_, i) => i);

/** A step that changes only the shape and order of a register of any type. */
function movement(
  name: string,
  plan: (
    draw: Draw,
    x: Register,
  ) => { shape: readonly number[]; move: (x: JaxArray) => JaxArray; detail: string },
): Move {
  return (draw) => {
    const x = draw.register(hasAxes);
    if (!x) return undefined;
    const { shape, move, detail } = plan(draw, x);
    return {
      args: [x],
      text: `${name}(${x.name}, ${detail})`,
      build: (a) => move(a),
      out: { shape, dtype: x.dtype, bound: x.bound, grain: x.grain },
    };
  };
}

const transpose = movement("transpose", (draw, x) => {
  const perm = draw.shuffled(axesOf(x));
  return {
    shape: perm.map((axis) => x.shape[axis]!),
    move: (a) => np.transpose(a, perm),
    detail: perm.join(),
  };
});

const reshape = movement("reshape", (draw, x) => {
  const shape: number[] = [];
  let left = sizeOf(x.shape);
  while (left > 1 && shape.length < 4) {
    const factors = Array.from({ length: left }, (_, i) => i + 1).filter((n) => left % n === 0);
    const factor = draw.from(factors);
    shape.push(factor);
    left /= factor;
  }
  if (left > 1) shape.push(left);
  return { shape, move: (a) => np.reshape(a, shape), detail: shape.join() };
});

const merge = movement("merge", (draw, x) => {
  const at = draw.below(Math.max(1, x.shape.length - 1));
  const shape = [...x.shape.slice(0, at), sizeOf(x.shape.slice(at, at + 2)), ...x.shape.slice(at + 2)];
  return { shape, move: (a) => np.reshape(a, shape), detail: shape.join() };
});

const broadcast = movement("broadcastTo", (draw, x) => {
  const grown = x.shape.map((dim) => (dim === 1 && draw.chance(0.6) ? 1 + draw.below(3) : dim));
  const shape = draw.chance(0.5) ? [1 + draw.below(3), ...grown] : grown;
  return { shape, move: (a) => np.broadcastTo(a, shape), detail: shape.join() };
});

const expandDims = movement("expandDims", (draw, x) => {
  const at = draw.below(x.shape.length + 1);
  return { shape: x.shape.toSpliced(at, 0, 1), move: (a) => np.expandDims(a, at), detail: String(at) };
});

const flip = movement("flip", (draw, x) => {
  const axes = axesOf(x).filter(() => draw.chance(0.5));
  return { shape: x.shape, move: (a) => np.flip(a, axes), detail: `[${axes.join()}]` };
});

const roll = movement("roll", (draw, x) => {
  const axis = draw.below(x.shape.length);
  const by = draw.below(4);
  return { shape: x.shape, move: (a) => np.roll(a, by, axis), detail: `${by}, ${axis}` };
});

const slice = movement("slice", (draw, x) => {
  const cuts = x.shape.map((dim): [number, number] => {
    const start = draw.below(dim);
    return [start, start + 1 + draw.below(dim - start)];
  });
  return { shape: cuts.map(([a, b]) => b - a), move: (a) => a.slice(...cuts), detail: JSON.stringify(cuts) };
});

const pad = movement("pad", (draw, x) => {
  const width = x.shape.map((): [number, number] => [draw.below(2), draw.below(2)]);
  const shape = x.shape.map((dim, i) => dim + width[i]![0] + width[i]![1]);
  return { shape, move: (a) => np.pad(a, width), detail: JSON.stringify(width) };
});

const repeat = movement("repeat", (draw, x) => {
  const axis = draw.below(x.shape.length);
  const shape = x.shape.with(axis, 2 * x.shape[axis]!);
  return { shape, move: (a) => np.repeat(a, 2, axis), detail: `2, ${axis}` };
});

const reorderPieces = movement("split and join backwards", (draw, x) => {
  const axis = draw.below(x.shape.length);
  const points = Array.from({ length: x.shape[axis]! - 1 }, (_, i) => i + 1).filter(() => draw.chance(0.5));
  return {
    shape: x.shape,
    move: (a) => np.concatenate(np.split(a, points, axis).toReversed(), axis),
    detail: `[${points.join()}], ${axis}`,
  };
});

const take = movement("take", (draw, x) => {
  const axis = draw.below(x.shape.length);
  const count = 1 + draw.below(4);
  const index = Int32Array.from({ length: count }, () => draw.below(x.shape[axis]!));
  return {
    shape: x.shape.with(axis, count),
    move: (a) => np.take(a, np.array(index, { shape: [count] }), axis),
    detail: `[${index.join()}], ${axis}`,
  };
});

const sort = movement("sort", (draw, x) => {
  const axis = draw.below(x.shape.length);
  // Only exact floats are sorted; others pass through.
  const sorts = x.dtype === "float32" && isExact(x);
  return {
    shape: x.shape,
    move: (a) => (sorts ? np.sort(a, axis) : a),
    detail: sorts ? String(axis) : "not",
  };
});

/** Picks along the last axis by the position of the largest element of another register. */
const pickByArgmax: Move = (draw) => {
  const scores = draw.float((register) => hasAxes(register) && isExact(register));
  const n = scores?.shape.at(-1);
  const values = scores && draw.float((register) => register.shape[0] === n);
  if (!scores || !values) return undefined;
  return {
    args: [values, scores],
    text: `take(${values.name}, argmax(${scores.name}, -1), 0)`,
    build: (a, s) => np.take(a, np.argmax(s, -1), 0),
    out: {
      shape: [...scores.shape.slice(0, -1), ...values.shape.slice(1)],
      dtype: "float32",
      bound: values.bound,
      grain: values.grain,
    },
  };
};

const concatenate: Move = (draw) => {
  const x = draw.float(hasAxes);
  if (!x) return undefined;
  const axis = draw.below(x.shape.length);
  const y = draw.float(
    (register) =>
      register.shape.length === x.shape.length &&
      register.shape.every((dim, i) => i === axis || dim === x.shape[i]),
  );
  if (!y) return undefined;
  return {
    args: [x, y],
    text: `concatenate(${x.name}, ${y.name}, ${axis})`,
    build: (a, b) => np.concatenate([a, b], axis),
    out: {
      shape: x.shape.with(axis, x.shape[axis]! + y.shape[axis]!),
      dtype: "float32",
      bound: Math.max(x.bound, y.bound),
      grain: Math.max(x.grain, y.grain),
    },
  };
};

/** A product over random axes: equal sizes are tied at random, tied axes are kept or summed. */
const product: Move = (draw) => {
  const x = draw.float(hasAxes);
  const y = draw.float(hasAxes);
  if (!x || !y) return undefined;
  const left = x.shape.map((_, i) => i);
  const free = new Set(left);
  const right = y.shape.map((dim, i) => {
    const ties = [...free].filter((axis) => x.shape[axis] === dim);
    if (ties.length === 0 || draw.chance(0.25)) return left.length + i;
    const tied = draw.from(ties);
    free.delete(tied);
    return tied;
  });
  const size = (letter: number): number => x.shape[letter] ?? y.shape[right.indexOf(letter)]!;
  const shared = left.filter((letter) => right.includes(letter));
  const single = [...left, ...right].filter((letter) => !shared.includes(letter));
  const out = draw.shuffled([...shared.filter(() => draw.chance(0.4)), ...single]);
  const summed = shared.filter((letter) => !out.includes(letter)).reduce((n, letter) => n * size(letter), 1);
  return {
    args: [x, y],
    text: `einsum(${x.name} [${left.join()}], ${y.name} [${right.join()}] -> [${out.join()}])`,
    build: (a, b) => np.einsum(a, left, b, right, out),
    out: {
      shape: out.map(size),
      dtype: "float32",
      bound: x.bound * y.bound * summed,
      grain: x.grain + y.grain,
    },
  };
};

export const movingMoves: readonly Move[] = [
  transpose,
  transpose,
  reshape,
  merge,
  broadcast,
  expandDims,
  flip,
  roll,
  slice,
  pad,
  repeat,
  reorderPieces,
  take,
  sort,
  pickByArgmax,
  concatenate,
  product,
  product,
  product,
];
