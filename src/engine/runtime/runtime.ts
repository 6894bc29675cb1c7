/** What every runtime offers: a loaded program that runs on typed arrays, again and again. */
import type { Data } from "../spec.ts";
import type { TracedProgram } from "../trace.ts";

/** The name of a runtime. */
export type EngineName = "onnx" | "wasm";

/** A program loaded into a runtime. Inputs and outputs are in the order of the traced program. */
export interface Executable {
  /** Runs once: reads `inputs`, writes into `outputs`. Both may be kept and reused by the caller. */
  run(inputs: readonly Data[], outputs: readonly Data[]): Promise<void>;
  dispose(): Promise<void>;
}

export interface RuntimeOptions {
  /** Threads one operator may use; unless said, as many as pay. */
  readonly threads?: number | undefined;
  /** Whether the program runs on a thread of its own, where the runtime has such. */
  readonly apart?: boolean | undefined;
}

export interface Runtime {
  readonly name: EngineName;
  /** The library and version behind it, for people to read. */
  readonly description: string;
  load(program: TracedProgram, options: RuntimeOptions): Promise<Executable>;
}
