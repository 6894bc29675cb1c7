/**
 * The training loop, one iteration at a time: roll out, score, remember, update. The caller decides when to stop, what
 * to log and where to keep checkpoints. Everything random comes from streams of one seed, and `save`/`restore` carry all
 * state, so a run that was interrupted continues to the same bits.
 */
import { createParameters } from "../engine/index.ts";
import type { Adam, Parameters } from "../engine/index.ts";
import { foldIn, Generator, key } from "../random/index.ts";
import { onPolicy, Rehearsal, ReplayBuffer, RollOut, TrajectoryBatch } from "../sampling/index.ts";
import type { KnownTrajectory, PolicyEvaluator } from "../sampling/index.ts";
import { WindageError } from "../error.ts";
import { masksOf } from "./masks.ts";
import type { TrainerOptions } from "./options.ts";
import { compilePolicy } from "./policy-program.ts";
import { valueAt } from "./schedules.ts";
import type { Scorer } from "./scorer.ts";
import { restoreState, saveState } from "./trainer-state.ts";
import type { Streams, TrainerState } from "./trainer-state.ts";
import { createOptimiser, UpdateProgram } from "./update-program.ts";
import type { UpdateResult } from "./update-program.ts";

/** What one iteration did. */
export interface IterationReport extends UpdateResult {
  readonly iteration: number;
  readonly meanReward: number;
  readonly meanScore: number;
  readonly oracleCalls: number;
  /** The fresh objects of this iteration and their scores; overwritten by the next. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
}

export class Trainer {
  readonly options: TrainerOptions;
  readonly parameters: Parameters;
  readonly optimiser: Adam;
  readonly #update: UpdateProgram;
  readonly #batch: TrajectoryBatch;
  readonly #rollOuts: readonly {
    readonly roll: RollOut;
    readonly column: number;
    readonly explores: boolean;
  }[];
  readonly #evaluators: ReadonlyMap<number, PolicyEvaluator>;
  readonly #rehearsals: ReadonlyMap<number, Rehearsal>;
  readonly #replay: ReplayBuffer;
  readonly #scorer: Scorer;
  readonly #streams: Streams;
  readonly #dispose: readonly (() => Promise<void>)[];
  #iteration = 0;

  /** Compiles everything a run needs. */
  static async create(options: TrainerOptions): Promise<Trainer> {
    const { environment, model, dynamics, batch, objective } = options;
    const tree = {
      policy: model.tree,
      ...(dynamics.mode === "learned" ? { dynamics: dynamics.model.tree } : {}),
    };
    const root = key(options.seed);
    const parameters = createParameters(tree, foldIn(root, 0));
    const optimiser = createOptimiser(parameters, options);
    const streams: Streams = {
      choices: Generator.fromKey(foldIn(root, 1)),
      world: Generator.fromKey(foldIn(root, 2)),
      memory: Generator.fromKey(foldIn(root, 3)),
    };
    const size = batch.onPolicy + batch.exploratory + batch.replay + batch.dataset;
    checkMix(options);
    const trajectories = TrajectoryBatch.for(environment, size);
    const parts = { environment, model, dynamics, objective, masks: masksOf(environment) } as never;
    const update = await UpdateProgram.compile(parts, parameters, optimiser, trajectories, options);
    const evaluators = new Map<number, PolicyEvaluator>();
    const dispose: (() => Promise<void>)[] = [() => update.dispose()];
    for (const rows of new Set([batch.onPolicy, batch.exploratory].filter((n) => n > 0))) {
      const program = await compilePolicy(options, parameters, rows);
      evaluators.set(rows, program.evaluate);
      dispose.push(program.dispose);
    }
    return new Trainer(options, parameters, optimiser, update, trajectories, evaluators, streams, dispose);
  }

  private constructor(
    options: TrainerOptions,
    parameters: Parameters,
    optimiser: Adam,
    update: UpdateProgram,
    batch: TrajectoryBatch,
    evaluators: ReadonlyMap<number, PolicyEvaluator>,
    streams: Streams,
    dispose: readonly (() => Promise<void>)[],
  ) {
    this.options = options;
    this.parameters = parameters;
    this.optimiser = optimiser;
    this.#update = update;
    this.#batch = batch;
    this.#evaluators = evaluators;
    this.#streams = streams;
    this.#dispose = dispose;
    const { environment, batch: mix } = options;
    const kinds = [
      { rows: mix.onPolicy, column: 0, explores: false },
      { rows: mix.exploratory, column: mix.onPolicy, explores: true },
    ];
    this.#rollOuts = kinds
      .filter(({ rows }) => rows > 0)
      .map(({ rows, column, explores }) => ({
        roll: new RollOut(environment, rows, streams),
        column,
        explores,
      }));
    const sizes = new Set([mix.replay, mix.dataset, batch.shape.size].filter((n) => n > 0));
    this.#rehearsals = new Map([...sizes].map((n) => [n, new Rehearsal(environment, n, streams.memory)]));
    this.#replay = new ReplayBuffer(options.replay.capacity, environment.maxSteps);
    this.#scorer = options.scorer;
  }

  get iteration(): number {
    return this.#iteration;
  }

  get oracleCalls(): number {
    return this.#scorer.calls;
  }

  /** Roll-outs, scores, and as many updates as asked for. */
  async iterate(): Promise<IterationReport> {
    const { batch: mix, reward, extraUpdates } = this.options;
    const fresh = mix.onPolicy + mix.exploratory;
    await this.#rollOut();
    const objects = this.#batch.objects.slice(0, fresh);
    const scores = await this.#scorer.score(objects);
    this.#remember(scores);
    this.#fillRewards(scores, 0);
    this.#batch.onPolicy.fill(0).fill(1, 0, mix.onPolicy);
    this.#batch.lived.fill(1, 0, fresh + mix.replay).fill(0, fresh + mix.replay);
    this.#rehearse(mix.replay, fresh);
    this.#drawDataset(mix.dataset, fresh + mix.replay);
    const result = await this.#update.step();
    for (let extra = 0; extra < extraUpdates; extra++) await this.#replayUpdate();
    const iteration = this.#iteration++;
    const mean = (values: Iterable<number>): number => {
      let sum = 0;
      for (const value of values) sum += value;
      return sum / scores.length;
    };
    return {
      ...result,
      iteration,
      objects,
      scores,
      meanScore: mean(scores),
      meanReward: mean(scores.map((score) => reward.reward(score, iteration))),
      oracleCalls: this.#scorer.calls,
    };
  }

  save(): TrainerState {
    return saveState(this.parameters, this.optimiser, this.#streams, this.#replay, {
      iteration: this.#iteration,
      oracleCalls: this.#scorer.calls,
    });
  }

  restore(state: TrainerState): void {
    const { iteration, oracleCalls } = restoreState(
      state,
      this.parameters,
      this.optimiser,
      this.#streams,
      this.#replay,
    );
    this.#iteration = iteration;
    this.#scorer.resumeAt(oracleCalls);
  }

  async dispose(): Promise<void> {
    for (const dispose of this.#dispose) await dispose();
  }

  async #rollOut(): Promise<void> {
    const behaviour = {
      temperature: valueAt(this.options.temperature, this.#iteration),
      epsilon: valueAt(this.options.epsilon, this.#iteration),
    };
    for (const { roll, column, explores } of this.#rollOuts) {
      await roll.run(this.#evaluators.get(roll.size)!, explores ? behaviour : onPolicy, this.#batch, column);
    }
  }

  #fillRewards(scores: ArrayLike<number>, column: number): void {
    for (let i = 0; i < scores.length; i++) {
      this.#batch.logReward[column + i] = this.options.reward.logReward(scores[i]!, this.#iteration);
    }
  }

  /** Puts the fresh trajectories into the replay buffer. */
  #remember(scores: Float64Array): void {
    const { reward, replay, environment } = this.options;
    const { size, steps } = this.#batch.shape;
    const thought = new Int32Array(environment.maxSteps);
    const real = new Int32Array(environment.maxSteps);
    for (let b = 0; b < scores.length; b++) {
      for (let t = 0; t < steps; t++) {
        thought[t] = this.#batch.thought[t * size + b]!;
        real[t] = this.#batch.real[t * size + b]!;
      }
      const score = scores[b]!;
      this.#replay.add(
        { thought, real, length: this.#batch.lengths[b]!, object: this.#batch.objects[b]!, score },
        replay.priority === 0 ? 1 : reward.reward(score) ** replay.priority,
      );
    }
  }

  /** Writes `count` trajectories from replay into the batch. */
  #rehearse(count: number, column: number): void {
    if (count === 0) return;
    const drawn = Array.from({ length: count }, () =>
      this.#replay.at(this.#replay.draw(this.#streams.memory)),
    );
    this.#rehearsals.get(count)!.write(drawn, this.#batch, column);
    this.#fillRewards(
      drawn.map((trajectory) => trajectory.score),
      column,
    );
  }

  #drawDataset(count: number, column: number): void {
    if (count === 0) return;
    const { dataset } = this.options;
    const drawn = Array.from({ length: count }, () => dataset[this.#streams.memory.integer(dataset.length)]!);
    const known: KnownTrajectory[] = drawn.map(({ real, object }) => ({ real, object, length: real.length }));
    this.#rehearsals.get(count)!.write(known, this.#batch, column);
    this.#fillRewards(
      drawn.map((entry) => entry.score),
      column,
    );
  }

  /** An update from replay alone. */
  async #replayUpdate(): Promise<void> {
    this.#batch.onPolicy.fill(0);
    this.#batch.lived.fill(1);
    this.#rehearse(this.#batch.shape.size, 0);
    await this.#update.step();
  }
}

function checkMix({ batch, dataset, objective, extraUpdates }: TrainerOptions): void {
  const refuse = (message: string): never => {
    throw new WindageError("training/bad-batch", message);
  };
  if (batch.onPolicy + batch.exploratory === 0)
    refuse("batch: got no fresh trajectories, expected at least one per iteration.");
  if (batch.dataset > 0 && dataset.length === 0)
    refuse(`batch: got ${batch.dataset} trajectories from a dataset, but the dataset is empty.`);
  if (objective.needsOnPolicy && batch.onPolicy < 2) {
    refuse(
      `objective: got ${batch.onPolicy} on-policy trajectories, expected at least 2, because part of it learns from samples of π itself.`,
    );
  }
  if (objective.needsOnPolicy && extraUpdates > 0) {
    refuse(
      "extraUpdates: got updates from replay alone, but part of the objective needs samples of π itself; set it to 0.",
    );
  }
}
