/**
 * The native runtime: programs lowered to one ONNX graph and run by onnxruntime-node, which may be missing (it is an
 * optional package). Tensors over the caller's typed arrays are made once and reused, so a step allocates nothing.
 */
import type * as Ort from "onnxruntime-node";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { encodeModel } from "../graph/encode.ts";
import { optimise } from "../graph/optimise.ts";
import { lower } from "../lowering/lower.ts";
import type { Data, Spec } from "../spec.ts";
import type { TracedProgram } from "../trace.ts";
import type { Executable, Runtime, RuntimeOptions } from "./runtime.ts";

type OnnxRuntime = typeof Ort;

/** The native runtime, or why it cannot be had. */
export async function openOnnxRuntime(): Promise<Runtime | { readonly missing: string }> {
  let ort: OnnxRuntime;
  try {
    ort = await import("onnxruntime-node");
  } catch (error) {
    return { missing: error instanceof Error ? error.message.split("\n")[0]! : String(error) };
  }
  // Bundlers for browsers put an empty module in its place.
  if (typeof ort.InferenceSession !== "function") return { missing: "it is not part of a browser's bundle" };
  return {
    name: "onnx",
    description: `ONNX Runtime ${ort.env.versions.node ?? ort.env.versions.common}`,
    load: (program, options) => load(ort, program, options),
  };
}

async function load(
  ort: OnnxRuntime,
  program: TracedProgram,
  { threads }: RuntimeOptions,
): Promise<Executable> {
  const model = encodeModel(optimise(lower(program)), program.name);
  const session = await ort.InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    // What goes wrong in a run is thrown; ONNX Runtime would also print it.
    logSeverityLevel: 4,
    // ONNX Runtime's switch to flush denormals is not used: the first session would throw it for the whole main thread,
    // changing JavaScript's own arithmetic and jax-js's (whose booleans look like denormals). Adam flushes its moments.
  });
  return new OnnxExecutable(ort, session, program);
}

class OnnxExecutable implements Executable {
  readonly #session: InferenceSession;
  readonly #inputs: readonly Slot[];
  readonly #outputs: readonly Slot[];
  readonly #feeds: Record<string, Tensor> = {};
  readonly #fetches: Record<string, Tensor> = {};

  constructor(ort: OnnxRuntime, session: InferenceSession, program: TracedProgram) {
    this.#session = session;
    this.#inputs = program.inputs.map(({ name, spec }) => new Slot(ort, name, spec));
    // The file's own names, in the same order; they differ where an output is called like an input.
    this.#outputs = program.outputs.map(({ spec }, i) => new Slot(ort, session.outputNames[i]!, spec));
  }

  async run(inputs: readonly Data[], outputs: readonly Data[]): Promise<void> {
    this.#inputs.forEach((slot, i) => (this.#feeds[slot.name] = slot.tensor(inputs[i]!)));
    this.#outputs.forEach((slot, i) => (this.#fetches[slot.name] = slot.tensor(outputs[i]!)));
    await this.#session.run(this.#feeds, this.#fetches);
  }

  async dispose(): Promise<void> {
    await this.#session.release();
  }
}

/** One named input or output, remembering the tensors made over the arrays it has been given. */
class Slot {
  readonly name: string;
  readonly #ort: OnnxRuntime;
  readonly #spec: Spec;
  readonly #tensors = new WeakMap<Data, Tensor>();

  constructor(ort: OnnxRuntime, name: string, spec: Spec) {
    this.#ort = ort;
    this.name = name;
    this.#spec = spec;
  }

  tensor(data: Data): Tensor {
    let tensor = this.#tensors.get(data);
    if (!tensor) {
      // The constructor is declared per element type; any of our typed arrays fits its own.
      tensor = new this.#ort.Tensor(this.#spec.dtype, data as Float32Array, this.#spec.shape);
      this.#tensors.set(data, tensor);
    }
    return tensor;
  }
}
