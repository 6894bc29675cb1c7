/**
 * One line that tells where a run stands. On a terminal it is rewritten in place a few times a second; elsewhere it is
 * printed as a new line every few seconds, so that logs stay readable.
 */
import type { Progress } from "../../run/experiment/index.ts";

const terminalInterval = 200;
const logInterval = 5000;

export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  #next = 0;
  #open = false;

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  show(progress: Progress): void {
    const now = performance.now();
    const isLast = progress.iteration === progress.iterations;
    if (now < this.#next && !isLast) return;
    const terminal = this.#stream.isTTY;
    this.#next = now + (terminal ? terminalInterval : logInterval);
    const text = progressText(progress);
    if (!terminal) {
      this.#stream.write(`${text}\n`);
      return;
    }
    // Erase what is left of a longer line; never let it wrap.
    this.#stream.write(`\r\u001B[2K${text.slice(0, this.#stream.columns - 1)}`);
    this.#open = true;
  }

  /** Leaves the line standing and moves below it. */
  end(): void {
    if (this.#open) this.#stream.write("\n");
    this.#open = false;
  }
}

export function progressText(p: Progress): string {
  const share = Math.floor((100 * p.iteration) / p.iterations);
  const tv = p.tv === null ? "" : `  TV ${p.tv.toFixed(3)} (limit ${p.limitTv.toFixed(3)})`;
  return (
    `${String(share).padStart(3)} %  ${p.iteration}/${p.iterations}  ${p.perSecond.toFixed(0)}/s  ` +
    `${duration(p.secondsLeft)} left  loss ${p.loss.toPrecision(3)}${tv}  mean ${p.meanScore.toFixed(3)}  ` +
    `best ${p.best.sequence} ${p.best.score.toFixed(3)}`
  );
}

/** Seconds as people say them. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
