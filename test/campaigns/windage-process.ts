/** The command line as a process with surroundings of its own: environment, streams and time at most. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** What came of it; where a stream is closed it says nothing. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line to its end; `streams` are redirections of the shell, and null takes a variable away. */
export function runWindage(
  cwd: string,
  words: readonly string[],
  surroundings: { readonly env?: Readonly<Record<string, string | null>>; readonly streams?: string } = {},
): Promise<Ended> {
  const env: NodeJS.ProcessEnv = { ...process.env, WINDAGE_RUNS: `${cwd}/runs`, WINDAGE_DATA: `${cwd}/data` };
  for (const [name, value] of Object.entries(surroundings.env ?? {})) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  const script = `exec "$@" ${surroundings.streams ?? ""}`;
  const child = spawn("/bin/sh", ["-c", script, "sh", process.execPath, main, ...words], { cwd, env });
  child.stdin.end();
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}
