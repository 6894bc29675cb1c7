/**
 * A child process that is spoken to in lines. It splits standard output into lines, keeps the tail of standard
 * error for messages, reports the end exactly once, and never outlives this process: it is killed when we exit,
 * and its input closes even when we are killed. It knows nothing of scores.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { Socket } from "node:net";

/** How to start the process and whom to tell. */
export interface LineProcessOptions {
  /** The program and its arguments; no shell is involved, so nothing needs quoting. */
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** Called once, when the process has ended or could not be started. */
  readonly onEnd: (end: ProcessEnd) => void;
}

/** Why a process is gone. */
export interface ProcessEnd {
  /** "exit code 1", "signal SIGKILL" or the system's reason for not starting. */
  readonly reason: string;
  readonly started: boolean;
}

const STDERR_TAIL = 2_000;
const LONGEST_LINE = 1_000_000;
/** After the exit, a grandchild may hold the pipes open for ever; this long we wait for last lines. */
const DRAIN_MS = 500;

const alive = new Set<ChildProcessWithoutNullStreams>();

function killAll(): void {
  for (const child of alive) child.kill("SIGKILL");
}

export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #options: LineProcessOptions;
  readonly #gone: Promise<void>;
  #partial = "";
  #stderr = "";
  #ended = false;

  constructor(options: LineProcessOptions) {
    this.#options = options;
    const [program, ...args] = options.command;
    // Python holds back its output when it is not a terminal, which looks like a program that hangs.
    const env = { PYTHONUNBUFFERED: "1", ...process.env, ...options.env };
    const child = spawn(program, args, { cwd: options.cwd, env, stdio: "pipe", windowsHide: true });
    this.#child = child;
    if (alive.size === 0) process.on("exit", killAll);
    alive.add(child);
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
    });
    // A process that dies while we write closes the pipe; its end is reported below, once.
    child.stdin.on("error", () => undefined);
    this.#gone = new Promise((resolve) => {
      const finish = (end: ProcessEnd): void => {
        alive.delete(child);
        if (alive.size === 0) process.off("exit", killAll);
        this.#end(end);
        resolve();
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

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The last words on standard error, for messages. */
  get stderrTail(): string {
    return this.#stderr.trim();
  }

  /** Writes text to standard input. */
  send(text: string): void {
    this.#child.stdin.write(text);
  }

  /** A busy process keeps ours running; an idle one must not. */
  setBusy(busy: boolean): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const stream of [stdin, stdout, stderr]) {
      if (stream instanceof Socket) void (busy ? stream.ref() : stream.unref());
    }
    if (busy) this.#child.ref();
    else this.#child.unref();
  }

  /** Closes the input, and kills the process unless it ends within `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.setBusy(true);
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), graceMs);
    await this.#gone;
    clearTimeout(timer);
  }

  #receive(text: string): void {
    const lines = (this.#partial + text).split("\n");
    this.#partial = lines.pop()!;
    if (this.#partial.length > LONGEST_LINE) {
      lines.push(this.#partial);
      this.#partial = "";
    }
    for (const line of lines) if (!this.#ended && line.trim() !== "") this.#options.onLine(line.trim());
  }

  #end(end: ProcessEnd): void {
    if (this.#ended) return;
    if (this.#partial.trim() !== "" && end.started) this.#options.onLine(this.#partial.trim());
    this.#ended = true;
    this.#options.onEnd(end);
  }
}
