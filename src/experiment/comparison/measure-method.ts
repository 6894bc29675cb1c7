/**
 * What a comparison measures about one method, during training and at the end. The world is described once per noise
 * level (`describeSpace`) and shared by all jobs of a process.
 */
import { Evaluator, learnedLogZ, ModeFinder, modeSet } from "../../assessment/index.ts";
import type { Laws, World } from "../../assessment/index.ts";
import { logPartition, sequenceTable, targetLaw, topK } from "../../evaluation/index.ts";
import type { Method } from "../../training/index.ts";
import { nothingKnown } from "./job-result.ts";
import type { Metrics } from "./job-result.ts";
import { SampleWindow } from "./sample-window.ts";
import type { Places } from "./sample-window.ts";

/** All objects of a world, where they can be listed. */
export interface Space {
  readonly laws: Laws;
  readonly places: Places;
  readonly logZ: number;
  readonly target: Float64Array;
  readonly modes: ModeFinder;
}

export function describeSpace(world: Pick<World, "environment">, laws: Laws): Space {
  const logZ = logPartition(laws.logReward);
  return {
    laws,
    places: new Map(laws.objects.map((object, place) => [object, place])),
    logZ,
    target: targetLaw(laws.logReward, logZ),
    modes: new ModeFinder(modeSet(world, laws)),
  };
}

const topCount = 100;

export class Measure {
  /** The latest training samples; null where objects cannot be listed. */
  readonly window: SampleWindow | null;
  readonly #method: Method;
  readonly #space: Space | null;
  readonly #evaluator: Evaluator | null;

  private constructor(method: Method, space: Space | null, evaluator: Evaluator | null, window: number) {
    this.#method = method;
    this.#space = space;
    this.#evaluator = evaluator;
    this.window = space && new SampleWindow(space.places, space.target, window);
  }

  static async of(method: Method, space: Space | null, window: number): Promise<Measure> {
    const evaluator = space && method.policy ? await Evaluator.of(space.laws, method.policy) : null;
    return new Measure(method, space, evaluator, window);
  }

  /** What can be told without samples of its own. */
  async onTheWay(): Promise<Partial<Metrics>> {
    return { ...(await this.#exact()), sampleError: this.window?.error() ?? null };
  }

  /** Everything, with `count` fresh samples, whose scores are not part of any budget. */
  async atTheEnd({ landscape }: Pick<World, "landscape">, count: number, seed: number): Promise<Metrics> {
    const objects = await this.#method.sample(count, seed);
    const scores = await landscape.score(objects);
    const { mean, diversity } = topK(sequenceTable(objects), scores, topCount);
    return {
      ...nothingKnown,
      ...(await this.#exact()),
      logZError: await this.#logZError(),
      sampleError: this.window?.error() ?? null,
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
    if (this.#evaluator === null) return {};
    const { exact, regret } = await this.#evaluator.evaluate();
    return {
      tv: exact.tv,
      meanAbsolute: exact.l1 / this.#evaluator.laws.objects.length,
      klReverse: finite(exact.klReverse),
      klForward: finite(exact.klForward),
      jsd: exact.jsd,
      regret: finite(regret.klReverse),
    };
  }

  async #logZError(): Promise<number | null> {
    if (this.#space === null) return null;
    const learned = await learnedLogZ(this.#method);
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
