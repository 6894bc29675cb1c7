/** The command line as a process that campaigns may kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A process under way. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** How it ended; undefined while it runs, null where it was killed. */
  code(): number | null | undefined;
  /** What it has said on stderr. */
  said(): string;
}

/** Starts the command line; the built one where there is one, since it starts sooner. */
export function start(folder: string, words: readonly string[]): Started {
  const built = join(root, "dist", "cli", "main.js");
  const program = existsSync(built) ? [built] : ["--import", "tsx", join(root, "src/cli/main.ts")];
  const env = { ...process.env, WINDAGE_RUNS: join(folder, "runs"), WINDAGE_DATA: join(folder, "data") };
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  let code: number | null | undefined;
  const ended = new Promise<void>((done) => {
    child.on("close", (exit) => {
      code = exit;
      done();
    });
  });
  return { child, ended, code: () => code, said: () => said };
}
