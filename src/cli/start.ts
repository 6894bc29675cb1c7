/**
 * Connects `runCli` to this process. Nothing heavy is imported on the way here, so that help and mistakes are answered at
 * once; commands load what they need when they run.
 */

import { Console } from "node:console";
import type { WindageError } from "../error.ts";
import { onFault, onWaiting } from "../file/notices.ts";
import { reserveStandardOutput, resultStream } from "../file/standard-output.ts";
import { windageVersion } from "../file/windage-version.ts";
import { commands } from "./commands/index.ts";
import { invocationOf } from "./invocation.ts";
import { leaveDespite, tellUnfinished, watchStrays } from "./process-end.ts";
import { runCli } from "./run-cli.ts";
import { canRewrite } from "./terminal/live-line.ts";
import { terminalStyle } from "./terminal/style.ts";

/** Runs the command that this process was started with. */
export async function start(): Promise<void> {
  // stdout belongs to the result: whatever a dependency or a module writes must not end up in front of a JSON document.
  reserveStandardOutput();
  const stdout = resultStream();
  const words = process.argv.slice(2);
  const done = tellUnfinished(words);
  stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    done();
    // `windage … | head` closes our stdout early; that is the reader's right and no failure. A full disk is one.
    if (code === "EPIPE") process.exit();
    process.stderr.write(
      `error [cli/not-written] stdout: the result could not be written to where it goes (${code ?? message})\n`,
    );
    process.exit(1);
  });
  // Progress that nobody reads must not end a training.
  process.stderr.on("error", () => undefined);
  globalThis.console = new Console(process.stderr);

  const faults: WindageError[] = [];
  const waited: ((text: string) => void)[] = [];
  onFault((fault) => faults.push(fault));
  onWaiting((text) => {
    for (const tell of waited) tell(text);
  });
  watchStrays();
  const code = await runCli(words, commands, {
    version: windageVersion(),
    style: terminalStyle(stdout.isTTY, process.env),
    errorStyle: terminalStyle(process.stderr.isTTY, process.env),
    invocation: invocationOf(process.env),
    rewrites: canRewrite(process.stderr),
    writeOut: (text) => stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    onWaiting: (listener) => waited.push(listener),
    faults: () => faults,
    // Terminals that do not know their width say 0.
    ...(stdout.isTTY ? { width: stdout.columns || 80 } : {}),
    ...(process.stderr.isTTY ? { errorWidth: process.stderr.columns || 80 } : {}),
  });
  done();
  process.exitCode = code;
  await leaveDespite(stdout);
}
