/** Random cases for the primitives that sum: reductions, products of arrays, convolutions and windows. */
import { vmap } from "@jax-js/jax";
import * as fc from "fast-check";
import { grad, jaxRandom as random, lax, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import type { DType } from "../spec.ts";
import { eighths, inputs, permutations, seen, shapes } from "./arbitraries.fixture.ts";
import type { Case } from "./both-engines.fixture.ts";
import type { CaseArbitrary } from "./elementwise-properties.fixture.ts";

const wholeValues = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }));
const smallValues: Readonly<Record<DType, fc.Arbitrary<number>>> = {
  float32: eighths(-2, 2),
  int32: fc.oneof(fc.integer({ min: -9, max: 9 }), wholeValues),
  uint32: wholeValues,
  bool: fc.constantFrom(0, 1),
};
const dtypes = fc.constantFrom<DType[]>("float32", "int32", "uint32", "bool");
const reductions = fc.constantFrom(np.sum, np.prod, np.min, np.max);

const reduces = fc
  .tuple(shapes({ min: 1 }), dtypes, reductions, fc.boolean())
  // jax-js's wasm backend gets some products of booleans wrong; `elementwise.test.ts` has known answers.
  .filter(([, dtype, reduce]) => dtype !== "bool" || reduce !== np.prod)
  .chain(([shape, dtype, reduce, keepdims]) =>
    fc
      .tuple(
        seen(shape, dtype, dtype === "float32" ? smallValues.float32 : undefined),
        fc.subarray(
          shape.map((_, i) => i),
          { minLength: 1 },
        ),
      )
      .map(([x, axes]): Case => ({
        inputs: [x.input],
        fn: (a) => reduce(x.see(a), axes, { keepdims }),
        text: `${reduce.name}(${x.text}, [${axes.join()}], keepdims ${keepdims})`,
      })),
  );

/** Subscripts over up to five letters: batch (in both and the result), rows, columns, contraction. */
const products = fc
  .tuple(
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 2 }),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 8, maxLength: 8 }),
    dtypes,
  )
  .filter(([batch, rows, columns]) => batch + rows <= 3 && batch + columns <= 3)
  .chain(([batch, rows, columns, contraction, sizes, dtype]) => {
    const letters = "abcdefgh".split("");
    const take = (n: number): string[] => letters.splice(0, n);
    const [b, r, c, k] = [take(batch), take(rows), take(columns), take(contraction)];
    const size = (letter: string): number => sizes[letter.charCodeAt(0) - 97]!;
    const shuffled = (list: string[]): fc.Arbitrary<string[]> =>
      permutations(list.length).map((perm) => perm.map((i) => list[i]!));
    return fc
      .tuple(shuffled([...b, ...r, ...k]), shuffled([...b, ...c, ...k]), shuffled([...b, ...r, ...c]))
      .chain(([left, right, out]) =>
        fc
          .tuple(
            seen(left.map(size), dtype, smallValues[dtype]),
            seen(right.map(size), dtype, smallValues[dtype]),
          )
          .map(([x, y]): Case => {
            // Axes by number: the form by letters needs iterator helpers, which Node 20 does not have.
            const numbers = (list: string[]): number[] => list.map((letter) => letter.charCodeAt(0) - 97);
            return {
              inputs: [x.input, y.input],
              fn: (p, q) => np.einsum(x.see(p), numbers(left), y.see(q), numbers(right), numbers(out)),
              text: `einsum(${left.join("")},${right.join("")}->${out.join("")}, ${x.text}, ${y.text})`,
            };
          }),
      );
  });

/** A product and both its gradients. */
const productGradients = products
  .filter(({ inputs: [x] }) => x!.spec.dtype === "float32")
  .map((product): Case => ({
    inputs: product.inputs,
    fn: (p, q) =>
      grad(
        (x: JaxArray, y: JaxArray) => {
          const result = product.fn(x, y) as JaxArray;
          return np.sum(result.ref.mul(result));
        },
        { argnums: [0, 1] },
      )(p, q),
    text: `gradient of ${product.text}`,
    tolerance: 1e-4,
  }));

interface Windowed {
  readonly kernel: number;
  readonly size: number;
  readonly stride: number;
  readonly padding: readonly [number, number];
  readonly lhsDilation: number;
  readonly rhsDilation: number;
}

const axis: fc.Arbitrary<Windowed> = fc
  .record({
    kernel: fc.integer({ min: 1, max: 3 }),
    size: fc.integer({ min: 1, max: 5 }),
    stride: fc.integer({ min: 1, max: 3 }),
    padding: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })),
    lhsDilation: fc.integer({ min: 1, max: 2 }),
    rhsDilation: fc.integer({ min: 1, max: 2 }),
  })
  .filter(
    ({ kernel, size, padding, lhsDilation, rhsDilation }) =>
      (size - 1) * lhsDilation + 1 + padding[0] + padding[1] >= (kernel - 1) * rhsDilation + 1,
  );

/** Convolutions in one or two dimensions, mapped over or not, and their gradients (which pad negatively). */
const convolutions = fc
  .tuple(
    fc.array(axis, { minLength: 1, maxLength: 2 }),
    fc.integer({ min: 1, max: 2 }),
    fc.integer({ min: 1, max: 2 }),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom("plain", "gradient", "vmap", "groups", "vmap-one"),
  )
  .chain(([axes, batch, channels, outChannels, drawn]) => {
    // jax-js's own transpose refuses padding wider than the kernel.
    const fits = axes.every(
      ({ kernel, rhsDilation, padding }) => Math.max(...padding) <= (kernel - 1) * rhsDilation,
    );
    const kind = drawn === "gradient" && !fits ? "plain" : drawn;
    const list = <K extends keyof Windowed>(key: K): Windowed[K][] => axes.map((one) => one[key]);
    const many = kind === "vmap" || kind === "vmap-one" ? [2] : [];
    const groups = kind === "groups" ? 2 : 1;
    const image = [...many, batch, channels * groups, ...list("size")];
    const kernel = [...(kind === "vmap" ? many : []), outChannels * groups, channels, ...list("kernel")];
    const conv = (x: JaxArray, k: JaxArray): JaxArray =>
      lax.convGeneralDilated(x, k, list("stride"), list("padding") as [number, number][], {
        lhsDilation: list("lhsDilation"),
        rhsDilation: list("rhsDilation"),
        featureGroupCount: groups,
      });
    const fn = (x: JaxArray, k: JaxArray): JaxArray | JaxArray[] => {
      if (kind === "vmap") return vmap(conv)(x, k);
      if (kind === "vmap-one") return vmap(conv, [0, null])(x, k);
      if (kind !== "gradient") return conv(x, k);
      const loss = (a: JaxArray, b: JaxArray): JaxArray => {
        const result = conv(a, b);
        return np.sum(result.ref.mul(result));
      };
      return grad(loss, { argnums: [0, 1] })(x, k);
    };
    return fc
      .tuple(seen(image, "float32", eighths(-2, 2)), seen(kernel, "float32", eighths(-2, 2)))
      .map(([x, k]): Case => ({
        inputs: [x.input, k.input],
        fn: (p, q) => fn(x.see(p), k.see(q)),
        text: `conv ${kind} ${JSON.stringify(axes)} (${x.text}, ${k.text})`,
        tolerance: 1e-4,
      }));
  });

/** Sliding windows over the last axes. */
function windows(gradient: boolean): CaseArbitrary {
  const windowAxis = fc.tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 3 }),
  );
  return fc
    .tuple(
      shapes({ max: 2 }),
      fc.array(windowAxis, { minLength: 1, maxLength: 2 }),
      fc.constantFrom(np.sum, np.max),
    )
    .filter(([, axes]) => axes.every(([size, window]) => size >= window))
    .chain(([lead, axes, reduce]) =>
      seen([...lead, ...axes.map(([size]) => size)], "float32").map((x): Case => {
        const pool = (a: JaxArray): JaxArray =>
          lax.reduceWindow(
            x.see(a),
            (window) => reduce(window),
            axes.map(([, window]) => window),
            axes.map(([, , stride]) => stride),
          );
        const loss = (a: JaxArray): JaxArray => {
          const result = pool(a);
          return np.sum(result.ref.mul(result));
        };
        return {
          inputs: [x.input],
          fn: (a) => (gradient ? grad(loss)(a) : pool(a)),
          text: `${gradient ? "gradient of " : ""}reduceWindow ${reduce.name} ${JSON.stringify(axes)} (${x.text})`,
          tolerance: 1e-4,
        };
      }),
    );
}

const keyWord = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const draws = fc.constantFrom(
  (key: JaxArray, shape: number[]) => random.bits(key, shape),
  (key: JaxArray, shape: number[]) => random.uniform(key, shape),
  (key: JaxArray, shape: number[]) => random.split(key, shape),
  (key: JaxArray, shape: number[]) => random.randint(key, { minval: -3, maxval: 9, shape }),
);

/** Random numbers have to be the same to the last bit. */
const randomBits = fc.tuple(shapes({ min: 1 }), draws).chain(([shape, draw]) =>
  inputs([2], "uint32", keyWord).map((key): Case => ({
    inputs: [key],
    fn: (a) => draw(a, shape),
    text: `random [${shape.join()}]`,
    tolerance: 0,
  })),
);

export const contractionProperties: Readonly<Record<string, CaseArbitrary>> = {
  reduce: reduces,
  dot: fc.oneof(products, productGradients),
  conv: convolutions,
  pool: windows(false),
  pool_transpose: windows(true),
  random_bits: randomBits,
};
