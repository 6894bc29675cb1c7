/**
 * Everything there is to know about what a method makes, in one call: its exact law and what no policy can beat where
 * the space is small and scores are free, estimates elsewhere; samples, modes, the best of them.
 */
import { WindageError } from "../error.ts";
import { describeValue, requireKnownFields, type Fields } from "../known-fields.ts";
import type { Context } from "../landscape/context.ts";
import type { Landscape } from "../landscape/landscape.ts";
import { targetLaw } from "../evaluation/law/log-z.ts";
import { Trainer } from "../training/trainer.ts";
import type { Method } from "../training/method.ts";
import { nameContext, type NamedCondition } from "./condition/conditions.ts";
import type { ConditionReport } from "./condition/mean-report.ts";
import { examplesOf, Judge } from "./judge.ts";
import type { Case } from "./judge.ts";
import type { StepsOptions } from "./take-steps.ts";
import { reportsOn } from "./report.ts";
import type { Report } from "./report.ts";
import type { Samples } from "./samples.ts";
import type { World } from "./world.ts";

/** What `assess` judges a method by: how many samples, which seed, under which conditions, whether exactly. */
export interface AssessOptions extends StepsOptions {
  /** The world to judge a method in; a trainer knows its own. */
  readonly world?: World;
  /** Fresh samples; 2,048 unless given. */
  readonly samples?: number;
  readonly seed?: number;
  /**
   * Whether every score may be asked for; by default only where the landscape says that asking is free. `true` refuses a
   * world that is too large for exact figures.
   */
  readonly exact?: boolean;
  /** The one condition to judge it under, where there are any. */
  readonly context?: Context;
  /** Several, by name; unless given, those that stand for all that a trainer was trained on. */
  readonly conditions?: readonly NamedCondition[];
}

/**
 * What `assess` found: figures, exact where `estimates` is null, limits, samples, modes and the law itself; `seconds` is
 * how long it took to judge.
 */
export type Assessment = Judged<Report>;

/** What `assess` found of a trainer whose figures had to be exact. */
export type ExactAssessment = Judged<Extract<Report, { readonly estimates: null }>>;

type Judged<Found> = Found extends Report ? Omit<Found, "conditions"> & JudgedBeside : never;

interface JudgedBeside {
  /** Every object there is with its exact probability beside the target's; null where that cannot be known. */
  readonly law: ExactLaw | null;
  /** The samples that the report is made from; under several conditions, those under the first. */
  readonly drawn: Samples;
  /** Under each condition by itself, where there are any; `law` is null where there are several. */
  readonly conditions?: readonly (ConditionReport & { readonly law: ExactLaw | null })[];
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

const assessFields: Fields<AssessOptions> = {
  world: true,
  samples: true,
  seed: true,
  exact: true,
  context: true,
  conditions: true,
  signal: true,
  onProgress: true,
  limitSeconds: true,
};

function checkOptions({ samples = 2048, ...options }: AssessOptions): void {
  requireKnownFields("assessment/bad-option", "assess", options, assessFields);
  if (Number.isSafeInteger(samples) && samples >= 2) return;
  throw new WindageError(
    "assessment/bad-option",
    `assess: got ${describeValue(samples)} samples, expected a whole number of at least 2, since one alone has no standard error.`,
  );
}

/** Judges a trainer or another method as it is now, exactly where it can be; nothing of it changes. */
export function assess(
  method: Trainer,
  options: AssessOptions & { readonly exact: true },
): Promise<ExactAssessment>;
export function assess(method: Method, options?: AssessOptions): Promise<Assessment>;
export async function assess(method: Method, options: AssessOptions = {}): Promise<Assessment> {
  checkOptions(options);
  const { samples = 2048, seed = 0 } = options;
  const began = performance.now();
  const world = worldOf(method, options);
  const judge = await Judge.of(world, method, {
    ...options,
    conditions: conditionsOf(method, world, options),
  });
  try {
    const { report, cases } = await reportsOn(judge, { samples, seed, seconds: 0 });
    const laws = await Promise.all(judge.cases.map((one) => lawOf(one)));
    const { conditions, ...figures } = report;
    return {
      ...figures,
      seconds: (performance.now() - began) / 1000,
      ...(conditions
        ? { conditions: conditions.map((one, i) => Object.assign(one, { law: laws[i]! })) }
        : {}),
      law: laws.length === 1 ? laws[0]! : null,
      drawn: cases[0]!.samples,
    };
  } finally {
    await judge.dispose();
  }
}

async function lawOf({ laws, evaluator }: Case): Promise<ExactLaw | null> {
  return (
    laws && {
      objects: laws.objects,
      scores: laws.scores,
      probability: (await evaluator?.law()) ?? null,
      target: targetLaw(laws.logReward),
      best: laws.limit.law,
    }
  );
}

/** Under which conditions: those that were asked for, those that the world lists, or those that stand for all. */
function conditionsOf(
  method: Method,
  world: World,
  { context, conditions }: AssessOptions,
): readonly NamedCondition[] | undefined {
  if (context !== undefined) return [nameContext(context)];
  return conditions ?? world.conditions?.listed ?? examplesOf(method).map((one) => nameContext(one));
}

/** What a trainer was made of is the world it acts in. */
function worldOf(method: Method, { world, exact }: AssessOptions): World {
  const wanted = exact === undefined ? {} : { free: exact, exact };
  if (world !== undefined) return { ...world, ...wanted };
  const options = method instanceof Trainer ? method.options : undefined;
  const landscape = options?.scorer.landscape;
  if (options === undefined || landscape === undefined) {
    throw new WindageError(
      "assessment/no-world",
      `assess: got the method "${method.name}" without a world, expected a trainer with a landscape; pass { world: { environment, landscape, reward, free } }.`,
    );
  }
  const { environment, reward, observes } = options;
  const free = isFree(landscape);
  return { environment, reward, landscape, free, ...wanted, ...(observes ? { observes } : {}) };
}

function isFree(landscape: Landscape): boolean {
  return landscape.enumerable || landscape.free === true;
}
