/**
 * Jobs over several processes of our own. Each process does one job at a time and is kept for the next; one that dies
 * fails its job and is replaced. Jobs, news and results are JSON. No process outlives this one. What a job is, only the two ends know (`serve-jobs.ts` is the other one).
 */
import { fileURLToPath } from "node:url";
import { WindageError } from "../error.ts";
import { unsealed } from "../wording.ts";
import { tellFault, tellWaiting } from "../file/notices.ts";
import { OwnedChild } from "../file/owned-child.ts";
import type { FromWorker, SentError, ToWorker } from "./messages.ts";

/** How many processes, of which program. */
export interface PoolOptions {
  /** The program of the processes, which calls `serveJobs`; beside it lies its source or what was built from it. */
  readonly program: URL;
  /** What every process is told when it starts. */
  readonly setup: unknown;
  readonly size: number;
}

/** What becomes of jobs; nothing else is told once the signal is aborted. */
export interface PoolHooks<Job> {
  readonly signal?: AbortSignal;
  onStart?(job: Job): void;
  onNews?(job: Job, news: unknown): void;
  /** The job counts as done once this is. */
  onResult(job: Job, result: unknown): Promise<void> | void;
  onFailure(job: Job, error: Error): void;
}

/** How long a process may take to leave by itself. */
const leaveMs = 2000;

export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #killAll = (): void => {
    for (const worker of this.#all) worker.kill();
  };

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Does all jobs, the first ones first. Ends early, with the processes killed, when the signal is aborted or a hook
   * fails; no job is begun or reported after that.
   */
  async run<Job>(jobs: readonly Job[], hooks: PoolHooks<Job>): Promise<void> {
    const waiting = [...jobs];
    const stop = new AbortController();
    const onAbort = (): void => {
      stop.abort();
      this.#killAll();
    };
    hooks.signal?.addEventListener("abort", onAbort);
    if (hooks.signal?.aborted) stop.abort();
    const line = async (): Promise<void> => {
      try {
        while (waiting.length > 0 && !stop.signal.aborted)
          await this.#one(waiting.shift()!, hooks, stop.signal);
      } catch (error) {
        onAbort();
        throw error;
      }
    };
    const lines = await Promise.allSettled(
      Array.from({ length: Math.min(this.#options.size, jobs.length) }, line),
    );
    hooks.signal?.removeEventListener("abort", onAbort);
    const failed = lines.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  async #one<Job>(job: Job, hooks: PoolHooks<Job>, stopped: AbortSignal): Promise<void> {
    const worker = this.#idleWorker() ?? this.#start();
    hooks.onStart?.(job);
    let result: unknown;
    try {
      result = await worker.do(job, (news) => {
        if (!stopped.aborted) hooks.onNews?.(job, news);
      });
    } catch (error) {
      if (!stopped.aborted) hooks.onFailure(job, error as Error);
      return;
    } finally {
      if (worker.alive) this.#idle.push(worker);
      else this.#all.delete(worker);
    }
    await hooks.onResult(job, result);
  }

  /** One that waits for work; those that died meanwhile are forgotten. */
  #idleWorker(): Worker | undefined {
    for (;;) {
      const worker = this.#idle.pop();
      if (worker === undefined || worker.alive) return worker;
      this.#all.delete(worker);
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.program, this.#options.setup);
    this.#all.add(worker);
    return worker;
  }

  /** Lets all processes go. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#all, (worker) => worker.close()));
  }
}

/** One process, as seen from here. */
class Worker {
  readonly #owned: OwnedChild;
  #onMessage: (message: FromWorker) => void = () => undefined;
  #onEnd: (error: Error) => void = () => undefined;
  alive = true;

  constructor(program: URL, setup: unknown) {
    const fromSource = program.pathname.endsWith(".ts");
    const loader = fromSource ? ["--import", import.meta.resolve("tsx")] : [];
    this.#owned = new OwnedChild({
      command: [process.execPath, ...loader, fileURLToPath(program)],
      // stdout is the command's own; stderr holds the last words of a process that dies.
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#owned.child.on("message", (message) => this.#onMessage(message as FromWorker));
    void this.#mourn();
    this.#send({ setup });
  }

  /** Says that it died, once it has. */
  async #mourn(): Promise<void> {
    const { reason } = await this.#owned.gone;
    this.alive = false;
    this.#onEnd(new WindageError("run/worker-died", this.#obituary(reason), { kind: "failure" }));
  }

  /** Does one job; rejects with its error, or when the process dies over it. */
  do(job: unknown, onNews: (news: unknown) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#onEnd = reject;
      this.#onMessage = (message) => {
        if ("news" in message) onNews(message.news);
        else if ("waiting" in message) tellWaiting(message.waiting);
        else if ("fault" in message) tellFault(toFault(message.fault));
        else if ("result" in message) resolve(message.result);
        else {
          this.alive &&= message.error.last !== true;
          reject(toError(message.error));
        }
      };
      if (this.alive) this.#send({ job });
      else reject(new WindageError("run/worker-died", this.#obituary("it had ended"), { kind: "failure" }));
    });
  }

  kill(): void {
    this.#owned.kill();
  }

  async close(): Promise<void> {
    // Not by cutting the line: after that, Node no longer tells when the process has ended.
    if (this.alive) this.#send({ leave: true });
    await this.#owned.leave(leaveMs);
  }

  #send(message: ToWorker): void {
    // A process that is gone is noticed by its end.
    this.#owned.child.send(message, () => undefined);
  }

  #obituary(reason: string): string {
    const words = this.#owned.lastWords.split("\n").at(-1);
    const memory =
      reason === "signal SIGKILL"
        ? " If nobody killed it, memory may have run out; try fewer at a time."
        : "";
    return `its process ended (${reason})${words ? `: ${words}` : "."}${memory}`;
  }
}

function toError(sent: SentError): Error {
  return sent.code === undefined ? new Error(sent.message) : toFault(sent);
}

function toFault({ code = "run/worker-died", kind = "user", message }: SentError): WindageError {
  return new WindageError(code, unsealed(message), { kind });
}
