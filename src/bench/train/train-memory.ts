/** The peak memory of `windage train` as a user starts it, measured in a process of its own. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { ownProgram } from "./train-child.ts";

/** Says at the end of the process, on a pipe of its own, how much memory it had at most. */
const reporter = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));',
)}`;

/** Trains with the defaults, but for the options given, in a folder that is removed afterwards; units of 2^20 bytes. */
export async function defaultRunMemoryMb(options: readonly string[] = []): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "windage-bench-"));
  try {
    const command = [
      "--import",
      reporter,
      ...ownProgram("../../cli/main"),
      "train",
      "--runs",
      folder,
      ...options,
    ];
    const child = spawn(process.execPath, command, { stdio: ["ignore", "ignore", "pipe", "pipe"] });
    const killChild = (): boolean => child.kill("SIGKILL");
    process.on("exit", killChild);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code));
    });
    const [kilobytes, complaint, code] = await Promise.all([
      text(child.stdio[3] as Readable),
      text(child.stderr!),
      ended,
    ]);
    process.off("exit", killChild);
    if (code !== 0) {
      throw new Error(
        `windage train ended with ${String(code)}: ${complaint.trim().split("\n").at(-1) ?? ""}`,
      );
    }
    return Number(kilobytes) / 1024;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
