/** Where a forecast stands, on one line of stderr: rewritten on a terminal, printed now and then elsewhere. */
import { LiveLine, type LineStream } from "../terminal/live-line.ts";
import { printableLine } from "../terminal/printable.ts";
import { duration } from "../../number-words.ts";

const logInterval = 5000;
/** A log is told of a file that takes longer than this to read. */
const longReading = 2000;

export class ForecastProgress {
  readonly #line: LiveLine;
  #started = performance.now();
  #next = this.#started + longReading;
  /** What the work was measured in when it was told of last; reading a file and fitting to it are told apart by it. */
  #last = { done: 0, total: 0 };

  constructor(stream?: LineStream) {
    this.#line = new LiveLine(stream);
  }

  /** Gives the event loop a turn, so that Ctrl-C is heard between members, which compute without a pause. */
  async show(done: number, total: number, what: string): Promise<void> {
    const now = performance.now();
    if (total !== this.#last.total || done < this.#last.done) {
      // The next part of the work, whose time is its own; the first one is told of if it takes long.
      if (this.#last.total > 0) this.#next = 0;
      this.#started = now;
    }
    this.#last = { done, total };
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
