/**
 * What the learning baselines share: a policy that acts in the environment, the budget this uses up, and what can be
 * asked of the policy afterwards. How it learns is the business of each algorithm's own file.
 */
import type { Parameters } from "../../engine/index.ts";
import type { Model } from "../../model/index.ts";
import { foldIn, Generator, key } from "../../random/index.ts";
import { onPolicy, RollOut, TrajectoryBatch } from "../../sampling/index.ts";
import { compilePolicy, PolicyTable, shareSpent } from "../../training/index.ts";
import type { Budget, StateList } from "../../training/index.ts";
import type { BaselineSetup } from "../sampler.ts";
import { samplingStream, streamsOf } from "./streams.ts";
import type { AgentStreams } from "./streams.ts";

/** Trajectories at a time when only samples are wanted. */
const sampleRows = 256;

/** One round of acting. */
export interface Fresh {
  readonly objects: readonly string[];
  readonly scores: Float64Array;
}

export class Actor {
  readonly streams: AgentStreams;
  /** Fresh trajectories are in its first columns; an algorithm may fill the others. */
  readonly batch: TrajectoryBatch;
  readonly #setup: BaselineSetup;
  readonly #model: Model;
  readonly #parameters: Parameters;
  readonly #rollOut: RollOut;
  readonly #policy: Awaited<ReturnType<typeof compilePolicy>>;
  readonly #callsBefore: number;
  #environmentSteps = 0;
  /** The round of acting that the batch is from; none yet. */
  #round = -1;

  /** `callsBefore` is what the scorer had counted before this method began to spend. */
  static async create(
    setup: BaselineSetup,
    agent: { readonly model: Model; readonly parameters: Parameters; readonly callsBefore: number },
    { fresh, size }: { readonly fresh: number; readonly size: number },
  ): Promise<Actor> {
    const policy = await compilePolicy({ ...setup, model: agent.model }, agent.parameters, fresh);
    return new Actor(setup, agent, fresh, size, policy);
  }

  private constructor(
    setup: BaselineSetup,
    agent: { readonly model: Model; readonly parameters: Parameters; readonly callsBefore: number },
    fresh: number,
    size: number,
    policy: Awaited<ReturnType<typeof compilePolicy>>,
  ) {
    this.#setup = setup;
    this.#model = agent.model;
    this.#parameters = agent.parameters;
    this.#callsBefore = agent.callsBefore;
    this.#policy = policy;
    this.streams = streamsOf(setup.seed);
    this.batch = TrajectoryBatch.for(setup.environment, size);
    this.#rollOut = new RollOut(setup.environment, fresh, this.streams);
  }

  get spent(): Budget {
    return {
      oracleCalls: this.#setup.scorer.calls - this.#callsBefore,
      environmentSteps: this.#environmentSteps,
    };
  }

  /** 1 at the start of the budget and `final` at its end, in a straight line: a factor on rates. */
  decay(final: number): number {
    return 1 - (1 - final) * shareSpent(this.spent, this.#setup.budget);
  }

  /** Fresh trajectories of π itself, scored, with their log rewards in the batch. */
  async act(): Promise<Fresh> {
    const { batch } = this;
    const { size } = this.#rollOut;
    this.#round++;
    await this.#rollOut.run(this.#policy.evaluate, onPolicy, batch, 0);
    for (let b = 0; b < size; b++) this.#environmentSteps += batch.lengths[b]!;
    const objects = batch.objects.slice(0, size);
    const scores = await this.#setup.scorer.score(objects);
    this.writeRewards(scores, 0);
    return { objects, scores };
  }

  /** Log rewards of these scores into the columns from `column` on, under the exponent of the round that is in the batch. */
  writeRewards(scores: ArrayLike<number>, column: number): void {
    const { reward } = this.#setup;
    for (let i = 0; i < scores.length; i++) {
      this.batch.logReward[column + i] = reward.logReward(scores[i]!, this.#round);
    }
  }

  readonly compilePolicy = (states: StateList): Promise<PolicyTable> =>
    PolicyTable.compile({ ...this.#setup, model: this.#model }, this.#parameters, states);

  /** Fresh objects that cost nothing and teach nothing. */
  async sample(count: number, seed: number): Promise<readonly string[]> {
    const { environment } = this.#setup;
    const root = foldIn(key(seed), samplingStream);
    const streams = {
      choices: Generator.fromKey(foldIn(root, 0)),
      world: Generator.fromKey(foldIn(root, 1)),
    };
    const rollOut = new RollOut(environment, sampleRows, streams);
    const batch = TrajectoryBatch.for(environment, sampleRows);
    const policy = await compilePolicy({ ...this.#setup, model: this.#model }, this.#parameters, sampleRows);
    const objects: string[] = [];
    try {
      while (objects.length < count) {
        await rollOut.run(policy.evaluate, onPolicy, batch, 0);
        objects.push(...batch.objects.slice(0, count - objects.length));
      }
    } finally {
      await policy.dispose();
    }
    return objects;
  }

  dispose(): Promise<void> {
    return this.#policy.dispose();
  }
}
