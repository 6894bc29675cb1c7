/**
 * Lowering: a traced program becomes one ONNX graph, primitive by primitive. A primitive without a rule is an error
 * here, at compile time, that names the primitive and the function.
 */
import { Graph } from "../graph/graph.ts";
import type { DType } from "../spec.ts";
import { dtypeOf, isLiteral, usedVariables } from "../trace.ts";
import type { Atom, Equation, TracedProgram, Variable } from "../trace.ts";
import { WindageError } from "../../error.ts";
import { convolutionRules } from "./convolution.ts";
import { dotRules } from "./dot.ts";
import { elementwiseRules } from "./elementwise.ts";
import { indexingRules } from "./indexing.ts";
import { materialise } from "./layout.ts";
import { movementRules } from "./movement.ts";
import { randomRules } from "./random-bits.ts";
import { reduceRules } from "./reduce.ts";
import type { Rules } from "./rule.ts";
import { sortingRules } from "./sorting.ts";
import { wholeView } from "./view.ts";
import type { View } from "./view.ts";

const rules: Rules = {
  ...elementwiseRules,
  ...movementRules,
  ...reduceRules,
  ...dotRules,
  ...indexingRules,
  ...sortingRules,
  ...convolutionRules,
  ...randomRules,
};

/** Primitives the ONNX engine can run. */
export const loweredPrimitives: readonly string[] = Object.keys(rules).sort();

/** How the graph is going to be run. */
export interface LoweringOptions {
  /** Whether more than one thread may run it; false unless given. */
  readonly severalThreads?: boolean;
}

export function lower(program: TracedProgram, { severalThreads = false }: LoweringOptions = {}): Graph {
  const graph = new Graph();
  const values = new Map<Variable, View>();
  for (const { name, variable, spec } of program.inputs) {
    values.set(variable, wholeView(graph.input(name, spec.shape, spec.dtype)));
  }
  for (const { variable, data, shape, dtype } of program.constants) {
    values.set(variable, wholeView(graph.constant(data, shape, dtype)));
  }
  const read = (atom: Atom): View =>
    isLiteral(atom)
      ? wholeView(graph.scalar(atom.value, dtypeOf(program.name, atom.aval.dtype)))
      : values.get(atom)!;
  const used = usedVariables(program);
  for (const equation of program.equations) {
    const live = withoutUnusedPieces(equation, used);
    const results = lowerEquation(graph, program.name, live, live.inputs.map(read), severalThreads);
    live.outBinders.forEach((binder, i) => values.set(binder, results[i]!));
  }
  for (const { name, atom } of program.outputs) graph.output(name, materialise(graph, read(atom)));
  return graph;
}

/** jax-js cuts arrays into a wanted piece and an empty rest that nobody reads; the rest is left out. */
function withoutUnusedPieces(equation: Equation, used: ReadonlySet<Atom>): Equation {
  if (equation.primitive !== "split") return equation;
  const sizes = equation.params["sizes"] as readonly number[];
  const kept = sizes.flatMap((size, i) => (size > 0 || used.has(equation.outBinders[i]!) ? [i] : []));
  return {
    ...equation,
    params: { ...equation.params, sizes: kept.map((i) => sizes[i]!) },
    outBinders: kept.map((i) => equation.outBinders[i]!),
  };
}

function lowerEquation(
  graph: Graph,
  program: string,
  equation: Equation,
  inputs: readonly View[],
  severalThreads: boolean,
): readonly View[] {
  const { primitive, params } = equation;
  const rule = Object.hasOwn(rules, primitive) ? rules[primitive] : undefined;
  if (!rule) {
    throw new WindageError(
      "engine/unsupported-primitive",
      `${program}: the ONNX engine cannot run the primitive "${primitive}"; ` +
        `rewrite the function without it, or run it on the wasm engine (WINDAGE_ENGINE=wasm).`,
    );
  }
  const outs = equation.outBinders.map(({ aval }) => ({
    shape: aval.shape,
    dtype: dtypeOf(program, aval.dtype),
  }));
  return rule({ graph, inputs, params, outs, promoted: promotedType(program, equation), severalThreads });
}

const rank: Readonly<Record<DType, number>> = { bool: 0, uint32: 1, int32: 2, float32: 3 };

/** The type the operands of a primitive meet in: jax-js's promotion, where weakly typed scalars give way. */
function promotedType(program: string, { primitive, inputs }: Equation): DType {
  const operands = primitive === "where" ? inputs.slice(1) : inputs;
  return operands
    .map((atom): Typed => ({ dtype: dtypeOf(program, atom.aval.dtype), weak: atom.aval.weakType }))
    .reduce(promote).dtype;
}

function promote(a: Typed, b: Typed): Typed {
  if (a.weak === b.weak) return { dtype: higher(a.dtype, b.dtype), weak: a.weak };
  return { dtype: higher(a.weak ? b.dtype : a.dtype, "uint32"), weak: false };
}

const higher = (x: DType, y: DType): DType => (rank[x] >= rank[y] ? x : y);

interface Typed {
  readonly dtype: DType;
  readonly weak: boolean;
}
