/** Where a forecast stands, on one line of stderr: rewritten on a terminal, printed now and then elsewhere. */
import { eraseLine } from "../terminal/style.ts";
import { printableLine } from "../terminal/printable.ts";
import { duration } from "../experiment/progress-line.ts";

const logInterval = 5000;

export class ForecastProgress {
  readonly #stream: NodeJS.WriteStream;
  readonly #started = performance.now();
  #next = 0;
  #open = false;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  /** Gives the event loop a turn, so that Ctrl-C is heard between members, which compute without a pause. */
  async show(done: number, total: number, what: string): Promise<void> {
    const now = performance.now();
    if (this.#stream.isTTY) {
      this.#stream.write(
        `${eraseLine}${this.#text(done, total, what).slice(0, (this.#stream.columns || 80) - 1)}`,
      );
      this.#open = true;
    } else if (now >= this.#next && done > 0) {
      this.#next = now + logInterval;
      this.#stream.write(`${this.#text(done, total, what)}\n`);
    }
    await new Promise((resume) => setImmediate(resume));
  }

  end(): void {
    if (this.#open) this.#stream.write(eraseLine);
    this.#open = false;
  }

  #text(done: number, total: number, what: string): string {
    const spent = (performance.now() - this.#started) / 1000;
    const left = done > 0 ? `${duration((spent / done) * (total - done))} left` : "";
    const parts = [`${String(Math.floor((100 * done) / total)).padStart(3)} %`, left, what];
    return printableLine(parts.filter(Boolean).join("  "));
  }
}
