/**
 * What a comparison measures about one method, during training and at the end. The world is described once per noise
 * level (`describeSpace`) and shared by all jobs of a process.
 */
import type { Sampler } from "../../baseline/index.ts";
import { sequenceTable, targetLaw, topK } from "../../evaluation/index.ts";
import { Evaluator } from "../experiment/evaluator.ts";
import type { Laws } from "../experiment/laws.ts";
import { ModeFinder } from "../experiment/mode-finder.ts";
import type { World } from "../experiment/world.ts";
import type { Metrics } from "./job-result.ts";
import { SampleWindow } from "./sample-window.ts";
import type { Places } from "./sample-window.ts";
import { TrainerSampler } from "./trainer-sampler.ts";

/** All objects of a world, where they can be listed. */
export interface Space {
  readonly laws: Laws;
  readonly places: Places;
  readonly target: Float64Array;
  readonly modes: ModeFinder;
}

export function describeSpace(laws: Laws): Space {
  return {
    laws,
    places: new Map(laws.objects.map((object, place) => [object, place])),
    target: targetLaw(laws.logReward),
    modes: new ModeFinder(laws.objects, laws.scores),
  };
}

const topCount = 100;

/** Nothing known. */
const unknown: Metrics = {
  tv: null,
  meanAbsolute: null,
  klReverse: null,
  klForward: null,
  jsd: null,
  regret: null,
  logZError: null,
  sampleError: null,
  modes: null,
  topMean: null,
  topDiversity: null,
  meanScore: null,
};

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
    const logZ = this.#sampler instanceof TrainerSampler ? await this.#sampler.learnedLogZ() : null;
    return {
      ...unknown,
      ...(await this.#exact(logZ)),
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

  async #exact(logZ: number | null = null): Promise<Partial<Metrics>> {
    if (this.#evaluator === null) return {};
    const report = await this.#evaluator.evaluate(logZ ?? undefined);
    const { tv, l1, klReverse, klForward, jsd } = report.exact;
    return {
      tv,
      meanAbsolute: l1 / this.#evaluator.laws.objects.length,
      klReverse: finite(klReverse),
      klForward: finite(klForward),
      jsd,
      regret: finite(report.regret.klReverse),
      ...(report.logZ.error === null ? {} : { logZError: Math.abs(report.logZ.error) }),
    };
  }

  dispose(): Promise<void> {
    return this.#evaluator?.dispose() ?? Promise.resolve();
  }
}

/** A law that leaves something out has no finite divergence, and JSON no infinity. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
