/** Where a forecast stands, on one line of stderr: rewritten on a terminal, printed now and then elsewhere. */
import { LiveLine, type LineStream } from "../terminal/live-line.ts";
import { printableLine } from "../terminal/printable.ts";
import { duration } from "../experiment/progress-line.ts";

const logInterval = 5000;

export class ForecastProgress {
  readonly #line: LiveLine;
  readonly #started = performance.now();
  #next = 0;

  constructor(stream?: LineStream) {
    this.#line = new LiveLine(stream);
  }

  /** Gives the event loop a turn, so that Ctrl-C is heard between members, which compute without a pause. */
  async show(done: number, total: number, what: string): Promise<void> {
    const now = performance.now();
    if (this.#line.exists) {
      this.#line.show(this.#text(done, total, what));
    } else if (now >= this.#next && done > 0) {
      this.#next = now + logInterval;
      this.#line.say(this.#text(done, total, what));
    }
    await new Promise((resume) => setImmediate(resume));
  }

  end(): void {
    this.#line.clear();
  }

  #text(done: number, total: number, what: string): string {
    const spent = (performance.now() - this.#started) / 1000;
    const left = done > 0 ? `${duration((spent / done) * (total - done))} left` : "";
    const parts = [`${String(Math.floor((100 * done) / total)).padStart(3)} %`, left, what];
    return printableLine(parts.filter(Boolean).join("  "));
  }
}
