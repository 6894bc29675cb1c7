/** Iterations per second of two builds at several widths: one process for each, taking turns in short rounds. */
import { trainCase } from "../../../src/bench/train/train-case.ts";
import { ChildLink } from "../../../src/bench/child-link.ts";
import { timeAll } from "../../../src/bench/timing.ts";
import type { Contender } from "../../../src/bench/timing.ts";
import type { Build } from "./revision.ts";

export interface RatePlan {
  readonly hidden: readonly number[];
  readonly rounds: number;
  readonly burstMs: number;
}

/** The best rate of each build at one width. */
export interface RateRow {
  readonly hidden: number;
  readonly iterationsPerSecond: readonly number[];
}

const startMs = 120_000;

export async function measureRates(
  builds: readonly Build[],
  { hidden, rounds, burstMs }: RatePlan,
  onProgress: (text: string) => void,
): Promise<readonly RateRow[]> {
  const rows: RateRow[] = [];
  for (const width of hidden) {
    onProgress(`hidden ${width}`);
    const links = builds.map(
      ({ worker }) => new ChildLink(process.execPath, [worker, JSON.stringify(trainCase(width))]),
    );
    try {
      for (const link of links) await link.next(startMs);
      const contenders = links.map((link, i): Contender => ({
        label: builds[i]!.name,
        measure: async (milliseconds) =>
          ((await link.ask({ command: "measure", milliseconds })) as { milliseconds: number }).milliseconds,
      }));
      const timings = await timeAll(contenders, { rounds, burstMs, limitMs: 120_000 }, () => undefined);
      const best = contenders.map((contender) => Math.min(...timings.of.get(contender)!.samples));
      rows.push({ hidden: width, iterationsPerSecond: best.map((milliseconds) => 1000 / milliseconds) });
    } finally {
      await Promise.all(links.map((link) => link.close()));
    }
  }
  return rows;
}
