/**
 * How long a comparison will still take, from how long runs of each method took: methods differ by a factor of ten, so
 * nothing is said before half of them are known.
 */
import type { JobResult } from "../../comparison/job-result.ts";

/** What is under way and what waits, by method. */
export interface Outstanding {
  readonly parallel: number;
  readonly waiting: readonly string[];
  readonly running: readonly {
    readonly method: string;
    readonly share: number;
    readonly seconds: number;
    /** Where it stood when it was first heard of; before that it compiled, which says nothing about its speed. */
    readonly from: { readonly share: number; readonly seconds: number };
  }[];
}

/** A run says something about its method once so much more of it is done than when it was first heard of. */
const tellingShare = 0.1;
/** The others are too likely to be unlike those that came first where fewer methods than this are known. */
const tellingMethods = 0.5;

export class RemainingTime {
  readonly #seconds = new Map<string, number[]>();

  constructor(kept: readonly Pick<JobResult, "method" | "seconds">[]) {
    for (const { method, seconds } of kept) this.learn(method, seconds);
  }

  /** A run of a method took so long. */
  learn(method: string, seconds: number): void {
    this.#seconds.set(method, [...(this.#seconds.get(method) ?? []), seconds]);
  }

  /** Seconds until all is done; null as long as nothing is known. */
  left({ parallel, waiting, running }: Outstanding): number | null {
    const known = new Map(Array.from(this.#seconds, ([method, all]) => [method, mean(all)]));
    for (const { method, share, seconds, from } of running) {
      const done = share - from.share;
      if (done < tellingShare || known.has(method)) continue;
      known.set(method, from.seconds + ((1 - from.share) * (seconds - from.seconds)) / done);
    }
    const methods = new Set([...known.keys(), ...waiting, ...running.map(({ method }) => method)]);
    if (known.size === 0 || known.size < tellingMethods * methods.size) return null;
    const typical = mean([...known.values()]);
    const full = (method: string): number => known.get(method) ?? typical;
    const work =
      waiting.reduce((sum, method) => sum + full(method), 0) +
      running.reduce((sum, { method, share }) => sum + full(method) * (1 - share), 0);
    return work / Math.max(1, Math.min(parallel, waiting.length + running.length));
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
