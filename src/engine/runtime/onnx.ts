/**
 * The native runtime: programs lowered to one ONNX graph and run by onnxruntime-node, which may be missing (it is an
 * optional package), on the caller's thread or on one of their own.
 */
import { encodeModel } from "../graph/encode.ts";
import { largestProduct } from "../graph/largest-product.ts";
import { optimise } from "../graph/optimise.ts";
import { lower } from "../lowering/lower.ts";
import { racesOnThreads } from "../lowering/scatter-add.ts";
import type { TracedProgram } from "../trace.ts";
import type { NativeRuntime } from "./native-session.ts";
import { loadApart } from "./onnx-apart.ts";
import { OnnxExecutable, openNative } from "./onnx-executable.ts";
import type { EncodedProgram, NativeMissing } from "./onnx-executable.ts";
import type { Executable, Runtime, RuntimeOptions } from "./runtime.ts";

/** The native runtime, or why it cannot be had. */
export async function openOnnxRuntime(): Promise<Runtime | NativeMissing> {
  const found = await openNative();
  if ("missing" in found) return found;
  const { versions } = found.ort.env;
  return {
    name: "onnx",
    description: `ONNX Runtime ${versions.node ?? versions.common}`,
    load: (program, options) => load(found, program, options),
  };
}

async function load(
  runtime: NativeRuntime,
  program: TracedProgram,
  options: RuntimeOptions,
): Promise<Executable> {
  const encoded = encode(program, options);
  return (options.apart ? await loadApart(encoded) : undefined) ?? new OnnxExecutable(runtime, encoded);
}

function encode(program: TracedProgram, { threads: asked }: RuntimeOptions): EncodedProgram {
  const simple = optimise(lower(program));
  const large = largestProduct(simple) >= worthSharing;
  // By the program alone and not by how many threads there will be, so that its bits do not depend on them.
  const graph = large ? optimise(lower(program, { severalThreads: true })) : simple;
  const threads = racesOnThreads(graph) ? 1 : (asked ?? (large ? twoIfThereAre() : 1));
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Each session has threads of its own. While they spin for work, those of one session take the core that another needs.
    ...(threads > 1 ? { extra: { session: { intra_op: { allow_spinning: "0" } } } } : {}),
    executionMode: "sequential" as const,
    // One block for all that a run keeps in between, laid out in the first run, comes on top of what that run took, which
    // is not given back: a sixth of a process with long sequences. It saves a few per cent of a small run, nothing of these.
    enableMemPattern: !large,
    graphOptimizationLevel: "all" as const,
    // What goes wrong in a run is thrown; ONNX Runtime would also print it.
    logSeverityLevel: 4 as const,
    // ONNX Runtime's switch to flush denormals is not used: the first session would throw it for the whole main thread,
    // changing JavaScript's own arithmetic and jax-js's (whose booleans look like denormals). Adam flushes its moments.
  };
  return {
    model: encodeModel(graph, program.name),
    options,
    inputs: program.inputs.map(({ name, spec }) => ({ name, spec })),
    outputs: program.outputs.map(({ spec }) => spec),
  };
}

/** A product of this many operations takes most of a millisecond; a waiting thread is awake in a small part of that. */
const worthSharing = 1e8;

/** Two threads, where there is a core for the second. */
function twoIfThereAre(): number {
  // Not imported, because bundlers for browsers read this file as well.
  const os = globalThis.process?.getBuiltinModule?.("node:os");
  return Math.min(2, os?.availableParallelism() ?? 1);
}
