/**
 * Programs: a numeric function compiled once for a set of shapes and run many times on typed arrays.
 *
 *     const program = await compile("distance", ({ x, y }) => ({ d: np.sqrt(np.sum(np.square(x.sub(y)))) }),
 *       { x: f32(3), y: f32(3) });
 *     const { d } = await program.run({ x: Float32Array.of(1, 2, 3), y: Float32Array.of(1, 0, 3) });
 */
import { startJax } from "./jax.ts";
import { runFailure } from "./runtime/failure.ts";
import type { EngineName, Executable } from "./runtime/runtime.ts";
import { selectRuntime } from "./runtime/select.ts";
import { allocate, checkBooleans, checkData } from "./spec.ts";
import type { Data, DataOf, Spec } from "./spec.ts";
import { trace } from "./trace.ts";
import type { NumericFunction, TracedProgram } from "./trace.ts";

/** The runtime and the threads to compile for. */
export interface CompileOptions {
  /** Runtime to compile for; by default the one `engineInfo()` names. */
  readonly engine?: EngineName;
  /** Threads one operator may use (ONNX only): two where a product is large enough for that to pay, else one, unless said. */
  readonly threads?: number;
  /** Run on a thread of its own, where the runtime has such (ONNX in Node), so that the caller can compute meanwhile. */
  readonly apart?: boolean;
}

/** Typed arrays for the named inputs of a program. */
export type InputData<I extends Record<string, Spec>> = { readonly [K in keyof I]: DataOf[I[K]["dtype"]] };

/** Typed arrays with the named outputs of a program. */
export type OutputData<O extends string> = { readonly [K in O]: Data };

/** A numeric function compiled once for a set of shapes, to be run many times on typed arrays. */
export class Program<I extends Record<string, Spec>, O extends string> {
  readonly name: string;
  readonly engine: EngineName;
  readonly inputs: I;
  readonly outputs: { readonly [K in O]: Spec };
  readonly #executable: Executable;
  readonly #inputNames: readonly (keyof I & string)[];
  readonly #outputNames: readonly O[];
  readonly #feeds: Data[] = [];
  readonly #fetches: Data[] = [];
  readonly #results: { [K in O]: Data };
  #running: Promise<void> | undefined;

  constructor(traced: TracedProgram, inputs: I, engine: EngineName, executable: Executable) {
    this.name = traced.name;
    this.engine = engine;
    this.inputs = inputs;
    this.#executable = executable;
    this.#inputNames = traced.inputs.map((input) => input.name);
    this.#outputNames = traced.outputs.map((output) => output.name as O);
    this.outputs = byName(this.#outputNames, (_, i) => traced.outputs[i]!.spec);
    this.#results = byName(this.#outputNames, (_, i) => allocate(traced.outputs[i]!.spec));
  }

  /**
   * Runs once. The arrays returned belong to the program and are overwritten by the next run, unless the caller
   * passes its own `into`; nothing is allocated per run.
   */
  async run(inputs: InputData<I>, into: Partial<OutputData<O>> = {}): Promise<OutputData<O>> {
    // Runs share the lists below and the program's own outputs, so they go one after the other.
    while (this.#running) await this.#running;
    this.#inputNames.forEach((name, i) => {
      checkData(this.name, name, this.inputs[name]!, inputs[name]);
      const data: Data = inputs[name];
      if (data instanceof Uint8Array) checkBooleans(this.name, name, data);
      this.#feeds[i] = data;
    });
    this.#outputNames.forEach((name, i) => {
      const own = into[name];
      if (own) checkData(this.name, name, this.outputs[name], own);
      this.#fetches[i] = own ?? this.#results[name];
    });
    this.#running = this.#executable.run(this.#feeds, this.#fetches);
    try {
      await this.#running;
    } catch (error) {
      throw runFailure(this.name, this.engine, error);
    } finally {
      this.#running = undefined;
    }
    return { ...this.#results, ...into };
  }

  /** Gives back what the runtime holds. */
  dispose(): Promise<void> {
    return this.#executable.dispose();
  }
}

/** Compiles a numeric function for inputs of these shapes, once, to be run many times on typed arrays. */
export async function compile<const I extends Record<string, Spec>, O extends string>(
  name: string,
  fn: NumericFunction<I, O>,
  inputs: I,
  { engine, threads, apart }: CompileOptions = {},
): Promise<Program<I, O>> {
  await startJax();
  const runtime = await selectRuntime(engine);
  const traced = trace(name, fn, inputs);
  // A function without results has nothing to run, and ONNX knows no such graph.
  const executable = traced.outputs.length === 0 ? idle : await runtime.load(traced, { threads, apart });
  return new Program(traced, inputs, runtime.name, executable);
}

const idle: Executable = { run: () => Promise.resolve(), dispose: () => Promise.resolve() };

function byName<K extends string, T>(names: readonly K[], make: (name: K, i: number) => T): { [P in K]: T } {
  return Object.fromEntries(names.map((name, i) => [name, make(name, i)])) as { [P in K]: T };
}
