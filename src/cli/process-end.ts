/**
 * How this process ends: by a word, always. Errors that turn up without anybody having called are told as whose they are,
 * and end the work under way with what it has; a process that would end in the middle of its command says so; one that
 * something of a module keeps alive after its last word is ended.
 */
import { writeSync } from "node:fs";
import { WindageError } from "../error.ts";
import { tellFault } from "../file/notices.ts";
import { blameStray, loadedModules } from "../world/module/blame.ts";
import { failCalls } from "../world/module/module-calls.ts";
import { describeThrown, traceOf } from "../thrown.ts";
import { stopAll } from "./stop-signals.ts";
import { printable, printableJson } from "./terminal/printable.ts";

/** Whatever was left open by a command of ours is closed long before. */
const leaveMs = 500;
/** Ctrl-C, a second time: who pressed it knows. */
const interrupted = 130;
/** Node's own, where the main program awaits what nothing is left to settle. */
const neverSettled = 13;

/** From now on, errors that nobody awaits are told instead of ending the process with a trace. */
export function watchStrays(): void {
  process.on("uncaughtException", (thrown) =>
    stray(thrown, "an error was thrown where nobody could catch it"),
  );
  process.on("unhandledRejection", (thrown) => stray(thrown, "a promise was rejected that nobody awaits"));
}

function stray(thrown: unknown, how: string): void {
  const fault = blameStray(thrown, how);
  if (fault === null) {
    const trace = traceOf(thrown) || describeThrown(thrown);
    process.stderr.write(`${printable(trace)}\n${ourFault}\n`);
    process.exit(1);
  }
  tellFault(fault);
  stopAll();
  failCalls(fault);
}

/** What is said of an error that nobody but we can have made. */
export const ourFault = "This is a fault in windage, not in what you typed; please report it.";

/** Says when the process ends although its command has not; what it gives back is to be called when it has. */
export function tellUnfinished(words: readonly string[]): () => void {
  const onExit = (code: number): void => {
    if (code === interrupted) return;
    process.exitCode = 1;
    const error = unfinished(code);
    writeSync(2, `error [${error.code}] ${printable(error.message)}\n`);
    if (!words.includes("--json")) return;
    const document = { error: { code: error.code, message: error.message } };
    writeSync(1, `${printableJson(JSON.stringify(document, null, 2))}\n`);
  };
  process.on("exit", onExit);
  return () => process.off("exit", onExit);
}

function unfinished(code: number): WindageError {
  const path = loadedModules().join(", ");
  const options = { kind: "failure" } as const;
  const kept = 'What was kept is as after a kill; "windage resume" goes on from there.';
  if (code === neverSettled) {
    const where = path === "" ? "" : `, perhaps one of ${path}`;
    return new WindageError(
      "cli/unsettled",
      `The command waits for a promise that nothing is left to settle${where}. ${path === "" ? ourFault : kept}`,
      options,
    );
  }
  return new WindageError(
    "run/module-ended",
    `${path === "" ? "Something" : path} ended the process by process.exit(${code}) before the command was done; throw an error instead. ${kept}`,
    options,
  );
}

/** Ends the process soon after its last word, where something that a module left open would keep it. */
export async function leaveDespite(stdout: NodeJS.WriteStream): Promise<void> {
  const [path] = loadedModules();
  if (path === undefined) return;
  await new Promise<void>((resolve) => {
    stdout.write("", () => resolve());
  });
  // Without a hold of its own: it comes to pass only where something else has one.
  setTimeout(() => {
    const held = [...new Set(process.getActiveResourcesInfo())].join(", ");
    const text = `Warning: ${path} has left something open that would have kept the process for ever (${held}); it was ended. Close it in landscape.dispose.`;
    process.stderr.write(`${printable(text)}\n`);
    process.exit();
  }, leaveMs).unref();
}
