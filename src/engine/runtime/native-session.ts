/**
 * A session of onnxruntime-node, taken from the package's own binding. Its public `InferenceSession` gives every run a turn
 * of the event loop and wraps arrays and results in objects that check themselves, several times an iteration; and the
 * binding copies results, which it has already written where they were wanted, into new memory. All of that is left out
 * here; whoever runs many programs in a row lets others have their turn (`onnx.ts`).
 */
import type * as Ort from "onnxruntime-node";
import type * as Native from "onnxruntime-node/dist/binding.js";
import type { Data, DType } from "../spec.ts";

/** The package and its binding. */
export interface NativeRuntime {
  readonly ort: typeof Ort;
  readonly native: typeof Native;
}

/** An array as the binding reads it. */
export interface PlainTensor {
  readonly type: DType;
  readonly data: Data;
  readonly dims: readonly number[];
  readonly location: "cpu";
}

type Tensors = Record<string, PlainTensor>;

/** Results of more bytes than this are not copied: ending the binding's work by an error takes as long as that. */
const worthRefusing = 2 ** 20;

/** What becomes of results: other users of the package have their tensors, and we have no use for any. */
let handling: "wrap" | "drop" | "refuse" = "wrap";
const refused = new Error("Results are where they were wanted.");

export class NativeSession {
  readonly #session: Native.Binding.InferenceSession;
  readonly #isLarge: boolean;

  /** `resultBytes` is what all results have together. */
  constructor(
    runtime: NativeRuntime,
    model: Uint8Array,
    options: Ort.InferenceSession.SessionOptions,
    resultBytes: number,
  ) {
    start(runtime);
    this.#session = new runtime.native.binding.InferenceSession();
    this.#session.loadModel(model.buffer as ArrayBuffer, model.byteOffset, model.byteLength, options);
    this.#isLarge = resultBytes > worthRefusing;
  }

  /** The names of the outputs in the file. */
  get outputNames(): readonly string[] {
    return this.#session.outputMetadata.map(({ name }) => name);
  }

  /** Reads `feeds` and writes into `fetches`. */
  run(feeds: Tensors, fetches: Tensors): void {
    handling = this.#isLarge ? "refuse" : "drop";
    try {
      this.#session.run(feeds, fetches, {});
    } catch (error) {
      if (error !== refused) throw error;
    } finally {
      handling = "wrap";
    }
  }

  dispose(): void {
    this.#session.dispose();
  }
}

let started = false;
const warnings = 2;

/** Makes the library ready, once, with a constructor of results that knows whose they are. */
function start({ ort, native }: NativeRuntime): void {
  if (started) return;
  started = true;
  const Result = function (...fields: ConstructorParameters<typeof ort.Tensor>): object {
    if (handling === "refuse") throw refused;
    return handling === "drop" ? {} : new ort.Tensor(...fields);
  };
  const isMainThread = globalThis.process?.getBuiltinModule?.("node:worker_threads").isMainThread ?? true;
  native.binding.initOrtOnce(warnings, Result, isMainThread);
}
