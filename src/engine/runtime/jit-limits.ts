/**
 * What jax-js's `jit` gets wrong (version 0.1.25). A value made of numbers written in the program alone, such as the
 * gradient of a sum, is compiled as a bare constant; padding it, joining it to others or sliding windows over it
 * then loses the zeros around it. Found by comparing both runtimes; run operation by operation, jax-js is right.
 */
import { isLiteral } from "../trace.ts";
import type { Atom, TracedProgram, Variable } from "../trace.ts";

const losesZeros = new Set(["pad", "concatenate", "conv", "pool", "pool_transpose"]);

/** Whether `jit` computes this program as it is written. */
export function compilesCorrectly({ equations }: TracedProgram): boolean {
  const constant = new Set<Variable>();
  const isConstant = (atom: Atom): boolean => isLiteral(atom) || constant.has(atom);
  for (const { primitive, inputs, outBinders } of equations) {
    if (losesZeros.has(primitive) && inputs.some(isConstant)) return false;
    if (inputs.every(isConstant)) for (const binder of outBinders) constant.add(binder);
  }
  return true;
}
