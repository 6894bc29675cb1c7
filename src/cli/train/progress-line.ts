/**
 * One line that tells where a run stands. On a terminal it is rewritten in place a few times a second; elsewhere it is
 * printed as a new line every few seconds, so that logs stay readable.
 */
import type { Progress } from "../../run/training/training-loop.ts";
import { duration } from "../../number-words.ts";
import { LiveLine, type LineStream } from "../terminal/live-line.ts";
import { clipMiddle, printable, printableLine } from "../terminal/printable.ts";

const terminalInterval = 200;
const logInterval = 5000;
/** A log is told of what takes longer than this. */
const longPhase = 2000;
/** How much of the best sequence a line has room for; reports have it in full. */
const longestBest = 24;

export class ProgressLine {
  readonly #line: LiveLine;
  #next = 0;
  /** Whether the line is about a phase. */
  #passing = false;
  /** What is being done by the words of a log, and when it is said. */
  #doing = "";
  #waiting: NodeJS.Timeout | undefined;

  constructor(stream?: LineStream) {
    this.#line = new LiveLine(stream);
  }

  show(progress: Progress): void {
    this.#nothingLong();
    const now = performance.now();
    const isLast = progress.iteration === progress.iterations;
    // A line without a rate says little; the next one will have it.
    if ((now < this.#next || progress.perSecond === null) && !isLast) return;
    const live = this.#line.exists;
    this.#next = now + (live ? terminalInterval : logInterval);
    if (!live) {
      this.#line.say(progressText(progress));
      return;
    }
    this.#line.show(progressText(progress, this.#line.width));
    this.#passing = false;
  }

  /** Says what is done while no iteration ends; a log is told once, and only of what takes long. */
  phase(text: string): void {
    if (!this.#line.exists) {
      this.#tellLog(text);
      return;
    }
    this.end();
    this.#line.show(`${text}…`);
    this.#passing = true;
  }

  /** The same for words that change many times a second, of which a few are shown. */
  count(text: string): void {
    if (!this.#line.exists) {
      this.#tellLog(text);
      return;
    }
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + terminalInterval;
    this.phase(text);
  }

  /** Leaves the line standing and moves below it; words about a phase go away with it. */
  end(): void {
    this.#nothingLong();
    if (this.#passing) this.#line.clear();
    else this.#line.end();
    this.#passing = false;
  }

  /** Updates of one phase differ in what follows its first words, such as ", 45 %"; those that begin with a count are none. */
  #tellLog(text: string): void {
    const doing = /^\D.*?(?=[,:] |$)/.exec(text)?.[0] ?? "";
    if (doing === this.#doing) return;
    this.#nothingLong();
    if (doing === "") return;
    this.#doing = doing;
    this.#waiting = setTimeout(() => this.#line.say(`${printableLine(doing)} …`), longPhase).unref();
  }

  #nothingLong(): void {
    clearTimeout(this.#waiting);
    this.#doing = "";
  }
}

/** Does something that goes through phases, or counts within one, and shows them meanwhile. */
export async function withPhases<T>(
  work: (onPhase: (phase: string) => void, onCount: (text: string) => void) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine();
  try {
    return await work(
      (phase) => line.phase(phase),
      (text) => line.count(text),
    );
  } finally {
    line.end();
  }
}

/** The line in at most `width` columns: what matters less is left out first. */
export function progressText(p: Progress, width = Number.POSITIVE_INFINITY): string {
  const share = `${String(Math.floor((100 * p.iteration) / p.iterations)).padStart(3)} %`;
  const left =
    p.iteration === p.iterations ? "" : p.secondsLeft === null ? "" : `${duration(p.secondsLeft)} left`;
  // In the order they are shown, with how dispensable each is.
  const parts: readonly (readonly [text: string, dispensable: number])[] = [
    [share, 0],
    [`${p.iteration}/${p.iterations}`, 4],
    [p.perSecond === null ? "" : `${rate(p.perSecond)}/s`, 5],
    [left, 1],
    [p.tv === null ? "" : `TV ${p.tv.toFixed(3)}`, 1],
    [p.regret === null ? "" : `KL ${p.regret.toPrecision(2)} above the limit`, 2],
    [`best ${clipMiddle(printable(p.best.sequence), longestBest)} ${p.best.score.toFixed(3)}`, 3],
    [p.modes === null ? "" : `${p.modes} modes`, 4],
    [`mean ${p.meanScore.toFixed(3)}`, 6],
    [`loss ${p.loss.toPrecision(3)}`, 7],
  ];
  for (let most = 7; most >= 0; most--) {
    const text = parts
      .filter(([part, dispensable]) => part !== "" && dispensable <= most)
      .map(([part]) => part)
      .join("  ");
    if (text.length <= width) return text;
  }
  return share.slice(0, width);
}

function rate(perSecond: number): string {
  return perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toPrecision(2);
}
