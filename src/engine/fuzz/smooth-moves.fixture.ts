/** Steps of random programs that are smooth or element-wise: arithmetic, activations, reductions, normalisation. */
import { lax, nn, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { isExact, unknownGrain } from "./random-program.fixture.ts";
import type { Draw, Move, Register } from "./random-program.fixture.ts";

interface Unary {
  readonly name: string;
  readonly fn: (x: JaxArray) => JaxArray;
  readonly bound: (bound: number) => number;
  /** Only on values that both runtimes compute exactly. */
  readonly jumps?: boolean;
  /** The grain of the result, when it has one. */
  readonly grain?: (grain: number) => number;
}

const same = (x: number): number => x;
const one = (): number => 1;

const unaries: readonly Unary[] = [
  { name: "tanh", fn: np.tanh, bound: one },
  { name: "sin", fn: np.sin, bound: one },
  { name: "cos", fn: np.cos, bound: one },
  { name: "sigmoid", fn: nn.sigmoid, bound: one },
  { name: "softplus", fn: nn.softplus, bound: (x) => x + 1 },
  { name: "gelu", fn: (x) => nn.gelu(x), bound: same },
  { name: "silu", fn: nn.silu, bound: same },
  { name: "erf", fn: lax.erf, bound: one },
  { name: "expTanh", fn: (x) => np.exp(np.tanh(x)), bound: () => 3 },
  { name: "log1pSquare", fn: (x) => np.log(np.square(x).add(1)), bound: (x) => Math.log(1 + x * x) },
  { name: "sqrt1pSquare", fn: (x) => np.sqrt(np.square(x).add(1)), bound: (x) => x + 1 },
  { name: "inverse1pSquare", fn: (x) => np.reciprocal(np.square(x).add(1)), bound: one },
  { name: "atan", fn: np.atan, bound: () => 2 },
  { name: "negative", fn: np.negative, bound: same, grain: same },
  { name: "square", fn: np.square, bound: (x) => x * x, grain: (g) => 2 * g },
  { name: "half", fn: (x) => x.mul(0.5), bound: (x) => x / 2, grain: (g) => g + 1 },
  { name: "oneMinus", fn: (x) => np.subtract(1, x), bound: (x) => x + 1, grain: same },
  { name: "relu", fn: nn.relu, bound: same, grain: same, jumps: true },
  { name: "leakyRelu", fn: (x) => nn.leakyRelu(x, 0.125), bound: same, grain: (g) => g + 3, jumps: true },
  { name: "abs", fn: np.abs, bound: same, grain: same, jumps: true },
  { name: "floor", fn: np.floor, bound: (x) => x + 1, grain: () => 0, jumps: true },
  {
    name: "clip",
    fn: (x) => np.clip(x, -0.75, 1.25),
    bound: () => 1.25,
    grain: (g) => Math.max(g, 2),
    jumps: true,
  },
  { name: "sign", fn: np.sign, bound: one, grain: () => 0, jumps: true },
  { name: "stopGradient", fn: lax.stopGradient, bound: same, grain: same },
];

const unary: Move = (draw) => {
  const op = draw.from(unaries);
  const x = draw.float((register) => !op.jumps || isExact(register));
  if (!x) return undefined;
  const grain = op.grain?.(x.grain) ?? unknownGrain;
  return {
    args: [x],
    text: `${op.name}(${x.name})`,
    build: op.fn,
    out: { shape: x.shape, dtype: "float32", bound: op.bound(x.bound), grain },
  };
};

/** The shape two arrays broadcast to, if they do. */
export function broadcastShape(a: readonly number[], b: readonly number[]): number[] | undefined {
  const rank = Math.max(a.length, b.length);
  const shape: number[] = [];
  for (let i = 0; i < rank; i++) {
    const left = i < rank - a.length ? 1 : a[i - (rank - a.length)]!;
    const right = i < rank - b.length ? 1 : b[i - (rank - b.length)]!;
    if (left !== right && left !== 1 && right !== 1) return undefined;
    shape.push(Math.max(left, right));
  }
  return shape;
}

interface Binary {
  readonly name: string;
  readonly fn: (x: JaxArray, y: JaxArray) => JaxArray;
  readonly bound: (x: number, y: number) => number;
  readonly grain: (x: number, y: number) => number;
  readonly jumps?: boolean;
}

const finer = (x: number, y: number): number => Math.max(x, y);
const binaries: readonly Binary[] = [
  { name: "add", fn: np.add, bound: (x, y) => x + y, grain: finer },
  { name: "subtract", fn: np.subtract, bound: (x, y) => x + y, grain: finer },
  { name: "multiply", fn: np.multiply, bound: (x, y) => x * y, grain: (x, y) => x + y },
  {
    name: "divide1pSquare",
    fn: (x, y) => x.div(np.square(y).add(1)),
    bound: same,
    grain: () => unknownGrain,
  },
  { name: "maximum", fn: np.maximum, bound: Math.max, grain: finer, jumps: true },
  { name: "minimum", fn: np.minimum, bound: Math.max, grain: finer, jumps: true },
  { name: "logaddexp", fn: np.logaddexp, bound: (x, y) => Math.max(x, y) + 1, grain: () => unknownGrain },
];

const partner = (draw: Draw, x: Register, fits: (register: Register) => boolean): Register | undefined =>
  draw.float((register) => fits(register) && broadcastShape(x.shape, register.shape) !== undefined);

const binary: Move = (draw) => {
  const op = draw.from(binaries);
  const fits = (register: Register): boolean => !op.jumps || isExact(register);
  const x = draw.float(fits);
  const y = x && partner(draw, x, fits);
  if (!x || !y) return undefined;
  return {
    args: [x, y],
    text: `${op.name}(${x.name}, ${y.name})`,
    build: op.fn,
    out: {
      shape: broadcastShape(x.shape, y.shape)!,
      dtype: "float32",
      bound: op.bound(x.bound, y.bound),
      grain: op.grain(x.grain, y.grain),
    },
  };
};

const compare: Move = (draw) => {
  const op = draw.from([np.less, np.lessEqual, np.equal, np.greater, np.notEqual]);
  const x = draw.float(isExact);
  const y = x && partner(draw, x, isExact);
  if (!x || !y) return undefined;
  return {
    args: [x, y],
    text: `${op.name}(${x.name}, ${y.name})`,
    build: op,
    out: { shape: broadcastShape(x.shape, y.shape)!, dtype: "bool", bound: 1, grain: 0 },
  };
};

const where: Move = (draw) => {
  const c = draw.register((register) => register.dtype === "bool");
  const x = c && partner(draw, c, () => true);
  const both = c && x && broadcastShape(c.shape, x.shape);
  const y = both && partner(draw, { ...c, shape: both }, () => true);
  if (!c || !x || !y) return undefined;
  return {
    args: [c, x, y],
    text: `where(${c.name}, ${x.name}, ${y.name})`,
    build: np.where,
    out: {
      shape: broadcastShape(both, y.shape)!,
      dtype: "float32",
      bound: Math.max(x.bound, y.bound),
      grain: finer(x.grain, y.grain),
    },
  };
};

const boolToFloat: Move = (draw) => {
  const x = draw.register((register) => register.dtype === "bool");
  if (!x) return undefined;
  return {
    args: [x],
    text: `astype(${x.name}, float32)`,
    build: (a) => a.astype(np.float32),
    out: { shape: x.shape, dtype: "float32", bound: 1, grain: 0 },
  };
};

interface Reduction {
  readonly name: string;
  readonly fn: (x: JaxArray, axes: number[], keepdims: boolean) => JaxArray;
  readonly bound: (x: number, n: number) => number;
  readonly jumps?: boolean;
  readonly grain: (grain: number) => number;
}

const none = (): number => unknownGrain;
const reductions: readonly Reduction[] = [
  {
    name: "sum",
    fn: (x, axes, keepdims) => np.sum(x, axes, { keepdims }),
    bound: (x, n) => x * n,
    grain: same,
  },
  { name: "mean", fn: (x, axes, keepdims) => np.mean(x, axes, { keepdims }), bound: same, grain: none },
  {
    name: "max",
    fn: (x, axes, keepdims) => np.max(x, axes, { keepdims }),
    bound: same,
    grain: same,
    jumps: true,
  },
  {
    name: "min",
    fn: (x, axes, keepdims) => np.min(x, axes, { keepdims }),
    bound: same,
    grain: same,
    jumps: true,
  },
  {
    name: "prod",
    // Factors from 0.2 to 1: at 0 the gradient of a product is no number (docs/engine.md).
    fn: (x, axes, keepdims) => np.prod(np.tanh(x).mul(0.4).add(0.6), axes, { keepdims }),
    bound: one,
    grain: none,
  },
  {
    name: "var",
    fn: (x, axes, keepdims) => np["var_"](x, axes, { keepdims }),
    bound: (x) => x * x,
    grain: none,
  },
  {
    name: "logsumexp",
    fn: (x, axes, keepdims) => nn.logsumexp(x, axes, { keepdims }),
    bound: (x, n) => x + Math.log(n),
    grain: none,
    jumps: true,
  },
];

const reduce: Move = (draw) => {
  const op = draw.from(reductions);
  const x = draw.float((register) => register.shape.length > 0 && (!op.jumps || isExact(register)));
  if (!x) return undefined;
  const axes = x.shape.map((_, i) => i).filter(() => draw.chance(0.5));
  if (axes.length === 0) axes.push(draw.below(x.shape.length));
  const keepdims = draw.chance(0.4);
  const shape = keepdims
    ? x.shape.map((dim, i) => (axes.includes(i) ? 1 : dim))
    : x.shape.filter((_, i) => !axes.includes(i));
  const n = axes.reduce((product, axis) => product * x.shape[axis]!, 1);
  return {
    args: [x],
    text: `${op.name}(${x.name}, [${axes.join()}]${keepdims ? ", keepdims" : ""})`,
    build: (a) => op.fn(a, axes, keepdims),
    out: { shape, dtype: "float32", bound: op.bound(x.bound, n), grain: op.grain(x.grain) },
  };
};

const alongAxis: Move = (draw) => {
  const op = draw.from([
    { name: "softmax", fn: (x: JaxArray, axis: number) => nn.softmax(x, axis), bound: one },
    {
      name: "logSoftmax",
      fn: (x: JaxArray, axis: number) => nn.logSoftmax(x, axis),
      bound: (x: number) => 2 * x + 2,
    },
    {
      name: "standardize",
      fn: (x: JaxArray, axis: number) => nn.standardize(x, axis, { epsilon: 0.1 }),
      bound: () => 3,
    },
    { name: "cumsum", fn: (x: JaxArray, axis: number) => np.cumsum(x, axis), bound: (x: number) => 4 * x },
  ]);
  const x = draw.float((register) => register.shape.length > 0 && isExact(register));
  if (!x) return undefined;
  const axis = draw.below(x.shape.length);
  return {
    args: [x],
    text: `${op.name}(${x.name}, ${axis})`,
    build: (a) => op.fn(a, axis),
    out: { shape: x.shape, dtype: "float32", bound: op.bound(x.bound), grain: unknownGrain },
  };
};

export const smoothMoves: readonly Move[] = [
  unary,
  unary,
  binary,
  binary,
  binary,
  compare,
  where,
  boolToFloat,
  reduce,
  reduce,
  alongAxis,
];
