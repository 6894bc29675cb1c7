/** Starts the real program as a user does, with a folder of runs that is gone when the tests of a file have ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { builtProgram } from "./built-program.fixture.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Windage {
  /** The folder of runs. */
  readonly runs: string;
  /** A folder for files of the test. */
  readonly files: string;
  run(...words: string[]): Promise<Outcome>;
  /** Starts it without waiting; `ended` is kept when it ends. */
  start(...words: string[]): { readonly child: ChildProcess; readonly ended: Promise<Outcome> };
  names(): string[];
}

/** Call it at the top of a test file; `variables` are added to the program's environment. */
export function windage(variables: Readonly<Record<string, string>> = {}): Windage {
  const folder = mkdtempSync(join(tmpdir(), "windage-test-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const runs = join(folder, "runs");
  const start: Windage["start"] = (...words) => {
    const child = spawn(process.execPath, [builtProgram(), ...words], {
      cwd: root,
      env: { ...process.env, WINDAGE_RUNS: runs, WINDAGE_DATA: join(folder, "data"), ...variables },
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    const ended = new Promise<Outcome>((done) => {
      child.on("close", (code) => done({ code, out, err }));
    });
    return { child, ended };
  };
  return {
    runs,
    files: folder,
    start,
    run: (...words) => start(...words).ended,
    names: () =>
      readdirSync(runs)
        .filter((name) => !name.startsWith("."))
        .sort(),
  };
}
