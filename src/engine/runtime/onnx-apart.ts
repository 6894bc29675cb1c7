/**
 * A program of the native runtime on a thread of its own, so that its caller can go on computing while it runs. ONNX
 * Runtime's binding reads no shared memory, so the thread has arrays of its own: inputs are copied for it before `run`
 * gives its promise (the caller may overwrite them at once), and results when it has ended.
 */
import { WindageError } from "../../error.ts";
import { workerProgram } from "../../worker-program.ts";
import type { Data } from "../spec.ts";
import type { EncodedProgram } from "./onnx-executable.ts";
import type { ThreadAnswer, ThreadSetup } from "./onnx-worker.ts";
import type { Executable } from "./runtime.ts";
import { sharedArrays, shareMemory } from "./shared-arrays.ts";
import { ending, ordered, succeeded } from "./thread-orders.ts";

// Not imported, because bundlers for browsers read this file as well.
const workerThreads = () => globalThis.process?.getBuiltinModule?.("node:worker_threads");
/** How long a caller that has nothing else to do looks for success before it waits for the message. */
const watchfulMs = 2;
/** Runs are numbered from 1 to this, and then again. */
const mostRuns = 2 ** 30;

type Worker = InstanceType<NonNullable<ReturnType<typeof workerThreads>>["Worker"]>;

/**
 * Starts the thread and waits until it has loaded the program; nothing where there are no threads, or where the thread's
 * file is not beside this one, as in a bundle. The program then runs in place, to the same bits.
 */
export async function loadApart(program: EncodedProgram): Promise<Executable | undefined> {
  const threads = workerThreads();
  if (threads === undefined) return undefined;
  const specs = [...program.inputs.map(({ spec }) => spec), ...program.outputs];
  const memory = shareMemory(specs);
  const [file, options] = workerProgram(import.meta.url, "./onnx-worker");
  const orders = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadSetup = { program, memory, orders };
  const worker = new threads.Worker(file, { ...options, workerData });
  const executable = new ApartExecutable(worker, sharedArrays(memory, specs), program.inputs.length, orders);
  try {
    await executable.answer();
    return executable;
  } catch (error) {
    const reason = error instanceof WindageError ? error.cause : error;
    process.emitWarning(`windage: updates are not computed on another core, because ${String(reason)}`);
    return undefined;
  }
}

class ApartExecutable implements Executable {
  readonly #worker: Worker;
  readonly #inputs: readonly Data[];
  readonly #outputs: readonly Data[];
  readonly #orders: Int32Array;
  #run = 0;
  #waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;
  #ended: WindageError | undefined;
  #isLeaving = false;

  constructor(worker: Worker, shared: readonly Data[], inputs: number, orders: Int32Array) {
    this.#worker = worker;
    this.#inputs = shared.slice(0, inputs);
    this.#outputs = shared.slice(inputs);
    this.#orders = orders;
    worker.on("message", ({ run, failure }: ThreadAnswer) => {
      if (run === this.#run) this.#settle(failure);
    });
    worker.on("error", (error) => this.#end(error.message));
    worker.on("exit", (code) => this.#end(`exit code ${code}`));
  }

  async run(inputs: readonly Data[], outputs: readonly Data[]): Promise<void> {
    this.#inputs.forEach((shared, i) => shared.set(inputs[i]!));
    this.#run = (this.#run % mostRuns) + 1;
    this.#tell(this.#run);
    const answered = this.answer();
    setImmediate(() => this.#watch(performance.now() + watchfulMs));
    await answered;
    this.#outputs.forEach((shared, i) => outputs[i]!.set(shared));
  }

  /** The next word of the thread, which keeps no process alive unless somebody waits for it. */
  answer(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#worker.ref();
      this.#waiting = { resolve, reject };
    });
  }

  async dispose(): Promise<void> {
    if (this.#ended) return;
    const gone = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#isLeaving = true;
    this.#worker.ref();
    this.#tell(ending);
    await gone;
  }

  #tell(order: number): void {
    Atomics.store(this.#orders, ordered, order);
    Atomics.notify(this.#orders, ordered);
  }

  /** Looks for success whenever there is nothing else to do; a message says the same later. */
  #watch(until: number): void {
    if (this.#waiting === undefined) return;
    if (Atomics.load(this.#orders, succeeded) === this.#run) this.#settle(undefined);
    else if (performance.now() < until) setImmediate(() => this.#watch(until));
  }

  #settle(failure: unknown): void {
    // The message of a run that was seen to succeed comes late, when somebody may be waiting for the end of the thread.
    if (!this.#isLeaving) this.#worker.unref();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (failure === undefined) waiting?.resolve();
    else waiting?.reject(failure);
  }

  #end(reason: string): void {
    this.#ended ??= new WindageError(
      "engine/no-thread",
      `the thread of a program has ended (${reason}), expected it to run until told; start again.`,
      { kind: "failure", cause: reason },
    );
    this.#settle(this.#ended);
  }
}
