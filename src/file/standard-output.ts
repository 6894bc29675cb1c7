/**
 * Standard output, which belongs to the result of a command. Once it is reserved, everyone else who writes to
 * `process.stdout` (a library, a user's module, the original console) writes to standard error, so that nothing stands in
 * front of a JSON document. Who writes to the file descriptor itself, or starts a program that inherits it, is not kept out.
 */
import { syncBuiltinESMExports } from "node:module";

/** What stands for standard output where a file is named. */
export const standardOutput = "-";

let kept: NodeJS.WriteStream | undefined;

/** Where results go. */
export function resultStream(): NodeJS.WriteStream {
  return kept ?? process.stdout;
}

/** Keeps standard output for results. */
export function reserveStandardOutput(): void {
  if (kept !== undefined) return;
  kept = process.stdout;
  Object.defineProperty(process, "stdout", {
    configurable: true,
    enumerable: true,
    get: () => process.stderr,
  });
  // For those who import it by name.
  syncBuiltinESMExports();
}
