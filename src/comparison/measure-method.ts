/**
 * What a comparison measures about one method, during training and at the end. The world is described once per noise
 * level (`describeSpace`) and shared by all jobs of a process.
 */
import { Evaluator } from "../assessment/evaluator.ts";
import { drawSamples } from "../assessment/samples.ts";
import { learnedLogZ } from "../assessment/learning/learned-log-z.ts";
import { ModeFinder } from "../assessment/modes/mode-finder.ts";
import { modeSet } from "../assessment/modes/mode-set.ts";
import { openTruth } from "../assessment/truth/truth.ts";
import type { Truth } from "../assessment/truth/truth.ts";
import { reportTruth } from "../assessment/truth/report-truth.ts";
import type { Laws } from "../assessment/law/laws.ts";
import type { Samples } from "../assessment/samples.ts";
import type { TruthReport } from "../assessment/truth/report-truth.ts";
import type { World } from "../assessment/world.ts";
import type { Estimate } from "../evaluation/sample/estimate.ts";
import { estimateFromSamples } from "../evaluation/sample/estimate.ts";
import { logPartition, targetLaw } from "../evaluation/law/log-z.ts";
import { topK } from "../evaluation/sample/top-k.ts";
import { sequenceTable } from "../evaluation/sample/sequence-table.ts";
import type { Method } from "../training/method.ts";
import { nothingKnown } from "./job-result.ts";
import type { JobMetrics } from "./job-result.ts";
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

/** Whether a divergence can be estimated from samples, where the law cannot be worked out. */
export function isEstimated({ policy }: Method, { environment }: Pick<World, "environment">): boolean {
  return policy !== null && !environment.context;
}

/** What figures are made of besides the method: its world, and fresh samples. */
export interface Measuring {
  readonly world: Pick<World, "environment" | "landscape" | "reward">;
  readonly space: Space | null;
  /** Latest training samples that are kept. */
  readonly window: number;
  /** Fresh samples of an estimate on the way, whose scores are not part of any budget; none where there are fewer than 2. */
  readonly samplesOnTheWay: number;
  readonly seed: number;
}

export class Measure {
  /** The latest training samples; null where objects cannot be listed. */
  readonly window: SampleWindow | null;
  readonly #method: Method;
  readonly #measuring: Measuring;
  readonly #evaluator: Evaluator | null;
  /** What is known exactly where objects cannot be listed. */
  readonly #truth: Truth | null;

  private constructor(method: Method, measuring: Measuring, evaluator: Evaluator | null) {
    const { space, window } = measuring;
    this.#method = method;
    this.#measuring = measuring;
    this.#evaluator = evaluator;
    this.#truth = space === null ? openTruth(measuring.world) : null;
    this.window = space && new SampleWindow(space.places, space.target, window);
  }

  static async of(method: Method, measuring: Measuring): Promise<Measure> {
    const { space } = measuring;
    const evaluator = space && method.policy ? await Evaluator.of(space.laws, method.policy) : null;
    return new Measure(method, measuring, evaluator);
  }

  /** What can be told without samples of its own, and where that is little, from a few. */
  async onTheWay(): Promise<Partial<JobMetrics>> {
    const { world, space, samplesOnTheWay } = this.#measuring;
    if (space === null) {
      // Samples that no figure is made of would be scored, and paid for, all the same.
      if (samplesOnTheWay < 2 || !isEstimated(this.#method, world)) return {};
      return (await this.#sampled(samplesOnTheWay)).estimates;
    }
    return { ...(await this.#exact()), sampleError: this.window?.error() ?? null };
  }

  /** Everything, with `count` fresh samples, whose scores are not part of any budget. */
  async atTheEnd(count: number): Promise<JobMetrics> {
    const { objects, scores, estimates } = await this.#sampled(count);
    const { mean, diversity } = topK(sequenceTable(objects), scores, topCount);
    return {
      ...nothingKnown,
      ...(await this.#exact()),
      ...estimates,
      logZError: await this.#logZError(),
      sampleError: this.window?.error() ?? null,
      modes: this.#measuring.space?.modes.report(objects).found ?? null,
      topMean: mean,
      topDiversity: diversity,
      meanScore: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    };
  }

  /** Fresh samples, and where there is a policy whose law cannot be worked out, its divergence estimated from them. */
  async #sampled(
    count: number,
  ): Promise<Pick<Samples, "objects" | "scores"> & { readonly estimates: Partial<JobMetrics> }> {
    const { world, space, seed } = this.#measuring;
    const { policy } = this.#method;
    if (space !== null || policy === null || world.environment.context) {
      const objects = await this.#method.sample(count, seed);
      return { objects, scores: await world.landscape.score(objects), estimates: {} };
    }
    const drawn = await drawSamples(world, policy, count, seed);
    const { objects, scores, logLaw } = drawn;
    if (logLaw === null || count < 2) return { objects, scores, estimates: {} };
    if (this.#truth !== null) {
      const known = await reportTruth(this.#truth, world, policy, drawn, { seed, part: 0 });
      return { objects, scores, estimates: figuresOf(known) };
    }
    const { elbo, klReverse } = estimateFromSamples(logLaw, world.reward.logRewards(scores));
    return { objects, scores, estimates: { ...bounded(elbo), ...estimated(klReverse) } };
  }

  /** The same figures of the best policy there is. */
  get limit(): Partial<JobMetrics> {
    const { space } = this.#measuring;
    if (space === null) return this.#truth?.limit ? { ...this.#truth.limit, regret: 0 } : {};
    const { limit, forwardLimit, objects } = space.laws;
    return {
      tv: limit.tv,
      meanAbsolute: (2 * limit.tv) / objects.length,
      klReverse: limit.kl,
      klForward: forwardLimit.kl,
      regret: 0,
    };
  }

  async #exact(): Promise<Partial<JobMetrics>> {
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
    const { space } = this.#measuring;
    const known = space?.logZ ?? this.#truth?.logZ;
    if (known === undefined) return null;
    const learned = await learnedLogZ(this.#method);
    return learned === null ? null : Math.abs(learned - known);
  }

  dispose(): Promise<void> {
    return this.#evaluator?.dispose() ?? Promise.resolve();
  }
}

/** A divergence estimated from samples. */
function estimated(kl: Estimate | null): Partial<JobMetrics> {
  if (kl === null) return {};
  return { klEstimate: finite(kl.estimate), klStandardError: finite(kl.standardError) };
}

/** What can be said without a guess of log Z. */
function bounded({ estimate, standardError }: Estimate): Partial<JobMetrics> {
  return { elbo: finite(estimate), elboStandardError: finite(standardError) };
}

/** Figures against a target that is known exactly, each a mean over samples. */
function figuresOf({ kl, regret, tv }: TruthReport): Partial<JobMetrics> {
  return {
    tv: tv?.estimate ?? null,
    klReverse: kl.klReverse?.estimate ?? null,
    klForward: kl.klForward?.estimate ?? null,
    regret: regret.klReverse?.estimate ?? null,
    ...estimated(kl.klReverse),
  };
}

/** A law that leaves something out has no finite divergence, and JSON no infinity. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
