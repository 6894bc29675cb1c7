/** `windage train` as a user starts it, in a process of its own: how long it takes and how much memory it has at most. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { OwnedChild } from "../../file/owned-child.ts";
import { ownProgram } from "./train-child.ts";

/** Says at the end of the process, on a pipe of its own, how much memory it had at most. */
const reporter = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));',
)}`;

/** One run from the start of its process to its report. */
export interface DefaultRun {
  readonly seconds: number;
  /** In units of 2^20 bytes. */
  readonly peakMemoryMb: number;
}

/** Options that end the run as soon as its exact total variation is below a value. */
export const untilTv = (tv: number): readonly string[] => [
  "--evaluate-every",
  "25",
  "--stop-below",
  String(tv),
];

/** Trains with the defaults, but for the options given, in a folder that is removed afterwards. */
export async function measureDefaultRun(options: readonly string[] = []): Promise<DefaultRun> {
  const start = performance.now();
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
    const program = new OwnedChild({
      command: [process.execPath, ...command],
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    });
    const kilobytes = await text(program.child.stdio[3] as Readable);
    const { reason } = await program.gone;
    if (reason !== "exit code 0") {
      throw new Error(`windage train ended with ${reason}: ${program.lastWords.split("\n").at(-1) ?? ""}`);
    }
    return { seconds: (performance.now() - start) / 1000, peakMemoryMb: Number(kilobytes) / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
