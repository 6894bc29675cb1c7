/**
 * Steps of random programs over whole numbers of the full range, where every result is exact modulo 2³²: arithmetic,
 * bits, comparisons, reductions, orderings, products, and conversions from and to floats of any size, NaN included.
 */
import { np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import type { Draw, Move, RandomInput, Register } from "./random-program.fixture.ts";
import { broadcastShape } from "./smooth-moves.fixture.ts";

type Whole = "int32" | "uint32";

const isWhole = ({ dtype }: Register): boolean => dtype === "int32" || dtype === "uint32";
const ofType =
  (wanted: Register["dtype"]) =>
  ({ dtype }: Register): boolean =>
    dtype === wanted;

/** What is known of every register here: nothing but its shape and type. */
const anything = (shape: readonly number[], dtype: Register["dtype"]) => ({
  shape,
  dtype,
  bound: Number.POSITIVE_INFINITY,
  grain: Number.POSITIVE_INFINITY,
});

const extremes = {
  int32: [-(2 ** 31), 2 ** 31 - 1, -1, 0, 1, 2],
  uint32: [2 ** 32 - 1, 2 ** 31, 0, 1, 2, 3],
  float32: [Number.NaN, Infinity, -Infinity, -2.75, 0.99, 3e9, -3e9, 5e9, 2 ** 31, -(2 ** 31), 2 ** 32],
} as const;

/** An input of whole numbers, or of floats that do not fit into them. */
export const wholeInput: RandomInput = (draw) => {
  const dtype = draw.from(["int32", "int32", "uint32", "uint32", "float32", "bool"] as const);
  const element = (): number => {
    if (dtype === "bool") return draw.below(2);
    if (draw.chance(0.3)) return draw.from(extremes[dtype]);
    if (dtype === "float32") return (draw.below(65) - 32) / 8;
    return draw.chance(0.5) ? draw.below(10) : draw.below(2 ** 31) * 2 + draw.below(2);
  };
  return { dtype, element, bound: Number.POSITIVE_INFINITY, grain: Number.POSITIVE_INFINITY };
};

const constant = (value: number, dtype: Whole): JaxArray =>
  dtype === "int32"
    ? np.array(Int32Array.of(value), { shape: [] })
    : np.array(Uint32Array.of(value), { shape: [] });

const unary: Move = (draw) => {
  const x = draw.register(isWhole);
  if (!x) return undefined;
  const op = draw.from([np.invert, np.negative]);
  return {
    args: [x],
    text: `${op.name}(${x.name})`,
    build: (a) => op(a),
    out: anything(x.shape, x.dtype),
  };
};

const arithmetic = [
  np.add,
  np.subtract,
  np.multiply,
  np.maximum,
  np.minimum,
  np.bitwiseAnd,
  np.bitwiseOr,
  np.bitwiseXor,
];
const comparisons = [np.less, np.lessEqual, np.equal, np.notEqual, np.greater];

/** Two registers of one type that broadcast. */
function pair(draw: Draw): { x: Register; y: Register; shape: number[] } | undefined {
  const x = draw.register(isWhole);
  const y =
    x &&
    draw.register(({ dtype, shape }) => dtype === x.dtype && broadcastShape(x.shape, shape) !== undefined);
  return x && y && { x, y, shape: broadcastShape(x.shape, y.shape)! };
}

const binary: Move = (draw) => {
  const drawn = pair(draw);
  if (!drawn) return undefined;
  const { x, y, shape } = drawn;
  const compares = draw.chance(0.2);
  const op = draw.from(compares ? comparisons : arithmetic);
  return {
    args: [x, y],
    text: `${op.name}(${x.name}, ${y.name})`,
    build: (a, b) => op(a, b),
    out: anything(shape, compares ? "bool" : x.dtype),
  };
};

/** Divisors are made positive: 0, and -1 under the smallest number, have no quotient. */
const division: Move = (draw) => {
  const drawn = pair(draw);
  if (!drawn) return undefined;
  const { x, y, shape } = drawn;
  const op = draw.from([
    { name: "floorDivide", fn: (a: JaxArray, b: JaxArray) => np.floorDivide(a, b) },
    { name: "remainder", fn: (a: JaxArray, b: JaxArray) => np.remainder(a, b) },
    { name: "fmod", fn: (a: JaxArray, b: JaxArray) => np.fmod(a, b) },
  ]);
  const whole = x.dtype as Whole;
  return {
    args: [x, y],
    text: `${op.name}(${x.name}, (${y.name} | 1) & 0x7fffffff)`,
    build: (a, b) =>
      op.fn(a, np.bitwiseAnd(np.bitwiseOr(b, constant(1, whole)), constant(2 ** 31 - 1, whole))),
    out: anything(shape, x.dtype),
  };
};

const shift: Move = (draw) => {
  const drawn = pair(draw);
  if (!drawn) return undefined;
  const { x, y, shape } = drawn;
  const op = draw.from([np.leftShift, np.rightShift]);
  if (draw.chance(0.5)) {
    return {
      args: [x, y],
      text: `${op.name}(${x.name}, ${y.name})`,
      build: (a, b) => op(a, b),
      out: anything(shape, x.dtype),
    };
  }
  const by = draw.below(40);
  return {
    args: [x],
    text: `${op.name}(${x.name}, ${by})`,
    build: (a) => op(a, constant(by, x.dtype as Whole)),
    out: anything(x.shape, x.dtype),
  };
};

const where: Move = (draw) => {
  const drawn = pair(draw);
  const c =
    drawn && draw.register((register) => register.dtype === "bool" && fits(register.shape, drawn.shape));
  if (!drawn || !c) return undefined;
  const { x, y, shape } = drawn;
  return {
    args: [c, x, y],
    text: `where(${c.name}, ${x.name}, ${y.name})`,
    build: np.where,
    out: anything(broadcastShape(c.shape, shape)!, x.dtype),
  };
};

const fits = (a: readonly number[], b: readonly number[]): boolean => broadcastShape(a, b) !== undefined;

const convert: Move = (draw) => {
  const x = draw.register(() => true);
  if (!x) return undefined;
  const to = draw.from(["int32", "uint32", "float32", "bool"] as const);
  return {
    args: [x],
    text: `astype(${x.name}, ${to})`,
    build: (a) => a.astype(np[to]),
    out: anything(x.shape, to),
  };
};

/** Floats are only scaled by powers of two and shifted, which both runtimes round alike. */
const scale: Move = (draw) => {
  const x = draw.register(ofType("float32"));
  if (!x) return undefined;
  const factor = draw.from([0.25, -0.5, 3, 1024]);
  return {
    args: [x],
    text: `${x.name} * ${factor}`,
    build: (a) => a.mul(factor),
    out: anything(x.shape, "float32"),
  };
};

const reduce: Move = (draw) => {
  const x = draw.register((register) => isWhole(register) && register.shape.length > 0);
  if (!x) return undefined;
  const op = draw.from([np.sum, np.prod, np.max, np.min]);
  const axes = x.shape.map((_, i) => i).filter(() => draw.chance(0.6));
  if (axes.length === 0) axes.push(draw.below(x.shape.length));
  const keepdims = draw.chance(0.4);
  const shape = keepdims
    ? x.shape.map((dim, i) => (axes.includes(i) ? 1 : dim))
    : x.shape.filter((_, i) => !axes.includes(i));
  return {
    args: [x],
    text: `${op.name}(${x.name}, [${axes.join()}]${keepdims ? ", keepdims" : ""})`,
    build: (a) => op(a, axes, { keepdims }),
    out: anything(shape, x.dtype),
  };
};

const alongAxis: Move = (draw) => {
  const x = draw.register((register) => isWhole(register) && register.shape.length > 0);
  if (!x) return undefined;
  const op = draw.from([
    { name: "cumsum", fn: (a: JaxArray, axis: number) => np.cumsum(a, axis), keeps: true },
    // Added to zero first: the wasm engine cannot sort a bare slice.
    { name: "sort", fn: (a: JaxArray, axis: number) => np.sort(a.add(0), axis), keeps: true },
    { name: "argmax", fn: (a: JaxArray, axis: number) => np.argmax(a, axis), keeps: false },
    { name: "argmin", fn: (a: JaxArray, axis: number) => np.argmin(a, axis), keeps: false },
  ]);
  const axis = draw.below(x.shape.length);
  return {
    args: [x],
    text: `${op.name}(${x.name}, ${axis})`,
    build: (a) => op.fn(a, axis),
    out: op.keeps ? anything(x.shape, x.dtype) : anything(x.shape.toSpliced(axis, 1), "int32"),
  };
};

const product: Move = (draw) => {
  const x = draw.register((register) => isWhole(register) && register.shape.length > 0);
  const length = x?.shape.at(-1);
  const y = x && draw.register(({ dtype, shape }) => dtype === x.dtype && shape[0] === length);
  if (!x || !y) return undefined;
  return {
    args: [x, y],
    text: `tensordot(${x.name}, ${y.name}, 1)`,
    build: (a, b) => np.tensordot(a, b, 1),
    out: anything([...x.shape.slice(0, -1), ...y.shape.slice(1)], x.dtype),
  };
};

export const integerMoves: readonly Move[] = [
  unary,
  binary,
  binary,
  division,
  shift,
  where,
  convert,
  convert,
  scale,
  reduce,
  reduce,
  alongAxis,
  product,
];
