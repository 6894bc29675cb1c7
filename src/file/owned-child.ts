/**
 * Starting another program: the one place where it is done. No shell is involved, so nothing needs quoting; what the
 * program last said on standard error is kept for messages; its end is reported once; and it never outlives this
 * process. What is said to it is up to others: lines (`line-process.ts`) or messages (`scale/process-pool.ts`).
 */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";

export interface OwnedChildOptions {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio: StdioOptions;
}

/** Why a process is gone. */
export interface ProcessEnd {
  /** "exit code 1", "signal SIGKILL" or the system's reason for not starting. */
  readonly reason: string;
  readonly started: boolean;
}

const LAST_WORDS = 2_000;
/** After the exit, a grandchild may hold the pipes open for ever; this long we wait for last lines. */
const DRAIN_MS = 500;

const alive = new Set<ChildProcess>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function killAll(): void {
  for (const child of alive) child.kill("SIGKILL");
}

/** A signal that nobody else hears ends us at once and without an exit event. Who hears it decides for himself. */
function killAndGo(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  for (const name of signals) process.off(name, killAndGo);
  process.kill(process.pid, signal);
}

function own(child: ChildProcess): void {
  if (alive.size === 0) {
    process.on("exit", killAll);
    for (const name of signals) process.on(name, killAndGo);
  }
  alive.add(child);
}

function disown(child: ChildProcess): void {
  if (!alive.delete(child) || alive.size > 0) return;
  process.off("exit", killAll);
  for (const name of signals) process.off(name, killAndGo);
}

export class OwnedChild {
  readonly child: ChildProcess;
  /** Resolves once, when the process has ended or could not be started. */
  readonly gone: Promise<ProcessEnd>;
  #lastWords = "";

  constructor({ command: [program, ...args], cwd, env, stdio }: OwnedChildOptions) {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio, windowsHide: true });
    this.child = child;
    own(child);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS);
    });
    // A process that dies while we write closes the pipe; its end is reported below.
    child.stdin?.on("error", () => undefined);
    this.gone = new Promise((resolve) => {
      const finish = (end: ProcessEnd): void => {
        disown(child);
        resolve(end);
      };
      child.on("error", (error) => {
        if (child.pid === undefined) finish({ reason: error.message, started: false });
      });
      let end: ProcessEnd = { reason: "unknown", started: true };
      child.on("exit", (code, signal) => {
        end = { reason: code === null ? `signal ${signal}` : `exit code ${code}`, started: true };
        setTimeout(() => finish(end), DRAIN_MS).unref();
      });
      child.on("close", () => {
        if (child.pid !== undefined) finish(end);
      });
    });
  }

  /** What it said last on standard error, where that is a pipe. */
  get lastWords(): string {
    return this.#lastWords.trim();
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  /** Waits for the end of a process that was asked to leave; one that is not gone in time is killed. */
  async leave(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.kill(), graceMs);
    await this.gone;
    clearTimeout(timer);
  }
}
