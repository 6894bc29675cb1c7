/** The thread behind `onnx-apart.ts`: loads one program, then runs it whenever it is told. */
import { allocate } from "../spec.ts";
import { OnnxExecutable, openNative } from "./onnx-executable.ts";
import type { EncodedProgram } from "./onnx-executable.ts";
import { sharedArrays } from "./shared-arrays.ts";

/** What the thread is started with. */
export interface ThreadSetup {
  readonly program: EncodedProgram;
  /** Inputs, then outputs. */
  readonly memory: SharedArrayBuffer;
}

/** What it is told. */
export type ThreadOrder = "run" | "dispose";

/** What it says when it has loaded the program, and after every run. */
export interface ThreadAnswer {
  readonly failure?: unknown;
}

const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
const port = parentPort!;
const { program, memory } = workerData as ThreadSetup;
const runtime = await openNative();
// The thread that starts this one has opened it already.
if ("missing" in runtime) throw new Error(runtime.missing);
const executable = new OnnxExecutable(runtime, program);
const specs = [...program.inputs.map(({ spec }) => spec), ...program.outputs];
const shared = sharedArrays(memory, specs);
const own = specs.map((spec) => allocate(spec));
const inputs = program.inputs.length;

port.on("message", (order: ThreadOrder) => {
  if (order === "run") void run().then(answer, (failure: unknown) => answer({ failure }));
  else void executable.dispose().then(() => port.close());
});
answer({});

async function run(): Promise<ThreadAnswer> {
  for (let i = 0; i < inputs; i++) own[i]!.set(shared[i]!);
  await executable.run(own.slice(0, inputs), own.slice(inputs));
  for (let i = inputs; i < own.length; i++) shared[i]!.set(own[i]!);
  return {};
}

function answer(words: ThreadAnswer): void {
  port.postMessage(words, []);
}
