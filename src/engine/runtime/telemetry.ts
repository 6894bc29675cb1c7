/**
 * Keeps onnxruntime-node from reporting to its maker. Unless a variable stands in the environment of the process when its
 * library begins, it writes files of its own, looks up names, uploads what ran on which machine, and holds up the end of
 * the process where nobody answers. On the main thread `process.env` is that environment; a worker thread has a copy of
 * it, so there the main thread is asked to set the variable.
 */

const variable = "ORT_DISABLE_TELEMETRY";
/** What threads started from here on find among their environment data. */
const mark = "windage: onnxruntime-node reports nothing";
/** The main thread answers at once, also while it computes, but not while it waits for another program. */
const patienceMs = 3000;

/** Has to be called before the library begins; says why it could not be done. */
export async function switchOffTelemetry(): Promise<string | undefined> {
  if (globalThis.process?.versions?.node === undefined) return undefined;
  // Not imported, because bundlers for browsers read this file as well; before Node 20.16 there is no other way.
  const threads = process.getBuiltinModule?.("node:worker_threads");
  const isMainThread = threads?.isMainThread ?? !("disabled" in (Reflect.get(process, "chdir") as object));
  if (threads?.getEnvironmentData(mark) === true) return undefined;
  // Not the global process where it can be helped: test runners put a copy in its place.
  if (isMainThread) (process.getBuiltinModule?.("node:process") ?? process).env[variable] = "1";
  else if (!(await mainThreadSets()))
    return (
      "on this thread its reports to its maker cannot be switched off, and the main thread did not answer within " +
      `${patienceMs / 1000} s; call engineInfo() on the main thread first`
    );
  threads?.setEnvironmentData(mark, true);
  return undefined;
}

/** Whether the main thread has set the variable, which it is asked to by way of the inspector; no port is opened. */
async function mainThreadSets(): Promise<boolean> {
  try {
    // Without an inspector, and before Node 20.16, this throws.
    const session = new (process.getBuiltinModule("node:inspector").Session)();
    session.connectToMainThread();
    const isSet = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      const expression = `process.env.${variable} = "1"`;
      session.post("Runtime.evaluate", { expression, returnByValue: true }, (error, answer) => {
        clearTimeout(timer);
        resolve(error === null && answer.result.value === "1");
      });
    });
    session.disconnect();
    return isSet;
  } catch {
    return false;
  }
}
