/**
 * Which inputs of a program are used as indices, and how far they may reach. jax-js's wasm backend reads other
 * elements when an index is out of range and says nothing, so indices that come in from outside are looked at before
 * they are used. Indices a program computes for itself are not seen here.
 */
import { WindageError } from "../../error.ts";
import type { Data } from "../spec.ts";
import type { Atom, Equation, TracedProgram, Variable } from "../trace.ts";

/** Input number `input` is an index along an axis of `size` elements. */
export interface IndexLimit {
  readonly input: number;
  readonly size: number;
}

// What passes on all elements of its operand and no others.
const passesOn = new Set(["reshape", "transpose", "broadcast", "flip", "stop_gradient"]);

/** The limits of all inputs that reach a gather or scatter as they are. */
export function indexLimits({ inputs, equations }: TracedProgram): readonly IndexLimit[] {
  const source = new Map<Atom, number>(inputs.map(({ variable }, i) => [variable, i]));
  const smallest = new Map<number, number>();
  for (const equation of equations) {
    const from = source.get(equation.inputs[0]!);
    if (from !== undefined && passesOn.has(equation.primitive)) source.set(equation.outBinders[0]!, from);
    for (const [index, size] of indexedAxes(equation)) {
      const input = source.get(index);
      if (input !== undefined) smallest.set(input, Math.min(size, smallest.get(input) ?? size));
    }
  }
  return [...smallest].map(([input, size]) => ({ input, size }));
}

/** Each index of an equation with the size of the axis it points into. */
function indexedAxes({ primitive, inputs, params, outBinders }: Equation): [Atom, number][] {
  if (primitive !== "gather" && primitive !== "scatter") return [];
  const target: Variable = primitive === "gather" ? inputs[0]! : outBinders[0]!;
  const axes = params["axis"] as readonly number[];
  return axes.map((axis, i) => [inputs[1 + i]!, target.aval.shape[axis]!]);
}

/** Throws unless every index lies in 0 … size − 1. */
export function checkIndices(
  { name, inputs }: TracedProgram,
  limits: readonly IndexLimit[],
  data: readonly Data[],
): void {
  for (const { input, size } of limits) {
    const at = data[input]!.findIndex((index: number) => index < 0 || index >= size);
    if (at === -1) continue;
    throw new WindageError(
      "engine/bad-index",
      `${name}: input "${inputs[input]!.name}" got the index ${data[input]![at]} at position ${at}, expected ` +
        `0 to ${size - 1}; correct the indices.`,
    );
  }
}
