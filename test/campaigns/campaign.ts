/**
 * A campaign: many random tries at breaking one promise of docs/reliability.md, each from its own seed, so that a failure
 * can be repeated alone. The short form is a test; `npm run campaigns -- --long` is the long one. What a try does and
 * what counts as a failure is in the file of each campaign.
 */
import { WindageError } from "../../src/error.ts";
import { Generator } from "../../src/random/generator.ts";

/** One promise under attack. */
export interface Campaign {
  readonly name: string;
  /** What is promised, in a few words. */
  readonly promise: string;
  /** Tries in the short form (0 where one takes minutes) and in the long one. */
  readonly short: number;
  readonly long: number;
  /** A try that takes longer hangs; two minutes unless told. */
  readonly longestMs?: number;
  /** Tries under way at the same time, in one process; one unless told. */
  readonly atOnce?: number;
  /** What else was counted, in a few words. */
  tally?(): string;
  /** Prepares what all tries share; called once. */
  begin(folder: string): Promise<Try>;
}

/** One try; returns what went wrong, or nothing. `folder` is empty and its own. */
export type Try = (random: Generator, folder: string) => Promise<string | undefined>;

/** What came of a campaign. */
export interface CampaignResult {
  readonly tries: number;
  /** One line per failure, with the seed that repeats it. */
  readonly failures: readonly string[];
}

/** A try that takes longer hangs, unless its campaign says otherwise. */
const usualLongestMs = 120_000;

/** Runs tries from a seed on. */
export async function runCampaign(
  campaign: Campaign,
  {
    tries,
    seed,
    folder,
    onTry,
  }: {
    readonly tries: number;
    readonly seed: number;
    readonly folder: (name: string) => Promise<string>;
    /** Hears how many tries are done, how many failed, and which folder is not needed any more. */
    readonly onTry?: (done: number, failures: number, folder: string) => void;
  },
): Promise<CampaignResult> {
  const attempt = await campaign.begin(await folder("shared"));
  const failures: string[] = [];
  const { longestMs = usualLongestMs, atOnce = 1 } = campaign;
  let [begun, done] = [0, 0];
  const goOn = async (): Promise<void> => {
    for (let i = begun++; i < tries; i = begun++) {
      const own = seed + i;
      const place = await folder(String(i));
      const problem = await inTime(attempt(Generator.fromSeed(own), place), longestMs).catch(
        (error: unknown) =>
          `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      if (problem !== undefined) failures.push(`--seed ${own} --tries 1: ${problem}`);
      onTry?.(++done, failures.length, place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  return { tries, failures };
}

async function inTime(work: Promise<string | undefined>, longestMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`took more than ${longestMs / 1000} s`), longestMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** One of several things. */
export function pick<T>(random: Generator, things: readonly T[]): T {
  return things[random.integer(things.length)]!;
}

/** What a call did: a value, or one of our errors; anything else is thrown on, since it is a fault. */
export async function outcomeOf<T>(
  call: () => Promise<T> | T,
): Promise<{ value: T } | { error: WindageError }> {
  try {
    return { value: await call() };
  } catch (error) {
    if (error instanceof WindageError) return { error };
    throw error;
  }
}

/** Random bytes. */
export function randomBytes(random: Generator, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.integer(256));
}
