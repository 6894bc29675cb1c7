/**
 * Where a comparison stands. On a terminal one line is rewritten in place: how much is done, how long it will take, and
 * what runs now. Elsewhere each finished run is a line, so that logs stay readable.
 */
import type { JobKey, JobResult } from "../../comparison/job-result.ts";
import { memoryText } from "../../run/config/memory-plan.ts";
import type { ComparisonNews } from "../../scale/run-comparison.ts";
import { LiveLine, type LineStream } from "../terminal/live-line.ts";
import { printableLine } from "../terminal/printable.ts";
import { RemainingTime } from "./remaining-time.ts";
import { duration } from "../../number-words.ts";

const intervalMs = 200;

interface Running {
  readonly key: JobKey;
  readonly since: number;
  share: number;
  /** What was heard of it first. */
  from: { readonly share: number; readonly seconds: number } | undefined;
}

export class CompareProgress {
  readonly #live: LiveLine;
  readonly #parallel: number;
  readonly #running = new Map<JobKey, Running>();
  #waiting: JobKey[] = [];
  #time = new RemainingTime([]);
  #total = 0;
  #done = 0;
  #next = 0;

  constructor(parallel: number, stream?: LineStream) {
    this.#parallel = parallel;
    this.#live = new LiveLine(stream);
  }

  show(event: ComparisonNews): void {
    const now = performance.now();
    switch (event.kind) {
      case "begun":
        this.#begin(event.jobs, event.kept);
        break;
      case "checking":
        if (this.#live.exists) this.#rewrite(`Checking that ${event.methods} methods can run here…`);
        break;
      case "unusable":
        this.#live.say(`${nameOf(event.key)}: done again, because ${printableLine(event.problem)}`);
        break;
      case "memory":
        this.#live.say(
          `About ${memoryText(event.bytes)} of memory for ${event.processes} run${event.processes === 1 ? "" : "s"} at a time.`,
        );
        break;
      case "warning":
        this.#live.say(`Warning: ${printableLine(event.text)}`);
        break;
      case "started":
        this.#waiting = this.#waiting.filter((key) => key !== event.key);
        this.#running.set(event.key, { key: event.key, since: now, share: 0, from: undefined });
        break;
      case "progress": {
        const running = this.#running.get(event.key);
        if (running) {
          running.share = event.share;
          running.from ??= { share: event.share, seconds: (now - running.since) / 1000 };
        }
        break;
      }
      case "done":
        this.#end(event.key);
        this.#time.learn(event.key.method, event.result.seconds);
        if (!this.#live.exists) {
          this.#live.say(`${this.#count()}  ${nameOf(event.key)}  ${duration(event.result.seconds)}`);
        }
        break;
      case "failed":
        this.#end(event.key);
        this.#live.say(`${nameOf(event.key)} failed: ${printableLine(event.message.split("\n")[0]!)}`);
        break;
    }
    if (this.#live.exists && this.#running.size > 0 && now >= this.#next) this.#rewrite(this.#line(now));
  }

  /** Clears the line, so that what comes next begins on its own. */
  end(): void {
    this.#live.clear();
  }

  #begin(jobs: readonly JobKey[], kept: readonly JobResult[]): void {
    this.#total = jobs.length + kept.length;
    this.#done = kept.length;
    this.#waiting = [...jobs];
    this.#time = new RemainingTime(kept);
  }

  #end(key: JobKey): void {
    this.#running.delete(key);
    this.#done++;
  }

  #count(): string {
    const total = String(this.#total);
    return `${String(this.#done).padStart(total.length)}/${total}`;
  }

  #line(now: number): string {
    const running = [...this.#running.values()];
    const left = this.#time.left({
      parallel: this.#parallel,
      waiting: this.#waiting.map(({ method }) => method),
      running: running.map(({ key, since, share, from = { share: 0, seconds: 0 } }) => ({
        method: key.method,
        share,
        seconds: (now - since) / 1000,
        from,
      })),
    });
    const progress = running.reduce((sum, { share }) => sum + share, this.#done) / this.#total;
    return progressText(
      {
        share: progress,
        done: this.#count(),
        left,
        running: running.map(({ key, share }) => `${nameOf(key)} ${Math.floor(100 * share)} %`),
      },
      this.#live.width,
    );
  }

  #rewrite(text: string): void {
    this.#live.show(text);
    this.#next = performance.now() + intervalMs;
  }
}

/** The line in at most `width` columns; of what runs now, as much as fits. */
export function progressText(
  progress: {
    readonly share: number;
    readonly done: string;
    readonly left: number | null;
    readonly running: readonly string[];
  },
  width: number,
): string {
  const head = [
    `${String(Math.floor(100 * progress.share)).padStart(3)} %`,
    `${progress.done} runs`,
    ...(progress.left === null ? [] : [`${duration(progress.left)} left`]),
  ].join("  ");
  for (let shown = progress.running.length; shown > 0; shown--) {
    const more = progress.running.length - shown;
    const text = `${head}  ${progress.running.slice(0, shown).join(", ")}${more > 0 ? `, +${more}` : ""}`;
    if (text.length <= width) return text;
  }
  return head.slice(0, width);
}

/** A job in a few words. */
export function nameOf({ method, alpha, seed }: JobKey): string {
  return `${printableLine(method)} α ${alpha} seed ${seed}`;
}
