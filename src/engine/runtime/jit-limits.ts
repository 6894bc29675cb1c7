/**
 * What jax-js's `jit` gets wrong (version 0.1.25), found by comparing both runtimes; run operation by operation,
 * jax-js is right about all but slices.
 *
 * A value made of numbers written in the program alone, such as the gradient of a sum, is compiled as a bare
 * constant; padding it, joining it to others or sliding windows over it then loses the zeros around it.
 *
 * Sorting and scattering read the whole array behind a slice that starts at its beginning, compiled or not.
 *
 * A sum compiled together with a product reads the wrong elements of an operand that is repeated as a block of two or
 * more axes, like a [time, features] array repeated over a batch that is not summed.
 */
import { isLiteral } from "../trace.ts";
import type { Atom, Equation, TracedProgram, Variable } from "../trace.ts";

const losesZeros = new Set(["pad", "concatenate", "conv", "pool", "pool_transpose"]);

/** Whether `jit` computes this program as it is written. */
export function compilesCorrectly({ equations }: TracedProgram): boolean {
  const constant = new Set<Variable>();
  const isConstant = (atom: Atom): boolean => isLiteral(atom) || constant.has(atom);
  const producers = new Map<Atom, Equation>();
  for (const equation of equations) {
    const { primitive, inputs, outBinders } = equation;
    if (losesZeros.has(primitive) && inputs.some(isConstant)) return false;
    if (readsRepeatedBlock(equation, producers)) return false;
    for (const binder of outBinders) {
      producers.set(binder, equation);
      if (inputs.every(isConstant)) constant.add(binder);
    }
  }
  return true;
}

const views = new Set(["reshape", "transpose", "broadcast", "flip", "shrink"]);
const readsWholeArray = new Set(["sort", "argsort", "scatter"]);

/** The primitive, if there is one, that would read more than the slice it is given. */
export function readsBeyondSlice({ equations }: TracedProgram): string | undefined {
  const producers = new Map<Atom, Equation>();
  const isFromStart = (atom: Atom): boolean => {
    const producer = producers.get(atom);
    if (!producer) return false;
    const { primitive, params, inputs, outBinders } = producer;
    if (primitive === "split") return outBinders.length > 1 && outBinders[0] === atom;
    if (primitive === "shrink" && (params["slice"] as [number, number][]).every(([start]) => start === 0))
      return true;
    return views.has(primitive) && isFromStart(inputs[0]!);
  };
  for (const equation of equations) {
    if (readsWholeArray.has(equation.primitive) && equation.inputs.some(isFromStart))
      return equation.primitive;
    for (const binder of equation.outBinders) producers.set(binder, equation);
  }
  return undefined;
}

/** Whether a sum may be compiled together with operands that are repeated as blocks. */
function readsRepeatedBlock(
  { primitive, inputs, params }: Equation,
  producers: Map<Atom, Equation>,
): boolean {
  if (primitive === "reduce") return feedsBlock(inputs[0]!, new Set(params["axis"] as number[]), producers);
  if (primitive !== "dot") return false;
  const rank = Math.max(...inputs.map(({ aval }) => aval.shape.length));
  const shape = Array.from({ length: rank }, (_, axis) =>
    Math.max(...inputs.map((atom) => sizeAt(atom, axis, rank))),
  );
  const summed = new Set([rank - 1]);
  return inputs.some(
    (atom) =>
      isRepeatedBlock(atom.aval.shape, shape, summed) ||
      (atom.aval.shape.length === rank && feedsBlock(atom, summed, producers)),
  );
}

const sizeAt = ({ aval: { shape } }: Atom, axis: number, rank: number): number =>
  axis < rank - shape.length ? 1 : shape[axis - (rank - shape.length)]!;

/** Looks through the operations that are compiled into the sum over `summed`. */
function feedsBlock(atom: Atom, summed: ReadonlySet<number>, producers: Map<Atom, Equation>): boolean {
  const producer = producers.get(atom);
  if (!producer) return false;
  const { shape } = atom.aval;
  const { primitive, inputs, params } = producer;
  if (primitive === "broadcast") {
    const added = new Set(params["axis"] as number[]);
    const kept = shape.map((size, axis) => (added.has(axis) ? 1 : size));
    return isRepeatedBlock(kept, shape, summed);
  }
  const isElementwise =
    inputs.every((input) => input.aval.shape.length <= shape.length) && !moves.has(primitive);
  if (!isElementwise) return false;
  return inputs.some((input) =>
    input.aval.shape.join() === shape.join()
      ? feedsBlock(input, summed, producers)
      : isRepeatedBlock(input.aval.shape, shape, summed),
  );
}

const moves = new Set(
  (
    "reshape transpose shrink pad flip concatenate split reduce dot gather scatter conv pool pool_transpose " +
    "sort argsort random_bits"
  ).split(" "),
);

/** A repeated axis with at least two axes behind it along which the operand moves, among those not summed. */
function isRepeatedBlock(
  operand: readonly number[],
  shape: readonly number[],
  summed: ReadonlySet<number>,
): boolean {
  const missing = shape.length - operand.length;
  const kept = shape.map((_, axis) => axis).filter((axis) => !summed.has(axis) && shape[axis]! > 1);
  const isMoving = (axis: number): boolean => axis >= missing && operand[axis - missing]! > 1;
  const first = kept.findIndex((axis) => !isMoving(axis));
  // Rows that do not fill whole vectors of four are compiled one by one, and rightly.
  const fillsVectors = kept.length > 0 && shape[kept.at(-1)!]! % 4 === 0;
  return first !== -1 && fillsVectors && kept.slice(first).filter(isMoving).length >= 2;
}
