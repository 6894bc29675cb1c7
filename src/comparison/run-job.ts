/**
 * One job of a comparison from its key to its result: a method at a noise level with a seed, until its budget is spent.
 * The same plan and key give the same figures wherever and beside whatever else it runs.
 */
import { makeFolder } from "../file/durable-write.ts";
import { WindageError } from "../error.ts";
import { findBaseline } from "../baseline/registry.ts";
import { createScorer } from "../training/setup/scorer.ts";
import { runMethod } from "../training/run-method.ts";
import { shareSpent } from "../training/setup/budget.ts";
import type { Budget } from "../training/setup/budget.ts";
import type { Method } from "../training/method.ts";
import { buildTrainer } from "../run/config/build.ts";
import { modelOf } from "../run/config/setup-of.ts";
import { openLaws, requireLaws } from "../assessment/law/laws.ts";
import { randomObjects } from "../assessment/learning/random-objects.ts";
import { notesOfSparse, refuseFlatRewards, uniformTarget } from "../run/config/flat-rewards.ts";
import { planMemory, requireMemory } from "../run/config/memory-plan.ts";
import type { MemoryPlan } from "../run/config/memory-plan.ts";
import { usesJournal } from "../world/uses-journal.ts";
import { sealing, unsealed, type Said } from "../wording.ts";
import { openWorld } from "../world/open-world.ts";
import type { OpenWorld } from "../world/open-world.ts";
import { goOn, putAway } from "./job-account.ts";
import type { JobKeeper, Spending } from "./job-account.ts";
import type { CurvePoint, JobKey, JobResult } from "./job-result.ts";
import { estimatedPoints, fewerPoints, samplesOnTheWay } from "./estimates-on-the-way.ts";
import { describeSpace, isEstimated, Measure } from "./measure-method.ts";
import type { Space } from "./measure-method.ts";
import { idleWindow, usualWindow } from "./sample-window.ts";
import { checkProtocolJob, runProtocolJob } from "./protocol-job.ts";
import { budgetOf, configOfJob, methodOf } from "./plan.ts";
import type { ComparisonPlan } from "./plan.ts";

/** Places in the folder of a comparison. */
export interface JobPlaces {
  /** The folder of the scores of a job, where they cost something. */
  scoresOf(key: JobKey): string;
  keeperOf(key: JobKey): JobKeeper;
}

/** What a job takes besides its budget. */
export interface JobNeeds {
  /** Bytes of memory; null where nobody can say. */
  readonly memory: number | null;
  /** What the user should know before anything is trained. */
  readonly notes: readonly Said[];
}

/** Runs the jobs of one plan in this process. */
export class JobRunner {
  readonly #plan: ComparisonPlan;
  readonly #places: JobPlaces;
  /** By noise level and by what samplers see: describing a world takes longer than many a job. */
  readonly #spaces = new Map<string, Space | null>();

  constructor(plan: ComparisonPlan, places: JobPlaces) {
    this.#plan = plan;
    this.#places = places;
  }

  /** Builds everything a job needs, tries one iteration and lets go of it again; whatever cannot work says so. */
  async check(key: JobKey): Promise<JobNeeds> {
    if (this.#plan.protocol !== undefined) {
      await checkProtocolJob(this.#plan, key);
      return { memory: null, notes: [] };
    }
    return this.#with(key, async ({ method, budget, world, memory }) => {
      requireLaws(world);
      const random = await randomObjects(world, key.seed);
      const config = configOfJob(this.#plan, key);
      if (random !== null) refuseFlatRewards(config, world, random);
      await method.iterate();
      checkSpent(method.spent, budget, 1);
      const idle = random === null ? [] : notesOfSparse(config, world, random);
      const fewer = await this.#fewerEstimates(key, method, world);
      const window = await this.#idleWindow(key, world);
      const ofWorld = [...(world.notes ?? []), ...uniformTarget(config), ...idle];
      const ofMethod = (method.notesIn?.(sealing) ?? method.notes ?? []).map(unsealed);
      return { memory, notes: [...ofMethod, ...ofWorld, ...window, ...fewer] };
    });
  }

  /** Runs a job from where it was put away, if it was; `onShare` hears the share of the budget that is spent. */
  async run(key: JobKey, onShare: (share: number) => void): Promise<JobResult> {
    if (this.#plan.protocol !== undefined) return runProtocolJob(this.#plan, key, onShare);
    let most = Number.POSITIVE_INFINITY;
    for (;;) {
      const result = await this.#with(key, (attempt) => this.#spend(key, { ...attempt, most }, onShare));
      if (typeof result === "object") return result;
      // The last iteration was larger than any before it and went beyond the budget: once more, up to there.
      most = result - 1;
    }
  }

  /** Spends the budget in at most so many iterations; a number says how many went beyond it. */
  async #spend(
    key: JobKey,
    { method, world, budget, keepEvery, most }: Attempt & { readonly most: number },
    onShare: (share: number) => void,
  ): Promise<JobResult | number> {
    const { samples, window, calls } = this.#plan;
    const space = await this.#spaceOf(key.alpha, world);
    const points = space === null ? estimatedPoints(this.#plan) : this.#plan.points;
    const measure = await Measure.of(method, {
      world,
      space,
      window,
      samplesOnTheWay: samplesOnTheWay({ calls, points }),
      seed: key.seed,
    });
    const keeper = this.#places.keeperOf(key);
    try {
      const began = performance.now();
      const account = await goOn(keeper, method, measure);
      const before = account.seconds;
      const seconds = (): number => before + (performance.now() - began) / 1000;
      let { spent } = method;
      await runMethod(method, {
        goesOn: () => method.iteration < most && fits(method.spent, account.largest, budget),
        async onIteration(report) {
          const { objects, metrics } = report;
          measure.window?.see(objects);
          const { loss } = metrics;
          account.course.observe({ loss: typeof loss === "number" ? loss : 0, objects });
          note(account.largest, spent, method.spent);
          ({ spent } = method);
          const share = shareSpent(spent, budget);
          // A costly iteration can pass several points at once, and is one.
          const passed = Math.floor(share * points);
          if (passed > account.reached) account.curve.push({ ...spent, metrics: await measure.onTheWay() });
          account.reached = passed;
          onShare(share);
        },
        // What went beyond the budget is not gone on from.
        keep: async () => {
          if (within(method.spent, budget)) await putAway(keeper, method, measure, account, seconds());
        },
        keepEvery,
      });
      if (method.iteration > 1 && !within(method.spent, budget)) return method.iteration;
      checkSpent(method.spent, budget, method.iteration);
      const metrics = await measure.atTheEnd(samples);
      const ranAway = account.course.found?.kind;
      return {
        ...key,
        metrics,
        limit: measure.limit,
        curve: endingWith({ ...method.spent, metrics }, account.curve),
        ...(ranAway === undefined ? {} : { ranAway }),
        ...method.spent,
        iterations: method.iteration,
        seconds: seconds(),
      };
    } finally {
      await measure.dispose();
    }
  }

  async #with<T>(key: JobKey, use: (attempt: Attempt) => Promise<T>): Promise<T> {
    const config = configOfJob(this.#plan, key);
    const folder = this.#places.scoresOf(key);
    if (usesJournal(config)) await makeFolder(folder);
    const world = await openWorld(config, folder);
    try {
      const { environment, landscape, reward } = world;
      const budget = budgetOf(this.#plan, environment.maxSteps);
      const { baseline, settings } = methodOf(this.#plan, key.method);
      let memory: number | null = null;
      const onMemory = (plan: MemoryPlan): void => {
        requireMemory(plan);
        memory = plan.bytes;
      };
      const method =
        baseline === null
          ? await buildTrainer(config, world, { budget, onMemory })
          : await findBaseline(baseline).create(
              {
                environment,
                scorer: createScorer(landscape),
                reward,
                budget,
                model: modelOf(config, environment),
                seed: key.seed,
                onMemory: (estimate) => onMemory(planMemory(config, environment, estimate, settings)),
              },
              settings,
            );
      try {
        return await use({ method, world, budget, memory, keepEvery: config.checkpointEvery });
      } finally {
        await method.dispose();
      }
    } finally {
      await world.dispose();
    }
  }

  /** What to say where the calls do not pay for an estimate at every point that was asked for. */
  async #fewerEstimates(key: JobKey, method: Method, world: OpenWorld): Promise<readonly Said[]> {
    const points = estimatedPoints(this.#plan);
    // Asked first, since describing a world takes long: nearly always there are calls enough.
    if (points === this.#plan.points || !isEstimated(method, world)) return [];
    if ((await this.#spaceOf(key.alpha, world)) !== null) return [];
    return [fewerPoints(this.#plan, points)];
  }

  /** The same of the window that the sample error is computed from. */
  async #idleWindow(key: JobKey, world: OpenWorld): Promise<readonly Said[]> {
    if (this.#plan.window === usualWindow) return [];
    return idleWindow(this.#plan, (await this.#spaceOf(key.alpha, world)) !== null);
  }

  async #spaceOf(alpha: number, world: OpenWorld): Promise<Space | null> {
    const name = `${alpha} ${world.observes ?? ""}`;
    const known = this.#spaces.get(name);
    if (known !== undefined) return known;
    const laws = await openLaws(world);
    const space = laws && describeSpace(world, laws);
    this.#spaces.set(name, space);
    return space;
  }
}

/** A method, built and ready to spend. */
interface Attempt {
  readonly method: Method;
  readonly world: OpenWorld;
  readonly budget: Budget;
  /** Bytes it is estimated to need; null for baselines that learn nothing, which are small. */
  readonly memory: number | null;
  /** Iterations between two checkpoints. */
  readonly keepEvery: number;
}

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
    ["oracleCalls", "oracle calls", "calls"],
    ["environmentSteps", "environment steps", "steps"],
  ] as const;
  for (const [name, words, setting] of kinds) {
    if (spent[name] <= budget[name]) continue;
    throw new WindageError(
      "run/over-budget",
      (say) =>
        `got ${spent[name]} ${words} up to the end of iteration ${iterations}, expected at most ${budget[name]}; raise ${say(setting)} or make its batches smaller.`,
    );
  }
}

/** The curve with its last point at the end of the run, where more is known than on the way. */
function endingWith(end: CurvePoint, curve: readonly CurvePoint[]): CurvePoint[] {
  const last = curve.at(-1);
  const isEnd = last?.oracleCalls === end.oracleCalls && last.environmentSteps === end.environmentSteps;
  return [...(isEnd ? curve.slice(0, -1) : curve), end];
}
