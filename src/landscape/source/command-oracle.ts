/**
 * Scores from a user's program, in any language: questions and answers are JSON lines on its standard input and
 * output (`command-protocol.ts`). The program stays alive between batches. When it dies it is started again and
 * asked what is still open, with back-off, until it has died several times without a single answer; when it is
 * silent for too long, or says something else than answers, that is an error.
 */

import { WindageError } from "../../error.ts";
import { tellWhile } from "../../file/notices.ts";
import { type BackOff, backOffDelay, sleep } from "./back-off.ts";
import { checkScores } from "../oracle/check-scores.ts";
import { type CommandLine, readAnswer, writeQuestions } from "./command-protocol.ts";
import type { Heard, Oracle } from "../landscape.ts";
import type { Context } from "../context.ts";
import { LineProcess } from "../../file/line-process.ts";
import type { ProcessEnd } from "../../file/owned-child.ts";
import { OracleError, unanswered } from "../oracle/oracle-error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import { checkCount, checkMilliseconds, scoreInBatches } from "../oracle/score-in-batches.ts";

/** How to run the program. */
export interface CommandOptions {
  /** The program and its arguments as a list, never a shell line. */
  readonly command: readonly [string, ...string[]];
  readonly name?: string;
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The most questions sent at once; 256 unless told. */
  readonly maxBatch?: number;
  /** The longest silence while answers are owed; 60,000 unless told. */
  readonly timeoutMs?: number;
  /** How long answers may still come after a line that is none, before the call fails; 1,000 unless told. */
  readonly drainMs?: number;
  /** How often in a row it may die without an answer and be started again; 3 unless told. */
  readonly maxRestarts?: number;
  /** The first wait before a restart; 200 unless told, doubling each time. */
  readonly backOffMs?: number;
}

/** A batch that is being answered. */
interface Open {
  readonly sequences: readonly string[];
  readonly scores: Float64Array;
  readonly answered: Uint8Array;
  /** Which sequence a question's id stands for, as long as it is unanswered. */
  readonly positionOf: Map<number, number>;
  readonly settle: (end: ProcessEnd | WindageError | "complete") => void;
  readonly timer: NodeJS.Timeout;
  readonly heard: Heard | undefined;
  /** What is wrong with a line that was no answer; the batch fails once no more answers come. */
  stray?: WindageError;
}

const STOP_GRACE_MS = 500;
const MAX_BACK_OFF_MS = 10_000;

export class CommandOracle implements Oracle {
  readonly name: string;
  readonly enumerable = false;
  readonly #options: CommandOptions;
  readonly #maxBatch: number;
  readonly #timeoutMs: number;
  readonly #drainMs: number;
  readonly #maxRestarts: number;
  readonly #backOff: BackOff;
  readonly #disposed = new AbortController();
  #process: LineProcess | undefined;
  #open: Open | undefined;
  #nextId = 0;
  /** The first line that came while nothing was asked. */
  #unasked: string | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: CommandOptions) {
    if (typeof options.command === "string" || options.command.length === 0) {
      throw new WindageError(
        "landscape/invalid-option",
        `command: got ${JSON.stringify(options.command)}, expected a list such as ["python3", "score.py"]; no shell is involved`,
      );
    }
    this.name = options.name ?? `command ${options.command[0]}`;
    this.#options = options;
    this.#maxBatch = checkCount("maxBatch", options.maxBatch ?? 256, 1);
    this.#timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? 60_000);
    this.#drainMs = checkMilliseconds("drainMs", options.drainMs ?? 1_000);
    this.#maxRestarts = checkCount("maxRestarts", options.maxRestarts ?? 3, 0);
    this.#backOff = {
      baseMs: checkMilliseconds("backOffMs", options.backOffMs ?? 200),
      maxMs: MAX_BACK_OFF_MS,
    };
  }

  /** The process id while the program runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  score(sequences: readonly string[], _contexts?: readonly Context[], heard?: Heard): Promise<Float64Array> {
    // One batch at a time: the program reads its input in order, so more in flight would gain nothing.
    const result = this.#queue.then(() =>
      scoreInBatches(sequences, { maxBatch: this.#maxBatch, concurrency: 1 }, (batch) =>
        this.#scoreBatch(batch, heard),
      ),
    );
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async dispose(): Promise<void> {
    this.#disposed.abort();
    this.#open?.settle(
      new WindageError("landscape/disposed", `${this.name}: stopped while answers were owed`),
    );
    await this.#stop(STOP_GRACE_MS);
  }

  async #scoreBatch(sequences: readonly string[], heard: Heard | undefined): Promise<Float64Array> {
    const scores = unanswered(sequences.length);
    const unasked = this.#unasked;
    if (unasked !== undefined) {
      // Whatever it was (a second answer, a message), this program does not speak as it should.
      this.#unasked = undefined;
      await this.#stop(0);
      throw this.#protocolError(unasked, "nothing was asked when it came", scores);
    }
    const answered = new Uint8Array(sequences.length);
    let deaths = 0;
    for (;;) {
      if (this.#disposed.signal.aborted) throw this.#error("disposed", "it was stopped", scores);
      const before = answered.reduce((sum, flag) => sum + flag, 0);
      const outcome = await tellWhile(
        this.name,
        this.#attempt(sequences, scores, answered, heard),
        (seconds) =>
          `Waiting for the ${this.name}, for ${seconds} s so far (it may be silent for ${this.#timeoutMs / 1000} s).`,
      );
      if (outcome === "complete") return checkScores(this.name, sequences, scores);
      if (outcome instanceof WindageError) {
        await this.#stop(0);
        throw new OracleError(outcome.code, outcome.message, { kind: outcome.kind, scores });
      }
      deaths = answered.reduce((sum, flag) => sum + flag, 0) > before ? 1 : deaths + 1;
      if (!outcome.started) {
        throw this.#error(
          "command-not-started",
          `it could not be started (${outcome.reason}); check that ${JSON.stringify(this.#options.command[0])} is installed and on the PATH`,
          scores,
        );
      }
      if (deaths > this.#maxRestarts) {
        const stuck = sequences[answered.indexOf(0)]!;
        throw this.#error(
          "command-died",
          `it ended (${outcome.reason}) ${deaths} times in a row without answering for ${quoteSequence(stuck)}; ` +
            "try that sequence by hand",
          scores,
        );
      }
      await sleep(backOffDelay(this.#backOff, deaths, this.#nextId), this.#disposed.signal);
    }
  }

  /** Asks the running or a new process for what is open; resolves when all is answered or something is wrong. */
  #attempt(
    sequences: readonly string[],
    scores: Float64Array,
    answered: Uint8Array,
    heard: Heard | undefined,
  ): Promise<ProcessEnd | WindageError | "complete"> {
    return new Promise((resolve) => {
      const asked = sequences.map((_, at) => at).filter((at) => answered[at] === 0);
      const firstId = this.#nextId;
      this.#nextId += asked.length;
      const settle = (outcome: ProcessEnd | WindageError | "complete"): void => {
        clearTimeout(timer);
        this.#open = undefined;
        this.#process?.setBusy(false);
        resolve(outcome);
      };
      const timer = setTimeout(() => settle(this.#timeout(sequences, answered)), this.#timeoutMs);
      const positionOf = new Map(asked.map((at, offset) => [firstId + offset, at]));
      this.#open = { sequences, scores, answered, positionOf, settle, timer, heard };
      let child: LineProcess;
      try {
        child = this.#running();
      } catch (error) {
        // A name or argument no system accepts, such as one with a zero byte, is refused before anything starts.
        settle({ reason: error instanceof Error ? error.message : String(error), started: false });
        return;
      }
      child.setBusy(true);
      child.send(
        writeQuestions(
          asked.map((at) => sequences[at]!),
          firstId,
        ),
      );
    });
  }

  #running(): LineProcess {
    if (this.#process !== undefined && !this.#process.ended) return this.#process;
    const { command, cwd, env } = this.#options;
    const child: LineProcess = new LineProcess({
      command,
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
      onLine: (line) => this.#process === child && this.#receive(line),
      onEnd: (end) => this.#process === child && this.#open?.settle(this.#open.stray ?? end),
    });
    this.#process = child;
    return child;
  }

  #receive(line: string): void {
    const open = this.#open;
    if (open === undefined) {
      this.#unasked ??= line;
      return;
    }
    const answer = readAnswer(line);
    const at = answer.kind === "answer" ? open.positionOf.get(answer.id) : undefined;
    if (answer.kind === "garbage" || at === undefined) this.#noteStray(open, line, answer);
    else {
      open.positionOf.delete(answer.id);
      open.answered[at] = 1;
      open.scores[at] = answer.score;
      open.heard?.(open.sequences[at]!, answer.score);
    }
    if (open.positionOf.size === 0) open.settle(open.stray ?? "complete");
    else if (open.stray === undefined) open.timer.refresh();
  }

  /** Answers that are on their way were worked for, so a line that is none ends the batch only once they are in. */
  #noteStray(open: Open, line: string, answer: CommandLine): void {
    if (open.stray !== undefined) return;
    const reason =
      answer.kind === "garbage" ? answer.reason : `the id ${answer.id} was not asked or is already answered`;
    const stray = this.#protocolError(line, reason, open.scores);
    open.stray = stray;
    clearTimeout(open.timer);
    setTimeout(() => this.#open === open && open.settle(stray), this.#drainMs).unref();
  }

  #protocolError(line: string, reason: string, scores: Float64Array): OracleError {
    return this.#error(
      "command-protocol",
      `got the line ${quoteSequence(line)}: ${reason}; expected one {"id":…,"score":…} for each question and nothing ` +
        "else on standard output (write messages to standard error)",
      scores,
    );
  }

  #timeout(sequences: readonly string[], answered: Uint8Array): WindageError {
    const owed = answered.reduce((sum, flag) => sum - flag, answered.length);
    return this.#error(
      "command-timeout",
      `no answer for ${this.#timeoutMs} ms while ${owed} of ${sequences.length} were owed, the first for ` +
        `${quoteSequence(sequences[answered.indexOf(0)]!)}; does it flush its output after each line? ` +
        "Raise timeoutMs (--oracle-timeout) if it needs longer",
      unanswered(0),
    );
  }

  #error(code: string, problem: string, scores: Float64Array): OracleError {
    const tail = this.#process?.lastWords ?? "";
    const stderr = tail === "" ? "" : `\nIts last words on standard error:\n${tail}`;
    return new OracleError(`landscape/${code}`, `${this.name}: ${problem}${stderr}`, {
      kind: "failure",
      scores,
    });
  }

  async #stop(graceMs: number): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child !== undefined && !child.ended) await child.stop(graceMs);
  }
}
