/**
 * PyTorch as a child process: bench/reference/engine.py, started once per number of threads and asked to measure
 * whenever its turn comes. Every answer has a time limit, and no child outlives us.
 */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { BenchCase, StepCase } from "./cases.ts";

/** What a child says about itself. */
export interface TorchInfo {
  readonly torch: string;
  readonly python: string;
  readonly threads: number;
  /** The libraries that do its matrix products. */
  readonly blas: readonly string[];
}

// The same relative path leads to the script from src/bench and from dist/bench.
const script = fileURLToPath(new URL("../../bench/reference/engine.py", import.meta.url));
const startMs = 30_000;
const answerMs = 30_000;

/** How to get the column that is missing. */
const remedy =
  'Install PyTorch for the column (on Debian: "apt-get install python3-torch libopenblas0-pthread") or name a Python that has it in WINDAGE_PYTHON.';

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

export class TorchChild {
  readonly info: TorchInfo;
  readonly #link: Link;

  private constructor(info: TorchInfo, link: Link) {
    this.info = info;
    this.#link = link;
  }

  /** Starts `python` with that many threads; throws when it has no torch. */
  static async start(python: string, threads: number): Promise<TorchChild> {
    const link = new Link(python, threads);
    try {
      return new TorchChild((await link.next(startMs)) as TorchInfo, link);
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  /** Milliseconds per step, from steps run for about the given time. */
  async measure(benchCase: BenchCase, milliseconds: number): Promise<number> {
    const answer = await this.#link.ask({ command: "measure", case: benchCase, milliseconds });
    return (answer as { milliseconds: number }).milliseconds;
  }

  /** The loss and the norm of its gradient for our weights and inputs. */
  async evaluate(
    stepCase: StepCase,
    weights: Readonly<Record<string, readonly number[]>>,
    inputs: Readonly<Record<string, readonly number[]>>,
  ): Promise<{ readonly loss: number; readonly gradientNorm: number }> {
    const answer = await this.#link.ask({ command: "evaluate", case: stepCase, weights, inputs });
    return answer as { loss: number; gradientNorm: number };
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}

/** Lines of JSON to a child and back, one answer for each request. */
class Link {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<string>;
  #errors = "";

  constructor(python: string, threads: number) {
    const count = String(threads);
    // The libraries below torch read these once, when they are loaded.
    const env = {
      ...process.env,
      OMP_NUM_THREADS: count,
      OPENBLAS_NUM_THREADS: count,
      MKL_NUM_THREADS: count,
      PYTHONIOENCODING: "utf-8",
    };
    this.#child = spawn(python, [script, count], { env, stdio: ["pipe", "pipe", "pipe"] });
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

function likelyPythons(): string[] {
  const named = process.env["WINDAGE_PYTHON"];
  // A version manager's python3 often hides the system's, which is the one Debian's package belongs to.
  return [...(named ? [named] : []), "python3", "/usr/bin/python3"];
}

/** Children of the first Python that has torch, one for each number of threads; or why there are none. */
export async function openTorch(
  threadCounts: readonly number[],
  pythons: readonly string[] = likelyPythons(),
): Promise<readonly TorchChild[] | { readonly missing: string }> {
  if (!existsSync(script)) {
    return {
      missing: `PyTorch was not measured: bench/reference/engine.py is in Windage's repository and not in its package; clone it and run "npm run bench:engine".`,
    };
  }
  const reasons: string[] = [];
  for (const python of pythons) {
    const opened: TorchChild[] = [];
    try {
      for (const threads of threadCounts) opened.push(await TorchChild.start(python, threads));
      return opened;
    } catch (error) {
      await Promise.all(opened.map((child) => child.close()));
      reasons.push(`${python}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { missing: `PyTorch was not measured (${reasons.join("; ")}). ${remedy}` };
}
