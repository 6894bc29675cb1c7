/**
 * A child process that is told what to measure: lines of JSON to it and back. Every answer has a time limit, and no child
 * outlives us. What is asked and answered is up to the two ends (`torch.ts`, `train-child.ts`).
 */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";

const answerMs = 30_000;

/** Ends every child when this process ends, however that comes about. */
const children = new Set<ChildProcessWithoutNullStreams>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function killAll(): void {
  for (const child of children) child.kill("SIGKILL");
}

function killAndGo(signal: NodeJS.Signals): void {
  killAll();
  for (const name of signals) process.off(name, killAndGo);
  process.kill(process.pid, signal);
}

function watch(child: ChildProcessWithoutNullStreams): void {
  if (children.size === 0) {
    process.on("exit", killAll);
    for (const name of signals) process.on(name, killAndGo);
  }
  children.add(child);
}

function unwatch(child: ChildProcessWithoutNullStreams): void {
  if (!children.delete(child) || children.size > 0) return;
  process.off("exit", killAll);
  for (const name of signals) process.off(name, killAndGo);
}

/** Lines of JSON to a child and back, one answer for each request. */
export class ChildLink {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<string>;
  #errors = "";

  constructor(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const env = { ...process.env, ...environment };
    this.#child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    watch(this.#child);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-2000);
    });
    // A child that is gone is noticed by the answer it does not give.
    this.#child.stdin.on("error", () => undefined);
    this.#ended = new Promise((resolve) => {
      const settle = (reason: string): void => {
        unwatch(this.#child);
        resolve(reason);
      };
      this.#child.on("error", (error) => settle(error.message));
      this.#child.on("close", (code, signal) => settle(`it ended with ${signal ?? `code ${String(code)}`}`));
    });
  }

  async ask(request: unknown): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    return this.next(answerMs);
  }

  /** The next answer; an answer that does not come in time costs the child its life. */
  async next(limitMs: number): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#child.kill("SIGKILL");
        reject(new Error(`no answer within ${limitMs / 1000} s`));
      }, limitMs);
    });
    try {
      const { done, value } = await Promise.race([this.#lines.next(), late]);
      if (done) {
        const lastWords = this.#errors.trim().split("\n").at(-1);
        throw new Error(lastWords ? `${await this.#ended}: ${lastWords}` : await this.#ended);
      }
      const answer = JSON.parse(value) as { error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The child leaves when its stdin ends; one that does not is made to. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 1000);
    await this.#ended;
    clearTimeout(timer);
  }
}
