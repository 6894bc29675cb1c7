/**
 * Everything there is to know about what a method makes, in one call: its exact law and what no policy can beat where
 * the space is small and scores are free, estimates elsewhere; samples, modes, the best of them.
 */
import { WindageError } from "../error.ts";
import type { Landscape } from "../landscape/index.ts";
import { targetLaw } from "../evaluation/index.ts";
import { Trainer } from "../training/index.ts";
import type { Method } from "../training/index.ts";
import { openLaws } from "./laws.ts";
import type { StepsOptions } from "./take-steps.ts";
import { Evaluator } from "./evaluator.ts";
import { reportWithSamples } from "./report.ts";
import type { Report } from "./report.ts";
import type { Samples } from "./samples.ts";
import type { World } from "./world.ts";

/** What to judge a method by, and how thoroughly. */
export interface AssessOptions extends StepsOptions {
  /** The world to judge a method in; a trainer knows its own. */
  readonly world?: World;
  /** Fresh samples; 2,048 unless given. */
  readonly samples?: number;
  readonly seed?: number;
  /** Whether every score may be asked for. By default only where the landscape says that asking is free. */
  readonly exact?: boolean;
}

/** `seconds` is how long it took to judge. */
export interface Assessment extends Report {
  /** Every object there is with its exact probability beside the target's; null where that cannot be known. */
  readonly law: ExactLaw | null;
  /** The samples that the report is made from. */
  readonly drawn: Samples;
}

/** By place: object i has score i, probability i and so on. */
export interface ExactLaw {
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  /** Of the policy as it is; null for a Markov chain. */
  readonly probability: Float64Array | null;
  readonly target: Float64Array;
  /** Of the best that any policy can do, by KL(law‖target). */
  readonly best: Float64Array;
}

/** Judges a method as it is now; nothing of it changes. */
export async function assess(method: Method, options: AssessOptions = {}): Promise<Assessment> {
  const { samples: count = 2048, seed = 0 } = options;
  const began = performance.now();
  const world = worldOf(method, options);
  const laws = await openLaws(world, options);
  const evaluator =
    laws !== null && method.policy !== null ? await Evaluator.of(laws, method.policy, options) : null;
  try {
    const asked = { samples: count, seed, seconds: 0 };
    const { report, samples } = await reportWithSamples(world, method, { laws, evaluator }, asked);
    const law = laws && {
      objects: laws.objects,
      scores: laws.scores,
      probability: (await evaluator?.law()) ?? null,
      target: targetLaw(laws.logReward),
      best: laws.limit.law,
    };
    return { ...report, seconds: (performance.now() - began) / 1000, law, drawn: samples };
  } finally {
    await evaluator?.dispose();
  }
}

/** What a trainer was made of is the world it acts in. */
function worldOf(method: Method, { world, exact }: AssessOptions): World {
  if (world !== undefined) return exact === undefined ? world : { ...world, free: exact };
  const options = method instanceof Trainer ? method.options : undefined;
  const landscape = options?.scorer.landscape;
  if (options === undefined || landscape === undefined) {
    throw new WindageError(
      "assessment/no-world",
      `assess: got the method "${method.name}" without a world, expected a trainer with a landscape; pass { world: { environment, landscape, reward, free } }.`,
    );
  }
  const { environment, reward, observes } = options;
  const free = exact ?? isFree(landscape);
  return { environment, reward, landscape, free, ...(observes ? { observes } : {}) };
}

function isFree(landscape: Landscape): boolean {
  return landscape.enumerable || landscape.free === true;
}
