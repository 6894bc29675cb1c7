/**
 * Tracing: turns a numeric function over jax arrays into a flat list of primitive equations, once per set of
 * shapes. Nothing is computed here except constants the function builds for itself (an identity matrix, say).
 */
import { makeJaxpr } from "./jax.ts";
import type { JaxArray } from "./jax.ts";
import type { Data, DType, Spec } from "./spec.ts";
import { WindageError } from "../error.ts";

/** A variable of a traced program; identity is what matters. */
export interface Variable {
  readonly aval: { readonly shape: readonly number[]; readonly dtype: string; readonly weakType: boolean };
}

/** A scalar written into the program. */
export interface Literal extends Variable {
  readonly value: number;
}

export type Atom = Variable | Literal;

/** One primitive applied to variables and literals. */
export interface Equation {
  readonly primitive: string;
  readonly inputs: readonly Atom[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly outBinders: readonly Variable[];
}

/** A constant array the function closed over or built. */
export interface TracedConstant extends Spec {
  readonly variable: Variable;
  readonly data: Data;
}

/** A traced function: named inputs and outputs, constants, equations in order. */
export interface TracedProgram {
  readonly name: string;
  /** The function itself, over arrays in the order of `inputs`; runtimes of jax-js's own run this. */
  readonly positional: (...args: JaxArray[]) => JaxArray[];
  readonly inputs: readonly { readonly name: string; readonly variable: Variable; readonly spec: Spec }[];
  readonly constants: readonly TracedConstant[];
  readonly equations: readonly Equation[];
  readonly outputs: readonly { readonly name: string; readonly atom: Atom; readonly spec: Spec }[];
}

/** A numeric function: named arrays in, named arrays out. */
export type NumericFunction<I extends Record<string, Spec>, O extends string> = (inputs: {
  readonly [K in keyof I]: JaxArray;
}) => { readonly [K in O]: JaxArray };

export const isLiteral = (atom: Atom): atom is Literal => "value" in atom;

/** The element type of a traced value, or an error when the engine does not compute with it. */
export function dtypeOf(program: string, dtype: string): DType {
  if (dtype === "float32" || dtype === "int32" || dtype === "uint32" || dtype === "bool") return dtype;
  throw new WindageError(
    "engine/unsupported-dtype",
    `${program}: got an array of ${dtype}, expected float32, int32, uint32 or bool; cast it with astype().`,
  );
}

/** Traces `fn` for inputs of the given shapes; call `startJax()` before. */
export function trace<I extends Record<string, Spec>, O extends string>(
  name: string,
  fn: NumericFunction<I, O>,
  inputs: I,
): TracedProgram {
  const names: (keyof I & string)[] = Object.keys(inputs);
  const avals = names.map((key) => new AbstractArray(inputs[key]!));
  let outputNames: string[] = [];
  const positional = (...args: JaxArray[]): JaxArray[] => {
    forgetGraph(args);
    const named = Object.fromEntries(names.map((key, i) => [key, args[i]!])) as { [K in keyof I]: JaxArray };
    const outputs: Record<string, JaxArray> = fn(named);
    outputNames = Object.keys(outputs);
    return Object.values(outputs);
  };
  // The declared type asks for arrays; only their shapes and types are read while tracing.
  const { jaxpr: closed } = makeJaxpr(positional)(...(avals as unknown as JaxArray[]));
  const jaxpr = closed.jaxpr.flatten().simplify();
  const binders = jaxpr.inBinders.slice(closed.consts.length);
  const program: TracedProgram = {
    name,
    positional,
    inputs: names.map((key, i) => ({ name: key, variable: binders[i]!, spec: inputs[key]! })),
    constants: closed.consts.map((array, i) => readConstant(name, jaxpr.inBinders[i]!, array as JaxArray)),
    equations: jaxpr.eqns,
    outputs: jaxpr.outs.map((atom, i) => ({
      name: outputNames[i]!,
      atom,
      spec: { shape: atom.aval.shape, dtype: dtypeOf(name, atom.aval.dtype) },
    })),
  };
  closed.dispose();
  refuseEmptyArrays(program);
  return program;
}

/** What jax-js knows of a function while it traces it; `globalData` is the graph that it builds. */
interface Tracer {
  readonly _trace?: { readonly main: { globalData: unknown } };
}

/**
 * jax-js never takes the trace of a gradient off its stack, so that every outer one takes off another's and stays itself,
 * half a megabyte for a trainer. What stays is emptied once it is traced, which is without a pause.
 */
function forgetGraph(args: readonly JaxArray[]): void {
  for (const { _trace } of args as readonly Tracer[])
    if (_trace !== undefined) queueMicrotask(() => (_trace.main.globalData = null));
}

/** The variables and literals that some equation or output reads. */
export function usedVariables({ equations, outputs }: TracedProgram): ReadonlySet<Atom> {
  const used = new Set(outputs.map(({ atom }) => atom));
  for (const { inputs } of equations) for (const atom of inputs) used.add(atom);
  return used;
}

/** Neither runtime computes with arrays of no elements; they differ in how they fail. */
function refuseEmptyArrays(program: TracedProgram): void {
  const refuse = (what: string, shape: readonly number[]): void => {
    if (!shape.includes(0)) return;
    throw new WindageError(
      "engine/empty-array",
      `${program.name}: ${what} an empty array, shape [${shape.join(", ")}]; every axis needs at least one element.`,
    );
  };
  for (const { name, spec } of program.inputs) refuse(`input "${name}" is`, spec.shape);
  const used = usedVariables(program);
  for (const { variable, shape } of program.constants)
    if (used.has(variable)) refuse("a constant of the function is", shape);
  for (const { primitive, outBinders } of program.equations)
    for (const binder of outBinders)
      if (used.has(binder)) refuse(`the primitive "${primitive}" makes`, binder.aval.shape);
}

/** What jax-js needs of an array to trace with it; a class, because plain objects count as trees of arrays. */
class AbstractArray {
  readonly shape: number[];
  readonly dtype: DType;
  readonly weakType = false;
  constructor(spec: Spec) {
    this.shape = [...spec.shape];
    this.dtype = spec.dtype;
  }
}

function readConstant(program: string, variable: Variable, array: JaxArray): TracedConstant {
  const dtype = dtypeOf(program, variable.aval.dtype);
  // dataSync consumes a reference; the closed program keeps its own.
  const raw = array.ref.dataSync();
  const data = dtype === "bool" ? Uint8Array.from(raw) : (raw.slice() as Data);
  return { variable, shape: variable.aval.shape, dtype, data };
}
