/**
 * A child process that is told what to measure: lines of JSON to it and back, one answer for each request, each within a
 * time limit. What is asked and answered is up to the two ends (`train-child.ts`).
 */
import { LineProcess } from "../file/line-process.ts";

const answerMs = 30_000;
const leaveMs = 1000;

export class ChildLink {
  readonly #process: LineProcess;
  readonly #answers: string[] = [];
  /** Why no more answers will come. */
  #end: string | undefined;
  #wake: () => void = () => undefined;

  constructor(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#process = new LineProcess({
      command: [command, ...args],
      env,
      onLine: (line) => {
        this.#answers.push(line);
        this.#wake();
      },
      onEnd: ({ reason, started }) => {
        this.#end = started ? `it ended with ${reason.replace("exit code", "code")}` : reason;
        this.#wake();
      },
    });
  }

  async ask(request: unknown, limitMs = answerMs): Promise<unknown> {
    this.#process.send(`${JSON.stringify(request)}\n`);
    return this.next(limitMs);
  }

  /** The next answer; an answer that does not come in time costs the child its life. */
  async next(limitMs: number): Promise<unknown> {
    const late = setTimeout(() => {
      this.#end ??= `no answer within ${limitMs / 1000} s`;
      this.#process.kill();
      this.#wake();
    }, limitMs);
    try {
      while (this.#answers.length === 0 && this.#end === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(late);
    }
    const line = this.#answers.shift();
    if (line === undefined) {
      const lastWords = this.#process.lastWords.split("\n").at(-1);
      throw new Error(lastWords ? `${this.#end}: ${lastWords}` : this.#end);
    }
    const answer = JSON.parse(line) as { error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /** The child leaves when its standard input ends; one that does not is made to. */
  close(): Promise<void> {
    return this.#process.stop(leaveMs);
  }
}
