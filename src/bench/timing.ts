/**
 * Timing on a machine that others use too. Contenders are interleaved: in every round each one runs for a short
 * time. Its figure is the best round, because whatever else the machine does can only add time; how far the typical
 * round is above the best one tells how noisy the run was.
 */

/** Something to be timed; `measure` runs steps for about the given time and returns milliseconds per step. */
export interface Contender {
  readonly label: string;
  measure(milliseconds: number): Promise<number>;
}

export interface Schedule {
  readonly rounds: number;
  /** How long one contender runs in one round, unless a single step takes longer. */
  readonly burstMs: number;
  /** No round starts later than this after the first, so a slow machine gives fewer rounds and not a longer run. */
  readonly limitMs: number;
}

/** What was measured of one contender. */
export interface Timing {
  /** Milliseconds per step, one figure per round. */
  readonly samples: readonly number[];
  /** Why it could not be measured to the end. */
  readonly failure?: string;
}

export interface Timings {
  readonly rounds: number;
  readonly of: ReadonlyMap<Contender, Timing>;
}

/** A step this long needs no averaging, and its contender takes part in few rounds only. */
const slowStepMs = 1000;
const slowRounds = 2;

/** Threads of a runtime go on spinning for a moment after its work; let them come to rest before the next. */
const restMs = 10;

const now = (): number => performance.now();

/** Runs steps until the time is over; milliseconds per step. */
export async function burst(step: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const start = now();
  let steps = 0;
  let elapsed = 0;
  do {
    await step();
    steps++;
    elapsed = now() - start;
  } while (elapsed < milliseconds);
  return elapsed / steps;
}

/** The middle value; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Warms every contender up, then measures them all, round by round; one that fails is left out from then on. */
export async function timeAll(
  contenders: readonly Contender[],
  { rounds, burstMs, limitMs }: Schedule,
  onProgress: (text: string) => void,
): Promise<Timings> {
  const samples = new Map(contenders.map((contender) => [contender, [] as number[]]));
  const expected = new Map<Contender, number>();
  const failures = new Map<Contender, string>();
  const attempt = async (contender: Contender, run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      failures.set(contender, error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, restMs));
  };
  onProgress(`warming up ${contenders.length} programs`);
  for (const contender of contenders) {
    await attempt(contender, async () => {
      // The first step compiles and allocates; the second one tells how long a step takes.
      await contender.measure(0);
      const second = await contender.measure(0);
      expected.set(contender, second < burstMs ? await contender.measure(burstMs) : second);
    });
  }
  const start = now();
  let done = 0;
  for (; done < rounds && now() - start < limitMs; done++) {
    onProgress(`round ${done + 1} of ${rounds}`);
    for (const contender of contenders) {
      const usual = expected.get(contender) ?? 0;
      if (failures.has(contender) || (usual > slowStepMs && done >= slowRounds)) continue;
      await attempt(contender, async () => {
        if (usual < burstMs) await contender.measure(burstMs / 8);
        samples.get(contender)!.push(await contender.measure(burstMs));
      });
    }
  }
  const timing = (contender: Contender): Timing => {
    const failure = failures.get(contender);
    return { samples: samples.get(contender)!, ...(failure === undefined ? {} : { failure }) };
  };
  return { rounds: done, of: new Map(contenders.map((contender) => [contender, timing(contender)])) };
}
