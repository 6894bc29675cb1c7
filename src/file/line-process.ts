/**
 * A program that is spoken to in lines, by way of its standard input and output. A line that comes is told at once, the
 * end exactly once and after the last line. It knows nothing of what the lines are about.
 */
import { Socket } from "node:net";
import { OwnedChild, type ProcessEnd } from "./owned-child.ts";

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

const LONGEST_LINE = 1_000_000;

export class LineProcess {
  readonly #owned: OwnedChild;
  readonly #options: LineProcessOptions;
  readonly #told: Promise<void>;
  #partial = "";
  #ended = false;

  constructor(options: LineProcessOptions) {
    this.#options = options;
    const { command, cwd, env } = options;
    this.#owned = new OwnedChild({
      command,
      ...(cwd === undefined ? {} : { cwd }),
      // Python holds back its output when it is not a terminal, which looks like a program that hangs.
      env: { ...(process.env["PYTHONUNBUFFERED"] === undefined ? { PYTHONUNBUFFERED: "1" } : {}), ...env },
      stdio: "pipe",
      group: true,
    });
    this.#owned.child.stdout!.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    this.#told = this.#owned.gone.then((end) => this.#end(end));
  }

  get pid(): number | undefined {
    return this.#owned.child.pid;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The last words on standard error, for messages. */
  get lastWords(): string {
    return this.#owned.lastWords;
  }

  /** Writes text to standard input. */
  send(text: string): void {
    this.#owned.child.stdin!.write(text);
  }

  /** A busy process keeps ours running; an idle one must not. */
  setBusy(busy: boolean): void {
    const { child } = this.#owned;
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      if (stream instanceof Socket) void (busy ? stream.ref() : stream.unref());
    }
    if (busy) child.ref();
    else child.unref();
  }

  kill(): void {
    this.#owned.kill();
  }

  /** Closes the input, and kills the process unless it ends within `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.setBusy(true);
    this.#owned.child.stdin!.end();
    await this.#owned.leave(graceMs);
    await this.#told;
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
    if (this.#partial.trim() !== "" && end.started) this.#options.onLine(this.#partial.trim());
    this.#ended = true;
    this.#options.onEnd(end);
  }
}
