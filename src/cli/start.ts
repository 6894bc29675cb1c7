/**
 * Connects `runCli` to this process. Nothing heavy is imported on the way here, so that help and mistakes are answered at
 * once; commands load what they need when they run.
 */

import { Console } from "node:console";
import { windageVersion } from "../file/windage-version.ts";
import { commands } from "./commands/index.ts";
import { invocationOf } from "./invocation.ts";
import { runCli } from "./run-cli.ts";
import { canRewrite } from "./terminal/live-line.ts";
import { terminalStyle } from "./terminal/style.ts";

/** `windage … | head` closes our stdout early; that is the reader's right and no failure. A full disk is one. */
function leaveWhenUnread({ code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") process.exit();
  process.stderr.write(
    `error [cli/not-written] stdout: the result could not be written to where it goes (${code ?? message})\n`,
  );
  process.exit(1);
}

/** Runs the command that this process was started with. */
export async function start(): Promise<void> {
  process.stdout.on("error", leaveWhenUnread);
  // Progress that nobody reads must not end a training.
  process.stderr.on("error", () => undefined);

  // stdout belongs to the result: whatever a dependency logs must not end up in front of a JSON document.
  globalThis.console = new Console(process.stderr);

  process.exitCode = await runCli(process.argv.slice(2), commands, {
    version: windageVersion(),
    style: terminalStyle(process.stdout.isTTY, process.env),
    errorStyle: terminalStyle(process.stderr.isTTY, process.env),
    invocation: invocationOf(process.env),
    rewrites: canRewrite(process.stderr),
    writeOut: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    // Terminals that do not know their width say 0.
    ...(process.stdout.isTTY ? { width: process.stdout.columns || 80 } : {}),
    ...(process.stderr.isTTY ? { errorWidth: process.stderr.columns || 80 } : {}),
  });
}
