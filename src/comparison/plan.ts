/**
 * What a comparison is made of: methods, noise levels and seeds in one world, and a budget that is the same for all of
 * them. It is complete, with every default filled in, so that a comparison can go on from its folder alone.
 */
import { WindageError } from "../error.ts";
import type { ProtocolName } from "../design/protocol.ts";
import type { Budget } from "../training/setup/budget.ts";
import type { ExperimentConfig } from "../run/config/config.ts";
import type { Said } from "../wording.ts";
import { worldOptions } from "../world/settings/world-settings.ts";
import type { ValueSpec } from "../settings/value-spec.ts";
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

/** Everything a comparison depends on: methods, noise levels, seeds, budget and world. */
export interface ComparisonPlan {
  /** What is compared on, for people. */
  readonly task: string;
  /** A protocol of design, whose searches are then the methods, by their names as baselines; absent where samplers are compared. */
  readonly protocol?: ProtocolName | undefined;
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

/** Whether noise is the environment's own, as in a module or by a matrix, so that levels mean nothing. */
export function hasOwnNoise({ methods }: ComparisonPlan): boolean {
  return methods[0]!.config.alpha === null;
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

/** What has to be the same for all methods, because they are measured against one target: all that makes a world. */
const worldKeys: readonly string[] = [
  "task",
  "folder",
  ...Object.entries<ValueSpec>(worldOptions).flatMap(([name, spec]) => (spec.waysOfAsking ? [] : [name])),
];

/** The settings of a world; how often a job errs is the job's to say, but not whether that can be said. */
function worldOf({ alpha, ...config }: ExperimentConfig): Readonly<Record<string, unknown>> {
  return { ...config, alpha: alpha === null ? "its own" : "that of the job" };
}

/** Refuses plans that cannot be carried out or read afterwards. */
export function checkPlan(plan: ComparisonPlan): void {
  const { methods, noise, seeds, calls } = plan;
  checkNumbers(plan);
  const labels = methods.map(({ label }) => label);
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined) {
    throw bad(
      (say) =>
        `${say("methods")}: got "${twice}" twice, expected different labels; leave one of them out, or give it a "label" of its own in a config file (docs/compare.md).`,
    );
  }
  if (new Set(noise).size < noise.length) {
    throw bad(
      (say) =>
        `${say("noise.alpha")}: got ${noise.join(", ")}, expected each level once; leave out the repetition.`,
    );
  }
  if (new Set(seeds).size < seeds.length) {
    throw bad("seeds: got one of them twice, expected each once; leave out the repetition.");
  }
  for (const { label, baseline, config } of methods) {
    const fresh = config.onPolicy + config.exploratory;
    if (baseline === null && fresh > calls) {
      throw bad(
        (say) =>
          `${say("calls")}: got ${calls}, but one iteration of "${label}" already takes ${fresh}; raise ${say("calls")} or lower its onPolicy and exploratory.`,
      );
    }
    const [first, own] = [worldOf(methods[0]!.config), worldOf(config)];
    const other = worldKeys.find((name) => JSON.stringify(own[name]) !== JSON.stringify(first[name]));
    if (other !== undefined) {
      throw bad(
        `methods: got another ${other} for "${label}" than for "${labels[0]}", expected the same world for all; compare them one world at a time.`,
      );
    }
  }
}

/** Bounds that hold for plans from anywhere; those of the command line are tighter in places. */
function checkNumbers({ noise, seeds, calls, steps, window, points, samples }: ComparisonPlan): void {
  const wrongNoise = noise.find((alpha) => !(alpha >= 0 && alpha <= 1));
  if (wrongNoise !== undefined)
    throw bad((say) => `${say("noise.alpha")}: got ${wrongNoise}, expected numbers from 0 to 1.`);
  const whole = (name: string, value: number, low: number, high: number): void => {
    if (Number.isInteger(value) && value >= low && value <= high) return;
    throw bad(`${name}: got ${value}, expected a whole number from ${low} to ${high}.`);
  };
  for (const seed of seeds) whole("seed", seed, 0, Number.MAX_SAFE_INTEGER);
  whole("calls", calls, 1, Number.MAX_SAFE_INTEGER);
  if (steps !== null) whole("steps", steps, 1, Number.MAX_SAFE_INTEGER);
  whole("window", window, 1, 100_000_000);
  whole("points", points, 1, 10_000);
  whole("samples", samples, 2, 10_000_000);
}

function bad(message: Said): WindageError {
  return new WindageError("run/bad-comparison", message);
}

/** Where two plans differ, in words; empty for equal ones. */
export function planDifferences(there: ComparisonPlan, now: ComparisonPlan): string[] {
  const [left, right] = [flatten(there), flatten(now)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((name) => left.get(name) !== right.get(name))
    .map((name) => `${name}: there ${left.get(name) ?? "nothing"}, now ${right.get(name) ?? "nothing"}`);
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
