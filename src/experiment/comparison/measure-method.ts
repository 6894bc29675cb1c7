/**
 * What a comparison measures about one method, during training and at the end. The world is described once per noise
 * level (`describeSpace`) and shared by all jobs of a process.
 */
import type { Sampler } from "../../baseline/index.ts";
import {
  jsd,
  kl,
  klToLog,
  l1,
  logPartition,
  logTargetLaw,
  sequenceTable,
  topK,
  tv,
} from "../../evaluation/index.ts";
import { Evaluator } from "../../assessment/evaluator.ts";
import type { Laws } from "../../assessment/laws.ts";
import { ModeFinder } from "../../assessment/mode-finder.ts";
import { modeSet } from "../../assessment/mode-set.ts";
import type { World } from "../../assessment/index.ts";
import { nothingKnown } from "./job-result.ts";
import type { Metrics } from "./job-result.ts";
import { SampleWindow } from "./sample-window.ts";
import type { Places } from "./sample-window.ts";
import { TrainerSampler } from "./trainer-sampler.ts";

/** All objects of a world, where they can be listed. */
export interface Space {
  readonly laws: Laws;
  readonly places: Places;
  readonly logZ: number;
  readonly logTarget: Float64Array;
  readonly target: Float64Array;
  readonly modes: ModeFinder;
}

export function describeSpace(world: Pick<World, "environment">, laws: Laws): Space {
  const logZ = logPartition(laws.logReward);
  const logTarget = logTargetLaw(laws.logReward, logZ);
  return {
    laws,
    places: new Map(laws.objects.map((object, place) => [object, place])),
    logZ,
    logTarget,
    target: logTarget.map(Math.exp),
    modes: new ModeFinder(modeSet(world, laws)),
  };
}

const topCount = 100;

export class Measure {
  readonly #sampler: Sampler;
  readonly #space: Space | null;
  readonly #evaluator: Evaluator | null;
  readonly #window: SampleWindow | null;

  private constructor(sampler: Sampler, space: Space | null, evaluator: Evaluator | null, window: number) {
    this.#sampler = sampler;
    this.#space = space;
    this.#evaluator = evaluator;
    this.#window = space && new SampleWindow(space.places, space.target, window);
  }

  static async of(sampler: Sampler, space: Space | null, window: number): Promise<Measure> {
    const evaluator =
      space && sampler.compilePolicy
        ? new Evaluator(space.laws, await sampler.compilePolicy(space.laws.states))
        : null;
    return new Measure(sampler, space, evaluator, window);
  }

  /** Notes objects that were made in training. */
  see(objects: readonly string[]): void {
    this.#window?.see(objects);
  }

  /** What can be told without samples of its own. */
  async onTheWay(): Promise<Partial<Metrics>> {
    return { ...(await this.#exact()), sampleError: this.#window?.error() ?? null };
  }

  /** Everything, with `count` fresh samples, whose scores are not part of any budget. */
  async atTheEnd({ landscape }: Pick<World, "landscape">, count: number, seed: number): Promise<Metrics> {
    const objects = await this.#sampler.sample(count, seed);
    const scores = await landscape.score(objects);
    const { mean, diversity } = topK(sequenceTable(objects), scores, topCount);
    return {
      ...nothingKnown,
      ...(await this.#exact()),
      logZError: await this.#logZError(),
      sampleError: this.#window?.error() ?? null,
      modes: this.#space?.modes.report(objects).found ?? null,
      topMean: mean,
      topDiversity: diversity,
      meanScore: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    };
  }

  /** The same figures of the best policy there is. */
  get limit(): Partial<Metrics> {
    if (this.#space === null) return {};
    const { limit, forwardLimit, objects } = this.#space.laws;
    return {
      tv: limit.tv,
      meanAbsolute: (2 * limit.tv) / objects.length,
      klReverse: limit.kl,
      klForward: forwardLimit.kl,
      regret: 0,
    };
  }

  async #exact(): Promise<Partial<Metrics>> {
    if (this.#evaluator === null || this.#space === null) return {};
    const { laws, target, logTarget } = this.#space;
    const law = await this.#evaluator.law();
    const klReverse = klToLog(law, logTarget);
    return {
      tv: tv(law, target),
      meanAbsolute: l1(law, target) / target.length,
      klReverse: finite(klReverse),
      klForward: finite(kl(target, law)),
      jsd: jsd(law, target),
      regret: finite(klReverse - laws.limit.kl),
    };
  }

  async #logZError(): Promise<number | null> {
    if (this.#space === null || !(this.#sampler instanceof TrainerSampler)) return null;
    const learned = await this.#sampler.learnedLogZ();
    return learned === null ? null : Math.abs(learned - this.#space.logZ);
  }

  dispose(): Promise<void> {
    return this.#evaluator?.dispose() ?? Promise.resolve();
  }
}

/** A law that leaves something out has no finite divergence, and JSON no infinity. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
