#!/usr/bin/env node
/**
 * The `windage` program: looks whether its files can be opened, and then opens them. Node opens all that a program
 * imports at once, and where it may not it ends with a trace before any line of ours is reached.
 */
import { systemLimits } from "../system-limits.ts";

/** Most that were seen open while a command loads its parts is 150. */
const fewest = 192;

const { openFiles } = systemLimits();
if (openFiles < fewest) {
  const message =
    `got a limit of ${openFiles} open files, expected at least ${fewest}; raise it with "ulimit -n 1024" or in the ` +
    "settings of your scheduler.";
  if (process.argv.includes("--json"))
    process.stdout.write(`${JSON.stringify({ error: { code: "cli/few-files", message } }, null, 2)}\n`);
  else process.stderr.write(`error [cli/few-files] ${message}\n`);
  process.exitCode = 2;
} else {
  const { start } = await import("./start.ts");
  await start();
}
