/** Random cases for each element-wise primitive, on every element type it takes. */
import * as fc from "fast-check";
import { lax, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import type { DType } from "../spec.ts";
import { broadcastable, eighths, seen, shapes } from "./arbitraries.fixture.ts";
import type { Case } from "./both-engines.fixture.ts";

/** Random cases of one primitive. */
export type CaseArbitrary = fc.Arbitrary<Case>;

const numeric = ["float32", "int32", "uint32"] as const;
const whole = ["int32", "uint32"] as const;
const all = ["float32", "int32", "uint32", "bool"] as const;

/** f(x) on a random view of x. */
function unary(
  name: string,
  fn: (x: JaxArray) => JaxArray,
  options: { dtypes?: readonly DType[]; element?: fc.Arbitrary<number> } = {},
): CaseArbitrary {
  return fc
    .tuple(shapes(), fc.constantFrom(...(options.dtypes ?? (["float32"] as const))))
    .chain(([shape, dtype]) => seen(shape, dtype, options.element))
    .map((x) => ({
      inputs: [x.input],
      fn: (a) => fn(x.see(a)),
      text: `${name}(${x.text})`,
    }));
}

interface BinaryOptions {
  readonly dtypes: readonly DType[];
  readonly left?: fc.Arbitrary<number>;
  readonly right?: fc.Arbitrary<number>;
  /** Whether the two operands may have different types. */
  readonly mixed?: boolean;
}

/** f(x, y) on random views that broadcast against each other. */
function binary(
  name: string,
  fn: (x: JaxArray, y: JaxArray) => JaxArray,
  { dtypes, left, right, mixed = false }: BinaryOptions,
): CaseArbitrary {
  const type = fc.constantFrom(...dtypes);
  return fc
    .tuple(shapes(), type, type, fc.boolean())
    .chain(([shape, a, b, swap]) =>
      fc.tuple(
        fc.constant(shape),
        broadcastable(shape),
        fc.constant([a, mixed ? b : a] as const),
        fc.constant(swap),
      ),
    )
    .chain(([big, small, [a, b], swap]) => {
      const [first, second] = swap ? [small, big] : [big, small];
      return fc.tuple(seen(first, a, left), seen(second, b, right));
    })
    .map(([x, y]) => ({
      inputs: [x.input, y.input],
      fn: (a, b) => fn(x.see(a), y.see(b)),
      text: `${name}(${x.text}, ${y.text})`,
    }));
}

const tied = fc.constantFrom(0, 1);
const oneOrMore = fc.integer({ min: 1, max: 7 });
const nonZero = fc.constantFrom(-7, -3, -2, -1, 1, 2, 3, 5);
const fractions = eighths(0.125, 4);
const unit = eighths(-1, 1);
const divisors = {
  float32: fc.constantFrom(-2.5, -1, 0.5, 2, 4),
  int32: nonZero,
  uint32: oneOrMore,
} as const;

/** Division by type, because the divisors that may occur depend on it. */
function divisions(name: string, fn: (x: JaxArray, y: JaxArray) => JaxArray): CaseArbitrary {
  return fc.oneof(
    binary(name, fn, { dtypes: ["float32"], right: divisors.float32 }),
    binary(name, fn, { dtypes: ["int32"], right: divisors.int32 }),
    binary(name, fn, { dtypes: ["uint32"], right: divisors.uint32 }),
  );
}

// numpy exposes truncated division only through fmod, x - y·idiv(x, y).
const idivs = fc.oneof(
  divisions("fmod", np.fmod),
  unary("trunc", np.trunc),
  binary("floorDivide", (x, y) => np.floorDivide(x, y.ref), { dtypes: ["float32"], right: divisors.float32 }),
);

// jax-js's wasm backend does not order booleans among themselves; `elementwise.test.ts` has known answers for them.
const ordered = fc
  .constantFrom(np.less, np.lessEqual, np.greater, np.greaterEqual)
  .chain((op) => binary(op.name, op, { dtypes: numeric, mixed: true }));
const equality = fc
  .constantFrom(np.equal, np.notEqual)
  .chain((op) => binary(op.name, op, { dtypes: all, mixed: true, left: tied, right: tied }));

const beyondIntegers = fc.constantFrom(
  Number.NaN,
  Infinity,
  -Infinity,
  3e9,
  -3e9,
  1e10,
  -1e10,
  2 ** 31,
  2 ** 32,
);
const casts = fc
  .tuple(fc.constantFrom(...all), fc.constantFrom(...all), shapes())
  .chain(([from, to, shape]) => {
    const element = from === "float32" ? fc.oneof(eighths(-9, 9), beyondIntegers) : undefined;
    return seen(shape, from, element).map((x) => ({
      inputs: [x.input],
      fn: (a: JaxArray) => x.see(a).astype(np[to]),
      text: `cast(${x.text} to ${to})`,
    }));
  }) as CaseArbitrary;

const bitcasts = fc
  .tuple(fc.constantFrom(...numeric), fc.constantFrom(...numeric), shapes())
  .chain(([from, to, shape]) =>
    // Bits of ordinary numbers: denormals and NaN payloads are flushed or changed by arithmetic units.
    seen(shape, from, from === "float32" ? eighths(-4, 4) : fc.integer({ min: 2 ** 24, max: 2 ** 30 })).map(
      (x) => ({
        inputs: [x.input],
        fn: (a: JaxArray) => lax.bitcastConvertType(x.see(a), np[to]),
        text: `bitcast(${x.text} to ${to})`,
        tolerance: 0,
      }),
    ),
  ) as CaseArbitrary;

const wheres = fc
  .tuple(shapes(), fc.constantFrom(...all))
  .chain(([shape, dtype]) =>
    fc.tuple(fc.constant(dtype), broadcastable(shape), broadcastable(shape), fc.constant(shape)),
  )
  .chain(([dtype, a, b, c]) => fc.tuple(seen(a, "bool"), seen(b, dtype), seen(c, dtype)))
  .map(([c, x, y]) => ({
    inputs: [c.input, x.input, y.input],
    fn: (i: JaxArray, j: JaxArray, k: JaxArray) => np.where(c.see(i), x.see(j), y.see(k)),
    text: `where(${c.text}, ${x.text}, ${y.text})`,
  })) as CaseArbitrary;

const bitCombines = fc.constantFrom(np.bitwiseAnd, np.bitwiseOr, np.bitwiseXor);
const shifts = fc.constantFrom(np.leftShift, np.rightShift);
const shiftBy = fc.integer({ min: 0, max: 40 });

export const elementwiseProperties: Readonly<Record<string, CaseArbitrary>> = {
  add: binary("add", np.add, { dtypes: all, mixed: true }),
  mul: binary("multiply", np.multiply, { dtypes: all, mixed: true }),
  min: binary("minimum", np.minimum, { dtypes: all, mixed: true }),
  max: binary("maximum", np.maximum, { dtypes: all, mixed: true }),
  idiv: idivs,
  mod: divisions("mod", (x, y) => x.mod(y)),
  neg: unary("negative", np.negative, { dtypes: numeric }),
  reciprocal: unary("reciprocal", np.reciprocal, { element: fractions }),
  floor: unary("floor", np.floor),
  ceil: unary("ceil", np.ceil),
  sin: unary("sin", np.sin),
  cos: unary("cos", np.cos),
  asin: unary("asin", np.asin, { element: unit }),
  atan: unary("atan", np.atan),
  exp: unary("exp", np.exp),
  log: unary("log", np.log, { element: fractions }),
  erf: unary("erf", lax.erf),
  erfc: unary("erfc", lax.erfc),
  sqrt: unary("sqrt", np.sqrt, { element: fractions }),
  stop_gradient: unary("stopGradient", lax.stopGradient, { dtypes: ["float32"] }),
  cast: casts,
  bitcast: bitcasts,
  compare: fc.oneof(ordered, equality),
  where: wheres,
  bit_combine: bitCombines.chain((op) => binary(op.name, op, { dtypes: ["int32", "uint32", "bool"] })),
  bit_shift: shifts.chain((op) => binary(op.name, op, { dtypes: whole, right: shiftBy })),
  bit_count: unary("bitwiseCount", np.bitwiseCount, { dtypes: whole, element: oneOrMore }),
};
