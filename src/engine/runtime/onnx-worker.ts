/**
 * The thread behind `onnx-apart.ts`: loads one program, then runs it whenever it is told. Orders are numbers in shared
 * memory, which it looks at for a while before it sleeps: waking up a thread that sleeps takes a tenth of a millisecond.
 */
import { allocate } from "../spec.ts";
import { OnnxExecutable, openNative } from "./onnx-executable.ts";
import type { EncodedProgram } from "./onnx-executable.ts";
import { sharedArrays } from "./shared-arrays.ts";
import { ending, ordered, succeeded } from "./thread-orders.ts";

/** What the thread is started with. */
export interface ThreadSetup {
  readonly program: EncodedProgram;
  /** Inputs, then outputs. */
  readonly memory: SharedArrayBuffer;
  /** Two numbers: the run that is ordered, and the last one that has succeeded. */
  readonly orders: Int32Array;
}

/** What it says when it has loaded the program, and after every run. */
export interface ThreadAnswer {
  readonly run: number;
  readonly failure?: unknown;
}

/** How long it looks for the next order before it sleeps: what lies between two updates. */
const watchfulMs = 1;

const threads = process.getBuiltinModule("node:worker_threads");
const port = threads.parentPort!;
const { program, memory, orders } = threads.workerData as ThreadSetup;
const runtime = await openNative();
// The thread that starts this one has opened it already.
if ("missing" in runtime) throw new Error(runtime.missing);
const executable = new OnnxExecutable(runtime, program);
const specs = [...program.inputs.map(({ spec }) => spec), ...program.outputs];
const shared = sharedArrays(memory, specs);
const own = specs.map((spec) => allocate(spec));
const [inputs, outputs] = [own.slice(0, program.inputs.length), own.slice(program.inputs.length)];

answer({ run: 0 });
for (let done = 0, order = nextOrder(done); order !== ending; order = nextOrder(done)) {
  await run(order).then(
    () => answer({ run: order }),
    (failure: unknown) => answer({ run: order, failure }),
  );
  done = order;
}
await executable.dispose();
port.close();

/** Waits for another order than the last. */
function nextOrder(last: number): number {
  const until = performance.now() + watchfulMs;
  while (Atomics.load(orders, ordered) === last && performance.now() < until);
  Atomics.wait(orders, ordered, last);
  return Atomics.load(orders, ordered);
}

async function run(order: number): Promise<void> {
  inputs.forEach((array, i) => array.set(shared[i]!));
  await executable.run(inputs, outputs);
  outputs.forEach((array, i) => shared[inputs.length + i]!.set(array));
  Atomics.store(orders, succeeded, order);
}

function answer(words: ThreadAnswer): void {
  port.postMessage(words, []);
}
