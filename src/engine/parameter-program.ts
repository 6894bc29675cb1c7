/** A function of parameters and inputs compiled for running, not training; it always reads the parameters as they are. */
import type { JaxArray } from "./jax.ts";
import type { ArraysOf, Parameters, ParameterTree } from "./parameters/parameters.ts";
import { arraysOf, segmentsOf, windowsOf } from "./parameters/segments.ts";
import { compile } from "./program.ts";
import type { CompileOptions, InputData, OutputData, Program } from "./program.ts";
import type { Data, Spec } from "./spec.ts";

/** Parameters and named inputs to named outputs. */
export type ParameterFunction<T extends ParameterTree, I extends Record<string, Spec>, O extends string> = (
  parameters: ArraysOf<T>,
  inputs: { readonly [K in keyof I]: JaxArray },
) => { readonly [K in O]: JaxArray };

export class ParameterProgram<I extends Record<string, Spec>, O extends string> {
  readonly name: string;
  readonly #program: Program<Record<string, Spec>, O>;
  readonly #feeds: Record<string, Data>;

  constructor(program: Program<Record<string, Spec>, O>, parameters: Readonly<Record<string, Float32Array>>) {
    this.name = program.name;
    this.#program = program;
    this.#feeds = { ...parameters };
  }

  /** The shapes of what it returns. */
  get outputs(): { readonly [K in O]: Spec } {
    return this.#program.outputs;
  }

  /** Runs once; the arrays returned are overwritten by the next run. */
  run(inputs: InputData<I>, into?: Partial<OutputData<O>>): Promise<OutputData<O>> {
    return this.#program.run(Object.assign(this.#feeds, inputs), into);
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }
}

/** Compiles `fn` for inputs of these shapes and the parameters' own. */
export async function compileWithParameters<
  T extends ParameterTree,
  const I extends Record<string, Spec>,
  O extends string,
>(
  name: string,
  fn: ParameterFunction<T, I, O>,
  { parameters, inputs }: { readonly parameters: Parameters<T>; readonly inputs: I },
  options: CompileOptions = {},
): Promise<ParameterProgram<I, O>> {
  const segments = segmentsOf(parameters);
  const specs: Record<string, Spec> = { ...inputs };
  for (const segment of segments) specs[segment.name] = segment.spec;
  const named = (arrays: Record<string, JaxArray>): { readonly [K in O]: JaxArray } => {
    const tree = arraysOf(
      parameters.tree,
      segments,
      segments.map((segment) => arrays[segment.name]!),
    );
    return fn(tree, Object.fromEntries(Object.keys(inputs).map((key) => [key, arrays[key]!])) as never);
  };
  const program = await compile(name, named, specs, options);
  const windows = windowsOf(segments, parameters.values);
  return new ParameterProgram<I, O>(
    program,
    Object.fromEntries(segments.map(({ name }, i) => [name, windows[i]!])),
  );
}
