/**
 * The native runtime: programs lowered to one ONNX graph and run by onnxruntime-node, which may be missing (it is an
 * optional package). Tensors over the caller's typed arrays are made once and reused, so a step allocates nothing.
 */
import { breathe } from "../../breathe.ts";
import { encodeModel } from "../graph/encode.ts";
import { largestProduct } from "../graph/largest-product.ts";
import type { GraphModel } from "../graph/graph.ts";
import { optimise } from "../graph/optimise.ts";
import { lower } from "../lowering/lower.ts";
import { sizeOf } from "../spec.ts";
import type { Data, Spec } from "../spec.ts";
import type { TracedProgram } from "../trace.ts";
import { NativeSession } from "./native-session.ts";
import type { NativeRuntime, PlainTensor } from "./native-session.ts";
import type { Executable, Runtime, RuntimeOptions } from "./runtime.ts";

/** The native runtime, or why it cannot be had. */
export async function openOnnxRuntime(): Promise<Runtime | { readonly missing: string }> {
  let found: NativeRuntime;
  try {
    found = {
      ort: await import("onnxruntime-node"),
      native: await import("onnxruntime-node/dist/binding.js"),
    };
  } catch (error) {
    return { missing: error instanceof Error ? error.message.split("\n")[0]! : String(error) };
  }
  const { ort } = found;
  // Bundlers for browsers put an empty module in its place.
  if (typeof ort.InferenceSession !== "function") return { missing: "it is not part of a browser's bundle" };
  return {
    name: "onnx",
    description: `ONNX Runtime ${ort.env.versions.node ?? ort.env.versions.common}`,
    load: async (program, options) => load(found, program, options),
  };
}

function load(runtime: NativeRuntime, program: TracedProgram, options: RuntimeOptions): Executable {
  const graph = optimise(lower(program));
  const threads = options.threads ?? usualThreads(graph);
  const sessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Each session has threads of its own. While they spin for work, those of one session take the core that another needs.
    ...(threads > 1 ? { extra: { session: { intra_op: { allow_spinning: "0" } } } } : {}),
    executionMode: "sequential" as const,
    graphOptimizationLevel: "all" as const,
    // What goes wrong in a run is thrown; ONNX Runtime would also print it.
    logSeverityLevel: 4 as const,
    // ONNX Runtime's switch to flush denormals is not used: the first session would throw it for the whole main thread,
    // changing JavaScript's own arithmetic and jax-js's (whose booleans look like denormals). Adam flushes its moments.
  };
  const resultBytes = program.outputs.reduce((sum, { spec }) => sum + bytesPerNumber * sizeOf(spec.shape), 0);
  const model = encodeModel(graph, program.name);
  return new OnnxExecutable(new NativeSession(runtime, model, sessionOptions, resultBytes), program);
}

const bytesPerNumber = 4;

/** A product of this many operations takes most of a millisecond; a waiting thread is awake in a small part of that. */
const worthSharing = 1e8;

/** Two threads where some product is large enough for the second to pay, and there is a core for it. */
function usualThreads(graph: GraphModel): number {
  if (largestProduct(graph) < worthSharing) return 1;
  // Not imported, because bundlers for browsers read this file as well.
  const os = globalThis.process?.getBuiltinModule?.("node:os");
  return Math.min(2, os?.availableParallelism() ?? 1);
}

class OnnxExecutable implements Executable {
  readonly #session: NativeSession;
  readonly #inputs: readonly Slot[];
  readonly #outputs: readonly Slot[];
  readonly #feeds: Record<string, PlainTensor> = {};
  readonly #fetches: Record<string, PlainTensor> = {};

  constructor(session: NativeSession, program: TracedProgram) {
    this.#session = session;
    this.#inputs = program.inputs.map(({ name, spec }) => new Slot(name, spec));
    // The file's own names, in the same order; they differ where an output is called like an input.
    const names = session.outputNames;
    this.#outputs = program.outputs.map(({ spec }, i) => new Slot(names[i]!, spec));
  }

  async run(inputs: readonly Data[], outputs: readonly Data[]): Promise<void> {
    this.#inputs.forEach((slot, i) => (this.#feeds[slot.name] = slot.tensor(inputs[i]!)));
    this.#outputs.forEach((slot, i) => (this.#fetches[slot.name] = slot.tensor(outputs[i]!)));
    this.#session.run(this.#feeds, this.#fetches);
    // What only awaits runs would otherwise never let a signal or a timer through.
    await breathe();
  }

  async dispose(): Promise<void> {
    this.#session.dispose();
  }
}

/** One named input or output, remembering what was made of the arrays it has been given. */
class Slot {
  readonly name: string;
  readonly #spec: Spec;
  readonly #tensors = new WeakMap<Data, PlainTensor>();

  constructor(name: string, spec: Spec) {
    this.name = name;
    this.#spec = spec;
  }

  tensor(data: Data): PlainTensor {
    let tensor = this.#tensors.get(data);
    if (!tensor) {
      const { dtype: type, shape: dims } = this.#spec;
      tensor = { type, data, dims, location: "cpu" };
      this.#tensors.set(data, tensor);
    }
    return tensor;
  }
}
