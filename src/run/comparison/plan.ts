/**
 * What a comparison is made of: methods, noise levels and seeds in one world, and a budget that is the same for all of
 * them. It is complete, with every default filled in, so that a comparison can go on from its folder alone.
 */
import { WindageError } from "../../error.ts";
import type { Budget } from "../../training/index.ts";
import type { ExperimentConfig } from "../experiment/config.ts";
import type { JobKey } from "./job-result.ts";

/** A method with all its settings. */
export interface PlannedMethod {
  /** What it is called in tables. */
  readonly label: string;
  /** The name of a baseline; null for a trainer, whose objective is in `config`. */
  readonly baseline: string | null;
  /** The settings of the baseline, complete; empty for a trainer. */
  readonly settings: Readonly<Record<string, number | string>>;
  /** The world, the networks and how they are trained. Noise and seed are those of the job. */
  readonly config: ExperimentConfig;
}

export interface ComparisonPlan {
  /** What is compared on, for people. */
  readonly task: string;
  readonly methods: readonly PlannedMethod[];
  /** Probabilities that something else than intended happens; 0 alone where the environment has noise of its own. */
  readonly noise: readonly number[];
  readonly seeds: readonly number[];
  /** Oracle calls that each method may use. */
  readonly calls: number;
  /** Environment steps that each method may use; null is as many as that many objects can take. */
  readonly steps: number | null;
  /** Latest training samples that the sample error is computed from. */
  readonly window: number;
  /** Evaluations on the way. */
  readonly points: number;
  /** Fresh samples at the end. */
  readonly samples: number;
}

/** All jobs, seed by seed, so that the first ones already give a picture of every method. */
export function jobsOf({ seeds, noise, methods }: ComparisonPlan): JobKey[] {
  return seeds.flatMap((seed) =>
    noise.flatMap((alpha) => methods.map(({ label }) => ({ method: label, alpha, seed }))),
  );
}

/** The method of a job. */
export function methodOf({ methods }: ComparisonPlan, label: string): PlannedMethod {
  return methods.find((method) => method.label === label)!;
}

/** The configuration of one job. */
export function configOfJob(plan: ComparisonPlan, { method, alpha, seed }: JobKey): ExperimentConfig {
  const { config } = methodOf(plan, method);
  const fresh = Math.max(1, config.onPolicy + config.exploratory);
  return {
    ...config,
    // A module's environment has its own noise, and says so with null.
    alpha: config.alpha === null ? null : alpha,
    seed,
    // Schedules that are counted in iterations end where the calls do.
    iterations: Math.max(1, Math.floor(plan.calls / fresh)),
  };
}

/** What each method may spend in an environment. */
export function budgetOf({ calls, steps }: ComparisonPlan, maxSteps: number): Budget {
  return { oracleCalls: calls, environmentSteps: steps ?? calls * maxSteps };
}

/** Refuses plans that cannot be carried out or read afterwards. */
export function checkPlan(plan: ComparisonPlan): void {
  const refuse = (message: string): never => {
    throw new WindageError("run/bad-comparison", message);
  };
  const labels = plan.methods.map(({ label }) => label);
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined) {
    refuse(`methods: got "${twice}" twice, expected different labels; give one of them a label of its own.`);
  }
  if (new Set(plan.noise).size < plan.noise.length) {
    refuse(`noise: got ${plan.noise.join(", ")}, expected each level once; leave out the repetition.`);
  }
  for (const { label, baseline, config } of plan.methods) {
    const fresh = config.onPolicy + config.exploratory;
    if (baseline === null && fresh > plan.calls) {
      refuse(
        `calls: got ${plan.calls}, but one iteration of "${label}" already takes ${fresh}; raise --calls or lower its onPolicy and exploratory.`,
      );
    }
  }
}

/** Where two plans differ, in words; empty for equal ones. */
export function planDifferences(there: ComparisonPlan, now: ComparisonPlan): string[] {
  const [left, right] = [flatten(there), flatten(now)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .map((name) => `${name}: there ${left.get(name) ?? "nothing"}, now ${right.get(name) ?? "nothing"}`);
}

/** All of a plan as one text, whatever order its fields are in. */
export function planText(plan: ComparisonPlan): string {
  return [...flatten(plan)]
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join("\n");
}

/** Every value of a plan by its path, methods by their labels. */
function flatten({ methods, ...plan }: ComparisonPlan): Map<string, string> {
  const values = new Map(Object.entries(plan).map(([name, value]) => [name, JSON.stringify(value)]));
  values.set("methods", methods.map(({ label }) => label).join(", "));
  for (const { label, baseline, settings, config } of methods) {
    for (const [name, value] of Object.entries({ baseline, ...config, ...settings })) {
      values.set(`${label}.${name}`, JSON.stringify(value));
    }
  }
  return values;
}
