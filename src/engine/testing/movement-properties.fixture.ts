/** Random cases for the primitives that move, cut, join, sort and index. */
import * as fc from "fast-check";
import { grad, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import type { DType } from "../spec.ts";
import { eighths, inputs, permutations, seen, shapes } from "./arbitraries.fixture.ts";
import type { Seen } from "./arbitraries.fixture.ts";
import type { Case } from "./both-engines.fixture.ts";
import type { CaseArbitrary } from "./elementwise-properties.fixture.ts";

const dtypes = fc.constantFrom<DType[]>("float32", "int32", "uint32", "bool");

/** A view of rank 1 to 4 of any type. */
const anyView: fc.Arbitrary<Seen> = fc
  .tuple(shapes({ min: 1 }), dtypes)
  .chain(([shape, dtype]) => seen(shape, dtype));

const axesOf = (shape: readonly number[]): number[] => shape.map((_, i) => i);

/** One movement drawn for a view, and then something element-wise so that the view is really used. */
function moved<T>(
  name: string,
  draw: (shape: readonly number[]) => fc.Arbitrary<T>,
  move: (x: JaxArray, drawn: T) => JaxArray | JaxArray[],
): CaseArbitrary {
  return anyView
    .chain((x) => fc.tuple(fc.constant(x), draw(x.shape)))
    .map(([x, drawn]) => ({
      inputs: [x.input],
      fn: (a) => move(x.see(a), drawn),
      text: `${name}(${x.text}, ${JSON.stringify(drawn)})`,
    }));
}

/** Cut points of one axis. */
const cuts = (size: number): fc.Arbitrary<[number, number]> =>
  fc
    .integer({ min: 0, max: size - 1 })
    .chain((start) => fc.integer({ min: start + 1, max: size }).map((end): [number, number] => [start, end]));

const splits = anyView.chain((x) =>
  fc.constantFrom(...axesOf(x.shape)).chain((axis) =>
    fc.subarray(Array.from({ length: x.shape[axis]! - 1 }, (_, i) => i + 1)).map((points): Case => ({
      inputs: [x.input],
      fn: (a) => np.split(x.see(a), points, axis),
      text: `split(${x.text}, [${points.join()}], ${axis})`,
    })),
  ),
);

const joins = fc
  .tuple(shapes({ min: 1, max: 3 }), dtypes, fc.integer({ min: 1, max: 3 }))
  .chain(([shape, dtype, count]) =>
    fc.constantFrom(...axesOf(shape)).chain((axis) =>
      fc
        .array(
          fc.integer({ min: 1, max: 3 }).chain((size) => seen(shape.with(axis, size), dtype)),
          { minLength: count, maxLength: count },
        )
        .map((views): Case => ({
          inputs: views.map((view) => view.input),
          fn: (...arrays) =>
            np.concatenate(
              arrays.map((array, i) => views[i]!.see(array)),
              axis,
            ),
          text: `concatenate(${views.map((view) => view.text).join("; ")}, ${axis})`,
        })),
    ),
  );

/** Values with many ties. */
const tied: Readonly<Record<DType, fc.Arbitrary<number>>> = {
  float32: eighths(-0.5, 0.5),
  int32: fc.constantFrom(-(2 ** 31), -1, 0, 1, 2 ** 31 - 1),
  uint32: fc.constantFrom(0, 1, 2, 2 ** 31, 2 ** 32 - 1),
  bool: fc.constantFrom(0, 1),
};

const sorts = (name: string, sort: (x: JaxArray, axis: number) => JaxArray): CaseArbitrary =>
  fc
    .tuple(shapes({ min: 1 }), fc.constantFrom<DType[]>("float32", "int32", "uint32"))
    .chain(([shape, dtype]) => fc.tuple(seen(shape, dtype, tied[dtype]), fc.constantFrom(...axesOf(shape))))
    .map(([x, axis]) => ({
      inputs: [x.input],
      fn: (a) => sort(x.see(a), axis),
      text: `${name}(${x.text}, ${axis})`,
    }));

interface Indexing {
  readonly operand: Seen;
  readonly indices: readonly Seen[];
  readonly read: (x: JaxArray, indices: readonly JaxArray[]) => JaxArray;
  readonly text: string;
}

/** x[.., i, .., j, ..] with index arrays that broadcast together, whole axes and numbers among them. */
const indexings = (types: fc.Arbitrary<DType>): fc.Arbitrary<Indexing> =>
  fc.tuple(shapes({ min: 1 }), shapes({ max: 2 }), types).chain(([shape, indexShape, dtype]) =>
    fc
      .tuple(
        seen(shape, dtype),
        fc.subarray(axesOf(shape), { minLength: 1 }),
        fc.constantFrom<DType[]>("int32", "uint32"),
        fc.boolean(),
      )
      .chain(([operand, axes, indexType, thin]) =>
        fc
          .tuple(
            ...axes.map((axis, i) => {
              // A later index may be smaller and broadcast.
              const own = thin && i > 0 ? indexShape.slice(1) : indexShape;
              return seen(own, indexType, fc.integer({ min: 0, max: shape[axis]! - 1 }));
            }),
          )
          .map((indices) => ({
            operand,
            indices,
            read: (x: JaxArray, arrays: readonly JaxArray[]) =>
              x.slice(
                ...shape.map((_, axis) => (axes.includes(axis) ? arrays[axes.indexOf(axis)]! : ([] as []))),
              ),
            text: `${operand.text}[axes ${axes.join()}: ${indices.map((index) => index.text).join("; ")}]`,
          })),
      ),
  );

const gathers = fc.oneof(
  indexings(dtypes).map(({ operand, indices, read, text }): Case => ({
    inputs: [operand.input, ...indices.map((index) => index.input)],
    fn: (x, ...arrays) =>
      read(
        operand.see(x),
        arrays.map((array, i) => indices[i]!.see(array)),
      ),
    text: `gather ${text}`,
  })),
  anyView.chain((x) =>
    fc.tuple(fc.constantFrom(...axesOf(x.shape)), shapes({ max: 2 })).chain(([axis, shape]) =>
      inputs(shape, "int32", fc.integer({ min: 0, max: x.shape[axis]! - 1 })).map((index): Case => ({
        inputs: [x.input, index],
        fn: (a, i) => np.take(x.see(a), i, axis),
        text: `take(${x.text}, [${shape.join()}], ${axis})`,
      })),
    ),
  ),
);

/** The gradient of a gather: the same index may be met many times. */
const scatters = indexings(fc.constant("float32")).map(({ operand, indices, read, text }): Case => ({
  inputs: [operand.input, ...indices.map((index) => index.input)],
  fn: (x, ...arrays) =>
    grad((y: JaxArray) => {
      const picked = read(
        operand.see(y),
        arrays.map((array, i) => indices[i]!.see(array.ref)),
      );
      return np.sum(picked.ref.mul(picked));
    })(x),
  text: `scatter ${text}`,
}));

const reshapes = anyView.chain((x) => {
  const total = x.shape.reduce((a, b) => a * b, 1);
  return factorisations(total).map((shape): Case => ({
    inputs: [x.input],
    fn: (a) => np.reshape(x.see(a), shape),
    text: `reshape(${x.text}, ${shape.join()})`,
  }));
});

/** A random list of factors of `total`, with ones among them. */
function factorisations(total: number): fc.Arbitrary<number[]> {
  const divisors = Array.from({ length: total }, (_, i) => i + 1).filter((d) => total % d === 0);
  return fc.constantFrom(...divisors).chain((first) => {
    const rest = total / first;
    const inner = Array.from({ length: rest }, (_, i) => i + 1).filter((d) => rest % d === 0);
    return fc
      .constantFrom(...inner)
      .chain((second) =>
        fc.constantFrom([first, second, rest / second], [first, 1, rest], [total], [1, first, rest]),
      );
  });
}

export const movementProperties: Readonly<Record<string, CaseArbitrary>> = {
  transpose: moved(
    "transpose",
    (shape) => permutations(shape.length),
    (x, perm) => np.transpose(x, perm),
  ),
  broadcast: moved(
    "broadcastTo",
    () => shapes({ min: 1, max: 2 }),
    (x, front) => np.broadcastTo(x.ref, [...front, ...x.shape]),
  ),
  reshape: reshapes,
  shrink: moved(
    "slice",
    (shape) => fc.tuple(...shape.map(cuts)),
    (x, slices) => x.slice(...slices),
  ),
  flip: moved(
    "flip",
    (shape) => fc.subarray(axesOf(shape)),
    (x, axes) => np.flip(x, axes),
  ),
  pad: moved(
    "pad",
    (shape) => fc.tuple(...shape.map(() => fc.tuple(fc.nat(2), fc.nat(2)))),
    (x, width) => np.pad(x, width),
  ),
  concatenate: joins,
  split: splits,
  sort: sorts("sort", np.sort),
  argsort: sorts("argsort", np.argsort),
  gather: gathers,
  scatter: scatters,
};
