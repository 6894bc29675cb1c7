/** Whole runs of the real command, as a user starts them: how long they take and how near the target they come. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Build } from "./revision.ts";

/** A figure of one build, from one run with one seed. */
export interface WholeRun {
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  /** The figure; a smaller one is better. */
  measure(build: Build, seed: number): Promise<number>;
}

/** The default run, from the start of the process to its report. */
export const defaultRunSeconds: WholeRun = {
  title: "default run, start to report",
  unit: "s",
  digits: 2,
  measure: (build, seed) => secondsOf(build, ["--seed", String(seed)]),
};

/** The default run until the exact total variation is below a value, from the start of the process. */
export const secondsToTv = (tv: number): WholeRun => ({
  title: `default run to TV ≤ ${tv}`,
  unit: "s",
  digits: 2,
  measure: (build, seed) =>
    secondsOf(build, ["--seed", String(seed), "--evaluate-every", "25", "--stop-below", String(tv)]),
});

/** The exact total variation after the default run has been given some seconds and then a Ctrl-C. */
export const tvAfter = (seconds: number): WholeRun => ({
  title: `exact TV after ${seconds} s`,
  unit: "",
  digits: 4,
  measure: (build, seed) =>
    inTemporaryRuns(async (runs) => {
      // Checkpoints on the way would be part of the time; Ctrl-C leaves one anyway.
      const flags = ["--seed", String(seed), "--checkpoint-every", "1000000", "--runs", runs];
      const child = spawn(process.execPath, [build.main, "train", ...flags], { stdio: "ignore" });
      const ended = once(child, "exit");
      const timer = setTimeout(() => child.kill("SIGINT"), seconds * 1000);
      await ended;
      clearTimeout(timer);
      const run = (await readdir(runs)).find((name) => !name.startsWith("."));
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [build.main, "evaluate", join(runs, run!), "--json"],
        { maxBuffer: 2 ** 26 },
      );
      return (JSON.parse(stdout) as { exact: { tv: number } }).exact.tv;
    }),
});

function secondsOf(build: Build, flags: readonly string[]): Promise<number> {
  return inTemporaryRuns(async (runs) => {
    const start = performance.now();
    await promisify(execFile)(process.execPath, [build.main, "train", ...flags, "--runs", runs, "--json"], {
      maxBuffer: 2 ** 26,
    });
    return (performance.now() - start) / 1000;
  });
}

async function inTemporaryRuns<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "windage-against-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
