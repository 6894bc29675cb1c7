/**
 * What the learning baselines share: a policy that acts in the environment, the budget this uses up, and what can be
 * asked of the policy afterwards. How it learns is the business of each algorithm's own file.
 */
import type { Adam } from "../../engine/optimiser/adam.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { Model, StateInput } from "../../model/model.ts";
import { onPolicy } from "../../sampling/behaviour.ts";
import { ReplayBuffer } from "../../sampling/replay-buffer.ts";
import { RollOut } from "../../sampling/roll-out.ts";
import { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { PolicyProgram } from "../../sampling/fresh-trajectories.ts";
import { policyOf } from "../../training/policy/policy-program.ts";
import { shareSpent } from "../../training/setup/budget.ts";
import type { Budget } from "../../training/setup/budget.ts";
import type { MethodState, Policy } from "../../training/method.ts";
import type { TrainerState, Carriers } from "../../training/memory/trainer-state.ts";
import { restoreState, saveState } from "../../training/memory/trainer-state.ts";
import { sampleObjects } from "../../training/policy/sample.ts";
import type { BaselineSetup } from "../setup.ts";
import { streamsOf } from "./streams.ts";
import type { AgentStreams } from "./streams.ts";
import type { TargetNetwork } from "./target-network.ts";

/** One round of acting. */
export interface Fresh {
  readonly objects: readonly string[];
  readonly scores: Float64Array;
}

/** What an algorithm has beside its networks and streams that carries over. */
export interface AgentCarriers {
  readonly optimiser: Adam;
  readonly replay?: ReplayBuffer;
  readonly target?: TargetNetwork;
}

/** Who acts. */
export interface ActingAgent {
  readonly model: Model;
  readonly parameters: Parameters;
  readonly callsBefore: number;
  /** What is read of the batch, where that is more than the model reads. */
  readonly reads?: readonly StateInput[];
}

export class Actor {
  readonly streams: AgentStreams;
  /** Fresh trajectories are in its first columns; an algorithm may fill the others. */
  readonly batch: TrajectoryBatch;
  readonly #setup: BaselineSetup;
  readonly #model: Model;
  readonly #parameters: Parameters;
  readonly #rollOut: RollOut;
  readonly #policy: PolicyProgram;
  readonly #callsBefore: number;
  #environmentSteps = 0;
  /** The round of acting that the batch is from; none yet. */
  #round = -1;

  /** `callsBefore` is what the scorer had counted before this method began to spend. */
  static async create(
    setup: BaselineSetup,
    agent: ActingAgent,
    { fresh, size }: { readonly fresh: number; readonly size: number },
  ): Promise<Actor> {
    const policy = policyOf({ ...setup, model: agent.model }, agent.parameters);
    const program = await (policy.compileActing?.(fresh) ?? policy.compile(fresh));
    return new Actor(setup, agent, fresh, size, program);
  }

  private constructor(
    setup: BaselineSetup,
    agent: ActingAgent,
    fresh: number,
    size: number,
    policy: PolicyProgram,
  ) {
    this.#setup = setup;
    this.#model = agent.model;
    this.#parameters = agent.parameters;
    this.#callsBefore = agent.callsBefore;
    this.#policy = policy;
    this.streams = streamsOf(setup.seed);
    this.batch = TrajectoryBatch.for(setup.environment, size, agent.reads ?? agent.model.reads);
    this.#rollOut = new RollOut(setup.environment, fresh, this.streams, policy.reads);
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

  /** π, whose parameters may go on changing. */
  get policy(): Policy {
    return policyOf({ ...this.#setup, model: this.#model }, this.#parameters);
  }

  /** Fresh objects that cost nothing and teach nothing. */
  sample(count: number, seed?: number): Promise<string[]> {
    return sampleObjects(this.policy, count, seed);
  }

  /** Rounds of acting so far. */
  get iteration(): number {
    return this.#round + 1;
  }

  /** All that an agent carries over: its own counts and streams, and what its networks hold. */
  save(carriers: AgentCarriers): MethodState {
    const { iteration, spent } = this;
    const { meta, arrays } = saveState(this.#carriers(carriers), {
      iteration,
      ...spent,
      entropyTemperature: 1,
    });
    return { meta, arrays: { ...arrays, ...(carriers.target ? { target: carriers.target.save() } : {}) } };
  }

  restore(state: MethodState, carriers: AgentCarriers): void {
    const { iteration, oracleCalls, environmentSteps } = restoreState(
      state as TrainerState,
      this.#carriers(carriers),
    );
    carriers.target?.restore(state.arrays["target"] as Float32Array);
    this.#round = iteration - 1;
    this.#environmentSteps = environmentSteps;
    this.#setup.scorer.resumeAt(this.#callsBefore + oracleCalls);
  }

  dispose(): Promise<void> {
    return this.#policy.dispose();
  }

  /** As a trainer has them; an algorithm without replay has an empty one. */
  #carriers({ optimiser, replay }: AgentCarriers): Carriers {
    const { maxSteps } = this.#setup.environment;
    return {
      parameters: this.#parameters,
      streams: this.streams,
      optimiser,
      replay: replay ?? new ReplayBuffer(1, maxSteps),
    };
  }
}
