/**
 * Random shapes, values and views for the engine's property tests. A view is an input array seen through random
 * transposes, broadcasts, reshapes and size-one axes, because that is where lowering can go wrong.
 */
import * as fc from "fast-check";
import type { JaxArray } from "../jax.ts";
import { np } from "../jax.ts";
import { sizeOf } from "../spec.ts";
import type { Data, DType } from "../spec.ts";
import type { CaseInput } from "./both-engines.fixture.ts";

/** Shapes with few elements, so that programs stay quick. */
export const shapes = (ranks: { min?: number; max?: number } = {}): fc.Arbitrary<number[]> =>
  fc.array(fc.constantFrom(1, 2, 3, 4), { minLength: ranks.min ?? 0, maxLength: ranks.max ?? 4 });

/** Multiples of 1/8: their sums and differences are exact, so ties are ties on every runtime. */
export const eighths = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.ceil(low * 8), max: Math.floor(high * 8) }).map((n) => n / 8);

const values: Readonly<Record<DType, fc.Arbitrary<number>>> = {
  float32: eighths(-4, 4),
  int32: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  uint32: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  bool: fc.constantFrom(0, 1),
};

const wrap: Readonly<Record<DType, (list: number[]) => Data>> = {
  float32: (list) => Float32Array.from(list),
  int32: (list) => Int32Array.from(list),
  uint32: (list) => Uint32Array.from(list),
  bool: (list) => Uint8Array.from(list),
};

/** An input of this shape and type. */
export function inputs(
  shape: readonly number[],
  dtype: DType,
  element: fc.Arbitrary<number> = values[dtype],
): fc.Arbitrary<CaseInput> {
  const size = sizeOf(shape);
  return fc
    .array(element, { minLength: size, maxLength: size })
    .map((list) => ({ spec: { shape, dtype }, data: wrap[dtype](list) }));
}

/** An array as a program sees it: an input and the movements it went through. */
export interface Seen {
  readonly input: CaseInput;
  readonly see: (array: JaxArray) => JaxArray;
  /** The shape after the movements. */
  readonly shape: readonly number[];
  readonly text: string;
}

export const permutations = (rank: number): fc.Arbitrary<number[]> => {
  const axes = Array.from({ length: rank }, (_, i) => i);
  return fc.shuffledSubarray(axes, { minLength: rank, maxLength: rank });
};

/** Ways to arrive at `shape` by one movement from another shape. */
function oneStepBefore(
  shape: readonly number[],
): fc.Arbitrary<{ from: number[]; move: (array: JaxArray) => JaxArray; text: string }> {
  const transposed = permutations(shape.length).map((perm) => ({
    from: perm.map((_, i) => shape[perm.indexOf(i)]!),
    move: (array: JaxArray) => np.transpose(array, perm),
    text: `transpose(${perm.join()})`,
  }));
  const repeated = fc.tuple(fc.subarray(shape.map((_, i) => i)), fc.boolean()).map(([axes, drop]) => {
    const leading = drop ? shape.findIndex((_, i) => !axes.includes(i)) : 0;
    const small = shape.map((dim, i) => (axes.includes(i) ? 1 : dim));
    return {
      from: leading > 0 ? small.slice(leading) : small,
      move: (array: JaxArray) => np.broadcastTo(array, [...shape]),
      text: `broadcastTo(${shape.join()})`,
    };
  });
  const regrouped = fc
    .array(fc.boolean(), { minLength: shape.length, maxLength: shape.length })
    .map((joins) => {
      const from: number[] = [];
      shape.forEach((dim, i) => {
        if (joins[i] && from.length > 0) from[from.length - 1]! *= dim;
        else from.push(dim);
      });
      return {
        from,
        move: (array: JaxArray) => np.reshape(array, [...shape]),
        text: `reshape(${shape.join()})`,
      };
    });
  return fc.oneof(transposed, repeated, regrouped);
}

/** An array of `shape` reached through up to three movements. */
export function seen(
  shape: readonly number[],
  dtype: DType,
  element?: fc.Arbitrary<number>,
): fc.Arbitrary<Seen> {
  const chain = (
    target: readonly number[],
    steps: number,
  ): fc.Arbitrary<{ from: readonly number[]; moves: ((array: JaxArray) => JaxArray)[]; text: string }> =>
    steps === 0
      ? fc.constant({ from: target, moves: [], text: "" })
      : oneStepBefore(target).chain((step) =>
          chain(step.from, steps - 1).map(({ from, moves, text }) => ({
            from,
            moves: [...moves, step.move],
            text: `${text}.${step.text}`,
          })),
        );
  return fc
    .integer({ min: 0, max: 3 })
    .chain((steps) => chain(shape, steps))
    .chain(({ from, moves, text }) =>
      inputs(from, dtype, element).map((input) => ({
        input,
        see: (array: JaxArray) => moves.reduce((current, move) => move(current), array),
        shape,
        text: `${dtype}[${from.join()}]${text}`,
      })),
    );
}

/** Shapes that broadcast to `shape`: some axes one, some leading axes missing. */
export const broadcastable = (shape: readonly number[]): fc.Arbitrary<number[]> =>
  fc
    .tuple(fc.subarray(shape.map((_, i) => i)), fc.integer({ min: 0, max: shape.length }), fc.boolean())
    .map(([ones, missing, whole]) =>
      whole ? shape.slice() : shape.map((dim, i) => (ones.includes(i) ? 1 : dim)).slice(missing),
    );
