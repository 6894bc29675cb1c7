/**
 * Starting another program: the one place where it is done. No shell is involved, so nothing needs quoting; what the
 * program last said on standard error is kept for messages; its end is reported once and waited for only so long; and it
 * never outlives this process, nor does what it started itself where it leads a group. What is said to it is up to
 * others: lines (`line-process.ts`) or messages (`scale/process-pool.ts`).
 */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { guardGroup, killGroup, ownGroup } from "./process-group.ts";

export interface OwnedChildOptions {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdio: StdioOptions;
  /**
   * Whether it leads a process group, so that what it starts ends with it. For programs of users: ours start nothing that
   * outlives them, and stay in the group of this process, which a terminal stops and continues as one.
   */
  readonly group?: boolean;
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
/** A process that waits for a broken disk cannot be killed; this long after the attempt it is given up. */
const KILLED_MS = 2_000;

const alive = new Set<OwnedChild>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function killAll(): void {
  for (const child of alive) child.kill();
}

/** A signal that nobody else hears ends us at once and without an exit event. Who hears it decides for himself. */
function killAndGo(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  for (const name of signals) process.off(name, killAndGo);
  process.kill(process.pid, signal);
}

function own(child: OwnedChild): void {
  if (alive.size === 0) {
    process.on("exit", killAll);
    for (const name of signals) process.on(name, killAndGo);
  }
  alive.add(child);
}

function disown(child: OwnedChild): void {
  if (!alive.delete(child) || alive.size > 0) return;
  process.off("exit", killAll);
  for (const name of signals) process.off(name, killAndGo);
}

export class OwnedChild {
  readonly child: ChildProcess;
  /** Resolves once, when the process has ended, could not be started or is given up. */
  readonly gone: Promise<ProcessEnd>;
  readonly #group: boolean;
  #callOffGuard: () => void = () => undefined;
  #finish!: (end: ProcessEnd) => void;
  #lastWords = "";

  constructor({ command: [program, ...args], cwd, env, stdio, group = false }: OwnedChildOptions) {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio,
      windowsHide: true,
      ...(group ? ownGroup : {}),
    });
    this.child = child;
    this.#group = group;
    own(this);
    if (group && child.pid !== undefined) this.#callOffGuard = guardGroup(child.pid);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS);
    });
    // A process that dies while we write closes the pipe; its end is reported below.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => undefined);
    this.gone = new Promise((resolve) => {
      this.#finish = (end) => {
        this.#letGo();
        resolve(end);
      };
      child.on("error", (error) => {
        if (child.pid === undefined) this.#finish({ reason: error.message, started: false });
      });
      let end: ProcessEnd = { reason: "unknown", started: true };
      child.on("exit", (code, signal) => {
        end = { reason: code === null ? `signal ${signal}` : `exit code ${code}`, started: true };
        setTimeout(() => this.#finish(end), DRAIN_MS).unref();
      });
      child.on("close", () => {
        if (child.pid !== undefined) this.#finish(end);
      });
    });
  }

  /** What it said last on standard error, where that is a pipe. */
  get lastWords(): string {
    return this.#lastWords.trim();
  }

  kill(): void {
    if (this.#group && this.child.pid !== undefined) killGroup(this.child.pid);
    this.child.kill("SIGKILL");
  }

  /** Waits for the end of a process that was asked to leave; one that is not gone in time is killed. */
  async leave(graceMs: number): Promise<void> {
    const kill = setTimeout(() => this.kill(), graceMs);
    const giveUp = setTimeout(
      () => this.#finish({ reason: "it could not be killed", started: true }),
      graceMs + KILLED_MS,
    );
    await this.gone;
    clearTimeout(kill);
    clearTimeout(giveUp);
  }

  /** Ends what it left behind, and holds on to nothing of it: an open pipe would keep this process running. */
  #letGo(): void {
    if (!alive.has(this)) return;
    disown(this);
    if (this.#group && this.child.pid !== undefined) killGroup(this.child.pid);
    this.#callOffGuard();
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream?.destroy();
    this.child.unref();
  }
}
