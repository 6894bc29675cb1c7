/**
 * The one line of a terminal that is about what is going on, and is rewritten in place. What is no terminal, or one that
 * obeys no codes (`TERM=dumb`), has no such line; whoever shows progress prints a line now and then there instead.
 */
import { clip, printableLine } from "./printable.ts";
import { eraseLine } from "./style.ts";

/** What has to be known of a stream. */
export type LineStream = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;

/** Whether a stream is a terminal on which a line can be taken back. */
export function canRewrite(
  stream: Pick<LineStream, "isTTY">,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return stream.isTTY && environment["TERM"] !== "dumb";
}

export class LiveLine {
  readonly #stream: LineStream;
  #open = false;

  constructor(stream: LineStream = process.stderr) {
    this.#stream = stream;
  }

  /** Whether there is such a line. */
  get exists(): boolean {
    return canRewrite(this.#stream);
  }

  /** The columns there are for it; with the last one filled, terminals differ in where they go on. */
  get width(): number {
    return (this.#stream.columns || 80) - 1;
  }

  /** Shows a text in place of the one before; it never wraps. */
  show(text: string): void {
    this.#stream.write(`${eraseLine}${clip(printableLine(text), this.width)}`);
    this.#open = true;
  }

  /** Takes the line away, so that what comes next begins on its own. */
  clear(): void {
    if (this.#open) this.#stream.write(eraseLine);
    this.#open = false;
  }

  /** Leaves the line standing and moves below it. */
  end(): void {
    if (this.#open) this.#stream.write("\n");
    this.#open = false;
  }

  /** Prints a line of its own. */
  say(text: string): void {
    this.clear();
    this.#stream.write(`${text}\n`);
  }
}
