/**
 * One job of a comparison from its key to its result: a method at a noise level with a seed, until its budget is spent.
 * The same plan and key give the same figures wherever and beside whatever else it runs.
 */
import { mkdir } from "node:fs/promises";
import { WindageError } from "../../error.ts";
import { findBaseline } from "../../baseline/index.ts";
import type { Sampler } from "../../baseline/index.ts";
import { createScorer, shareSpent } from "../../training/index.ts";
import type { Budget } from "../../training/index.ts";
import { buildTrainer, modelOf } from "../build.ts";
import { openLaws } from "../../assessment/laws.ts";
import { usesJournal } from "../task.ts";
import { openWorld } from "../world.ts";
import type { OpenWorld } from "../world.ts";
import type { CurvePoint, JobKey, JobResult } from "./job-result.ts";
import { describeSpace, Measure } from "./measure-method.ts";
import type { Space } from "./measure-method.ts";
import { budgetOf, configOfJob, methodOf } from "./plan.ts";
import type { ComparisonPlan } from "./plan.ts";
import { TrainerSampler } from "./trainer-sampler.ts";

export class JobRunner {
  readonly #plan: ComparisonPlan;
  /** The folder of the scores of a job, where they cost something. */
  readonly #scoresOf: (key: JobKey) => string;
  /** By noise level: describing a world takes longer than many a job. */
  readonly #spaces = new Map<number, Space | null>();

  constructor(plan: ComparisonPlan, scoresOf: (key: JobKey) => string) {
    this.#plan = plan;
    this.#scoresOf = scoresOf;
  }

  /** Builds everything a job needs, tries one iteration and lets go of it again; whatever cannot work says so. */
  check(key: JobKey): Promise<void> {
    return this.#with(key, async (sampler, _, budget) => {
      await sampler.iterate();
      checkSpent(sampler.spent, budget, 1);
    });
  }

  /** Runs a job; `onShare` hears the share of the budget that is spent. */
  async run(key: JobKey, onShare: (share: number) => void): Promise<JobResult> {
    const began = performance.now();
    let most = Number.POSITIVE_INFINITY;
    for (;;) {
      const figures = await this.#with(key, (sampler, world, budget) =>
        this.#spend(key, { sampler, world, budget, most }, onShare),
      );
      if (typeof figures === "object") {
        return { ...key, ...figures, seconds: (performance.now() - began) / 1000 };
      }
      // The last iteration was larger than any before it and went beyond the budget: once more, up to there.
      most = figures - 1;
    }
  }

  /** Spends the budget in at most so many iterations; a number says how many went beyond it. */
  async #spend(key: JobKey, attempt: Attempt, onShare: (share: number) => void): Promise<Figures | number> {
    const { sampler, world, budget, most } = attempt;
    const { points, samples, window } = this.#plan;
    const measure = await Measure.of(sampler, await this.#spaceOf(key.alpha, world), window);
    try {
      const curve: CurvePoint[] = [];
      let iterations = 0;
      let reached = 0;
      const largest = { oracleCalls: 0, environmentSteps: 0 };
      while (iterations < most && fits(sampler.spent, largest, budget)) {
        const before = sampler.spent;
        const { objects } = await sampler.iterate();
        iterations++;
        measure.see(objects);
        note(largest, before, sampler.spent);
        const share = shareSpent(sampler.spent, budget);
        // A costly iteration can pass several points at once, and is one.
        const passed = Math.floor(share * points);
        if (passed > reached) curve.push({ ...sampler.spent, metrics: await measure.onTheWay() });
        reached = passed;
        onShare(share);
      }
      if (iterations > 1 && !within(sampler.spent, budget)) return iterations;
      checkSpent(sampler.spent, budget, iterations);
      const metrics = await measure.atTheEnd(world, samples, key.seed);
      return {
        metrics,
        limit: measure.limit,
        curve: endingWith({ ...sampler.spent, metrics }, curve),
        ...sampler.spent,
        iterations,
      };
    } finally {
      await measure.dispose();
    }
  }

  async #with<T>(
    key: JobKey,
    use: (sampler: Sampler, world: OpenWorld, budget: Budget) => Promise<T>,
  ): Promise<T> {
    const config = configOfJob(this.#plan, key);
    const folder = this.#scoresOf(key);
    if (usesJournal(config)) await mkdir(folder, { recursive: true });
    const world = await openWorld(config, folder);
    try {
      const { environment, landscape, reward } = world;
      const budget = budgetOf(this.#plan, environment.maxSteps);
      const { baseline, settings } = methodOf(this.#plan, key.method);
      const sampler =
        baseline === null
          ? new TrainerSampler(await buildTrainer(config, world, budget))
          : await findBaseline(baseline).create(
              {
                environment,
                scorer: createScorer(landscape),
                reward,
                budget,
                model: modelOf(config, environment),
                seed: key.seed,
              },
              settings,
            );
      try {
        return await use(sampler, world, budget);
      } finally {
        await sampler.dispose();
      }
    } finally {
      await world.dispose();
    }
  }

  async #spaceOf(alpha: number, world: OpenWorld): Promise<Space | null> {
    const known = this.#spaces.get(alpha);
    if (known !== undefined) return known;
    const laws = await openLaws(world);
    const space = laws && describeSpace(world, laws);
    this.#spaces.set(alpha, space);
    return space;
  }
}

/** What a result is made of but for what everyone knows and the clock says. */
type Figures = Omit<JobResult, keyof JobKey | "seconds">;

interface Attempt {
  readonly sampler: Sampler;
  readonly world: OpenWorld;
  readonly budget: Budget;
  /** Iterations. */
  readonly most: number;
}

type Spending = { -readonly [K in keyof Budget]: Budget[K] };

/** Whether another iteration, as large as the largest so far, stays within the budget. */
function fits(spent: Budget, largest: Budget, budget: Budget): boolean {
  return (
    spent.oracleCalls < budget.oracleCalls &&
    spent.environmentSteps < budget.environmentSteps &&
    spent.oracleCalls + largest.oracleCalls <= budget.oracleCalls &&
    spent.environmentSteps + largest.environmentSteps <= budget.environmentSteps
  );
}

function note(largest: Spending, before: Budget, after: Budget): void {
  largest.oracleCalls = Math.max(largest.oracleCalls, after.oracleCalls - before.oracleCalls);
  largest.environmentSteps = Math.max(
    largest.environmentSteps,
    after.environmentSteps - before.environmentSteps,
  );
}

function within(spent: Budget, budget: Budget): boolean {
  return spent.oracleCalls <= budget.oracleCalls && spent.environmentSteps <= budget.environmentSteps;
}

/** Before its first iteration nobody knows what a method takes; one that took too much is no fair part of a table. */
function checkSpent(spent: Budget, budget: Budget, iterations: number): void {
  const kinds = [
    ["oracleCalls", "oracle calls", "--calls"],
    ["environmentSteps", "environment steps", "--steps"],
  ] as const;
  for (const [name, words, flag] of kinds) {
    if (spent[name] <= budget[name]) continue;
    throw new WindageError(
      "run/over-budget",
      `got ${spent[name]} ${words} up to the end of iteration ${iterations}, expected at most ${budget[name]}; raise ${flag} or make its batches smaller.`,
    );
  }
}

/** The curve with its last point at the end of the run, where more is known than on the way. */
function endingWith(end: CurvePoint, curve: readonly CurvePoint[]): CurvePoint[] {
  const last = curve.at(-1);
  const isEnd = last?.oracleCalls === end.oracleCalls && last.environmentSteps === end.environmentSteps;
  return [...(isEnd ? curve.slice(0, -1) : curve), end];
}
