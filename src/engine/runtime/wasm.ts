/**
 * jax-js's own `wasm` backend: the fallback where the native package is missing, and what a browser uses. Slower than
 * ONNX Runtime and it copies arrays in and out, but it runs wherever WebAssembly does.
 */
import { jit, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import type { Data, Spec } from "../spec.ts";
import type { TracedProgram } from "../trace.ts";
import type { Executable, Runtime } from "./runtime.ts";

export const wasmRuntime: Runtime = {
  name: "wasm",
  description: "jax-js WebAssembly backend",
  load: async (program) => new WasmExecutable(program),
};

type Compiled = ((...args: JaxArray[]) => JaxArray[]) & { dispose(): void };

class WasmExecutable implements Executable {
  readonly #program: TracedProgram;
  readonly #compiled: Compiled;
  #stepwise = false;

  constructor(program: TracedProgram) {
    this.#program = program;
    this.#compiled = jit(program.positional);
  }

  async run(inputs: readonly Data[], outputs: readonly Data[]): Promise<void> {
    const results = this.#call(() => this.#program.inputs.map(({ spec }, i) => toArray(inputs[i]!, spec)));
    for (const [i, result] of results.entries()) outputs[i]!.set(await result.data());
  }

  /** jax-js cannot compile a sort or scatter of a bare view of an input; such programs run operation by operation. */
  #call(arrays: () => JaxArray[]): JaxArray[] {
    if (!this.#stepwise) {
      try {
        return this.#compiled(...arrays());
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("jit: routine primitive"))) throw error;
        this.#stepwise = true;
      }
    }
    return this.#program.positional(...arrays());
  }

  async dispose(): Promise<void> {
    this.#compiled.dispose();
  }
}

function toArray(data: Data, { shape, dtype }: Spec): JaxArray {
  // jax-js keeps booleans as 32-bit integers.
  const values = data instanceof Uint8Array ? Int32Array.from(data) : data;
  return np.array(values, { shape: [...shape], dtype: np[dtype] });
}
