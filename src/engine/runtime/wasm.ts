/**
 * jax-js's own `wasm` backend: the fallback where the native package is missing, and what a browser uses. Slower than
 * ONNX Runtime and it copies arrays in and out, but it runs wherever WebAssembly does.
 */
import { breathe } from "../../breathe.ts";
import { WindageError } from "../../error.ts";
import { jit, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import type { Data, Spec } from "../spec.ts";
import type { TracedProgram } from "../trace.ts";
import { checkIndices, indexLimits } from "./index-limits.ts";
import type { IndexLimit } from "./index-limits.ts";
import { compilesCorrectly, readsBeyondSlice } from "./jit-limits.ts";
import type { Executable, Runtime } from "./runtime.ts";

export const wasmRuntime: Runtime = {
  name: "wasm",
  description: "jax-js WebAssembly backend",
  load: async (program) => {
    const primitive = readsBeyondSlice(program);
    if (primitive === undefined) return new WasmExecutable(program);
    throw new WindageError(
      "engine/unsupported-primitive",
      `${program.name}: the wasm engine cannot run the primitive "${primitive}" on a slice that starts at the ` +
        `beginning of an array; use the onnx engine, or add something to the slice first.`,
    );
  },
};

type Compiled = ((...args: JaxArray[]) => JaxArray[]) & { dispose(): void };

class WasmExecutable implements Executable {
  readonly #program: TracedProgram;
  readonly #compiled: Compiled;
  readonly #indexLimits: readonly IndexLimit[];
  /** Runs operation by operation, which is slower, where jax-js cannot compile the program or would compile it wrongly. */
  #stepwise: boolean;

  constructor(program: TracedProgram) {
    this.#program = program;
    this.#compiled = jit(program.positional);
    this.#indexLimits = indexLimits(program);
    this.#stepwise = !compilesCorrectly(program);
  }

  async run(inputs: readonly Data[], outputs: readonly Data[]): Promise<void> {
    // Nothing here waits for anything outside, so without this a loop of runs would never let a signal through.
    await breathe();
    checkIndices(this.#program, this.#indexLimits, inputs);
    const arrays = (make: typeof toArray): JaxArray[] =>
      this.#program.inputs.map(({ spec }, i) => make(inputs[i]!, spec));
    if (!this.#stepwise) {
      const results = this.#compile(arrays(toArray));
      if (results) return read(results, outputs);
    }
    const given = arrays(toVaried);
    await read(this.#program.positional(...given), outputs);
    // What the function did not use up would stay in jax-js's memory for ever.
    for (const array of given) while (array.refCount > 0) array.dispose();
  }

  /** The results of the compiled program; nothing when jax-js cannot compile it (a sort or scatter of a bare view). */
  #compile(arrays: JaxArray[]): JaxArray[] | undefined {
    try {
      return this.#compiled(...arrays);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("jit: routine primitive"))) throw error;
      this.#stepwise = true;
      return undefined;
    }
  }

  async dispose(): Promise<void> {
    this.#compiled.dispose();
  }
}

async function read(results: readonly JaxArray[], outputs: readonly Data[]): Promise<void> {
  for (const [i, result] of results.entries()) {
    const values = await result.data();
    const output = outputs[i]!;
    // jax-js keeps booleans as 32-bit integers, and a sum of products of them may count beyond one.
    if (output instanceof Uint8Array)
      values.forEach((value: number, at: number) => (output[at] = value === 0 ? 0 : 1));
    else output.set(values);
  }
}

function toArray(data: Data, { shape, dtype }: Spec): JaxArray {
  const values = data instanceof Uint8Array ? Int32Array.from(data) : data;
  return np.array(values, { shape: [...shape], dtype: np[dtype] });
}

/**
 * The same for running operation by operation. There jax-js keeps an array of equal numbers as one number, and computes
 * with such numbers as JavaScript does: products of large integers lose their last bits. A part of a larger array, whose
 * first number is another one, is none.
 */
function toVaried(data: Data, spec: Spec): JaxArray {
  const isWhole = spec.dtype === "int32" || spec.dtype === "uint32";
  if (!isWhole || data.length === 0 || data.some((value) => value !== data[0])) return toArray(data, spec);
  const longer = spec.dtype === "int32" ? new Int32Array(data.length + 1) : new Uint32Array(data.length + 1);
  longer.set(data, 1);
  longer[0] = data[0]! ^ 1;
  const parts = toArray(longer, { ...spec, shape: [longer.length] });
  return np.reshape(parts.slice([1, longer.length]), [...spec.shape]);
}
