/** One program in a session of the native runtime; tensors over the caller's typed arrays are made once and reused. */
import { breathe } from "../../breathe.ts";
import { sizeOf } from "../spec.ts";
import type { Data, Spec } from "../spec.ts";
import { NativeSession } from "./native-session.ts";
import type { NativeRuntime, PlainTensor } from "./native-session.ts";
import type { Executable } from "./runtime.ts";
import { switchOffTelemetry } from "./telemetry.ts";

/** A program as the native runtime takes it; plain data, so that it can be sent to another thread. */
export interface EncodedProgram {
  readonly model: Uint8Array;
  readonly options: SessionOptions;
  readonly inputs: readonly { readonly name: string; readonly spec: Spec }[];
  readonly outputs: readonly Spec[];
}

type SessionOptions = ConstructorParameters<typeof NativeSession>[2];

/** Why there is no native runtime. */
export interface NativeMissing {
  readonly missing: string;
  /** Whether its package is there all the same. */
  readonly installed: boolean;
}

/** The native package, or why it cannot be had: it is optional. */
export async function openNative(): Promise<NativeRuntime | NativeMissing> {
  const talkative = await switchOffTelemetry();
  if (talkative !== undefined) return { missing: talkative, installed: true };
  try {
    const runtime = {
      ort: await import("onnxruntime-node"),
      native: await import("onnxruntime-node/dist/binding.js"),
    };
    // Bundlers for browsers put an empty module in its place.
    if (typeof runtime.ort.InferenceSession === "function") return runtime;
    return { missing: "it is not part of a browser's bundle", installed: false };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The library is there where the system has tried to load it.
    return { missing: message.split("\n")[0]!, installed: code === "ERR_DLOPEN_FAILED" };
  }
}

const bytesPerNumber = 4;

export class OnnxExecutable implements Executable {
  readonly #session: NativeSession;
  readonly #inputs: readonly Slot[];
  readonly #outputs: readonly Slot[];
  readonly #feeds: Record<string, PlainTensor> = {};
  readonly #fetches: Record<string, PlainTensor> = {};

  constructor(runtime: NativeRuntime, { model, options, inputs, outputs }: EncodedProgram) {
    const resultBytes = outputs.reduce((sum, { shape }) => sum + bytesPerNumber * sizeOf(shape), 0);
    this.#session = new NativeSession(runtime, model, options, resultBytes);
    this.#inputs = inputs.map(({ name, spec }) => new Slot(name, spec));
    // The file's own names, in the same order; they differ where an output is called like an input.
    const names = this.#session.outputNames;
    this.#outputs = outputs.map((spec, i) => new Slot(names[i]!, spec));
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
