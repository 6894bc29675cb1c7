/**
 * The training loop, one iteration at a time: roll out, score, remember, update. The caller decides when to stop, what
 * to log and where to keep checkpoints. Everything random comes from streams of one seed, and `save`/`restore` carry all
 * state, so a run that was interrupted continues to the same bits.
 */
import { createParameters } from "../engine/index.ts";
import type { Adam, Parameters } from "../engine/index.ts";
import { foldIn, Generator, key } from "../random/index.ts";
import { onPolicy, RollOut, TrajectoryBatch } from "../sampling/index.ts";
import type { PolicyEvaluator } from "../sampling/index.ts";
import type { Budget } from "./budget.ts";
import { checkOptions } from "./check-options.ts";
import { DynamicsReplay } from "./dynamics-replay.ts";
import { LocalStates } from "./local-states.ts";
import type { RewardsOf } from "./local-states.ts";
import { masksOf } from "./masks.ts";
import type { TrainerOptions } from "./options.ts";
import { createOptimiser } from "./optimisers.ts";
import type { Head } from "../model/index.ts";
import type { ModelFor, Objective } from "../objective/index.ts";
import { compilePolicy } from "./policy-program.ts";
import { Remembered } from "./remembered.ts";
import { valueAt } from "./schedules.ts";
import type { Scorer } from "./scorer.ts";
import { StoppingStates } from "./stopping-states.ts";
import { restoreState, saveState } from "./trainer-state.ts";
import type { Carriers, Streams, TrainerState } from "./trainer-state.ts";
import { learnsBackward } from "./update-inputs.ts";
import type { UpdateParts } from "./batch-terms.ts";
import { InspectProgram } from "./inspect-program.ts";
import type { TransitionReport } from "./inspect-program.ts";
import { UpdateProgram } from "./update-program.ts";
import type { UpdateResult } from "./update-program.ts";

/** What one iteration did. */
export interface IterationReport extends UpdateResult {
  readonly iteration: number;
  readonly meanReward: number;
  readonly meanScore: number;
  readonly oracleCalls: number;
  readonly environmentSteps: number;
  /** Mean loss of the dynamics' own updates from replay, where there are any. */
  readonly dynamicsReplayLoss?: number;
  /** The fresh objects of this iteration and their scores; overwritten by the next. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
}

export class Trainer {
  readonly options: TrainerOptions;
  readonly parameters: Parameters;
  readonly optimiser: Adam;
  readonly #parts: UpdateParts;
  readonly #update: UpdateProgram;
  readonly #batch: TrajectoryBatch;
  readonly #rollOuts: readonly {
    readonly roll: RollOut;
    readonly column: number;
    readonly explores: boolean;
  }[];
  readonly #evaluators: ReadonlyMap<number, PolicyEvaluator>;
  readonly #remembered: Remembered;
  readonly #dynamicsReplay: DynamicsReplay | undefined;
  readonly #scorer: Scorer;
  readonly #streams: Streams;
  /** Intentions carried out so far; shared with the rates that follow it. */
  readonly #taken: { steps: number };
  readonly #dispose: readonly (() => Promise<void>)[];
  #inspection: Promise<InspectProgram> | undefined;
  #iteration = 0;
  /** What the entropies of the last batch make of the temperature. */
  #entropyTemperature = 1;

  /**
   * Compiles everything a run needs. A model without a head that the objective needs does not type-check; π_B and P̂ may
   * also come from the posterior and from `dynamics`.
   */
  static async create<Needs extends Head, Has extends Head>(
    options: TrainerOptions & {
      readonly objective: Objective<Needs>;
      readonly model: ModelFor<Exclude<Needs, "backward" | "dynamics">, Has>;
    },
  ): Promise<Trainer> {
    checkOptions(options);
    const { environment, model, dynamics, batch, objective, entropyRatio } = options;
    const tree = {
      policy: model.tree,
      ...(dynamics.mode === "learned" ? { dynamics: dynamics.model.tree } : {}),
    };
    const root = key(options.seed);
    const parameters = createParameters(tree, foldIn(root, 0));
    const taken = { steps: 0 };
    const spent = (): Budget => ({ oracleCalls: options.scorer.calls, environmentSteps: taken.steps });
    const optimiser = createOptimiser(parameters, options, spent);
    const streams: Streams = {
      choices: Generator.fromKey(foldIn(root, 1)),
      world: Generator.fromKey(foldIn(root, 2)),
      memory: Generator.fromKey(foldIn(root, 3)),
    };
    const size = batch.onPolicy + batch.exploratory + batch.replay + batch.dataset;
    const trajectories = TrajectoryBatch.for(environment, size);
    const posterior = options.posterior ?? !learnsBackward(model);
    const local = objective.needsChildren
      ? new LocalStates(environment, Math.min(options.localStates ?? 256, size * environment.maxSteps), {
          learnsBackward: learnsBackward(model),
          posterior,
        })
      : undefined;
    const stopping = objective.needsStopping ? new StoppingStates(environment, trajectories) : undefined;
    const masks = masksOf(environment);
    const parts = {
      environment,
      model,
      dynamics,
      objective,
      posterior,
      masks,
      ...(entropyRatio ? { entropyRatio } : {}),
      ...(local ? { local } : {}),
      ...(stopping ? { stopping } : {}),
    };
    const update = await UpdateProgram.compile(parts, parameters, optimiser, trajectories, options);
    const evaluators = new Map<number, PolicyEvaluator>();
    const dispose: (() => Promise<void>)[] = [() => update.dispose()];
    for (const rows of new Set([batch.onPolicy, batch.exploratory].filter((n) => n > 0))) {
      const program = await compilePolicy(options, parameters, rows);
      evaluators.set(rows, program.evaluate);
      dispose.push(program.dispose);
    }
    const replayed =
      dynamics.mode === "learned" && dynamics.replay
        ? await DynamicsReplay.compile(options, dynamics.replay, dynamics, parameters, spent)
        : undefined;
    if (replayed) dispose.push(() => replayed.dispose());
    const programs = { parts, update, evaluators, replayed, taken, dispose };
    return new Trainer(options, parameters, optimiser, trajectories, streams, programs);
  }

  private constructor(
    options: TrainerOptions,
    parameters: Parameters,
    optimiser: Adam,
    batch: TrajectoryBatch,
    streams: Streams,
    programs: Programs,
  ) {
    this.options = options;
    this.parameters = parameters;
    this.optimiser = optimiser;
    this.#parts = programs.parts;
    this.#update = programs.update;
    this.#evaluators = programs.evaluators;
    this.#dynamicsReplay = programs.replayed;
    this.#taken = programs.taken;
    this.#dispose = programs.dispose;
    this.#batch = batch;
    this.#streams = streams;
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
    this.#remembered = new Remembered(options, batch, streams.memory);
    this.#scorer = options.scorer;
  }

  get iteration(): number {
    return this.#iteration;
  }

  get oracleCalls(): number {
    return this.#scorer.calls;
  }

  /** Intentions carried out in the environment so far. */
  get environmentSteps(): number {
    return this.#taken.steps;
  }

  /** Roll-outs, scores, and as many updates as asked for. */
  async iterate(): Promise<IterationReport> {
    const { batch: mix, reward, extraUpdates, entropyRatio } = this.options;
    const fresh = mix.onPolicy + mix.exploratory;
    await this.#rollOut();
    const objects = this.#batch.objects.slice(0, fresh);
    const scores = await this.#scorer.score(objects);
    this.#remembered.keep(scores);
    this.#fillRewards(scores, 0);
    this.#batch.onPolicy.fill(0).fill(1, 0, mix.onPolicy);
    this.#batch.lived
      .fill(0)
      .fill(1, 0, fresh)
      .fill(this.#remembered.teachesDynamics, fresh, fresh + mix.replay);
    this.#fillRewards(this.#remembered.rehearse(mix.replay, fresh), fresh);
    this.#fillRewards(this.#remembered.study(mix.dataset, fresh + mix.replay), fresh + mix.replay);
    const result = await this.#step();
    for (let extra = 0; extra < extraUpdates; extra++) await this.#replayUpdate();
    const dynamicsReplayLoss = await this.#dynamicsReplay?.run(this.#remembered.replay, this.#streams.memory);
    if (entropyRatio?.use === "temperature") this.#entropyTemperature = result.entropyTemperature!;
    const iteration = this.#iteration++;
    const mean = (values: Iterable<number>): number => {
      let sum = 0;
      for (const value of values) sum += value;
      return sum / scores.length;
    };
    return {
      ...result,
      ...(dynamicsReplayLoss === undefined ? {} : { dynamicsReplayLoss }),
      iteration,
      objects,
      scores,
      meanScore: mean(scores),
      meanReward: mean(scores.map((score) => reward.reward(score, iteration))),
      oracleCalls: this.#scorer.calls,
      environmentSteps: this.#taken.steps,
    };
  }

  /**
   * The terms of every transition of the last batch, under the parameters as they are now. Compiles a program of its
   * own the first time it is asked.
   */
  async inspect(): Promise<TransitionReport> {
    this.#inspection ??= InspectProgram.compile(this.#parts, this.parameters, this.#batch, this.options);
    return (await this.#inspection).run();
  }

  save(): TrainerState {
    return saveState(this.#carriers(), {
      iteration: this.#iteration,
      oracleCalls: this.#scorer.calls,
      environmentSteps: this.#taken.steps,
      entropyTemperature: this.#entropyTemperature,
    });
  }

  restore(state: TrainerState): void {
    const { iteration, oracleCalls, environmentSteps, entropyTemperature } = restoreState(
      state,
      this.#carriers(),
    );
    this.#iteration = iteration;
    this.#taken.steps = environmentSteps;
    this.#entropyTemperature = entropyTemperature;
    this.#scorer.resumeAt(oracleCalls);
  }

  async dispose(): Promise<void> {
    for (const dispose of this.#dispose) await dispose();
    await (await this.#inspection)?.dispose();
  }

  async #rollOut(): Promise<void> {
    const behaviour = {
      temperature: valueAt(this.options.temperature, this.#iteration) * this.#entropyTemperature,
      epsilon: valueAt(this.options.epsilon, this.#iteration),
    };
    for (const { roll, column, explores } of this.#rollOuts) {
      await roll.run(this.#evaluators.get(roll.size)!, explores ? behaviour : onPolicy, this.#batch, column);
      for (let b = column; b < column + roll.size; b++) this.#taken.steps += this.#batch.lengths[b]!;
    }
  }

  #fillRewards(scores: ArrayLike<number>, column: number): void {
    for (let i = 0; i < scores.length; i++) {
      this.#batch.logReward[column + i] = this.options.reward.logReward(scores[i]!, this.#iteration);
    }
  }

  /** One update from what the batch holds. */
  async #step(): Promise<UpdateResult> {
    const { local, stopping } = this.#parts;
    const rewardsOf: RewardsOf = async (objects) => {
      const scores = await this.#scorer.score(objects);
      return this.options.reward.logRewards(scores, this.#iteration);
    };
    await local?.fill(this.#batch, this.#streams.memory, rewardsOf);
    await stopping?.fill(this.#batch, rewardsOf);
    return this.#update.step();
  }

  /** An update from replay alone. */
  async #replayUpdate(): Promise<void> {
    this.#batch.onPolicy.fill(0);
    this.#batch.lived.fill(this.#remembered.teachesDynamics);
    this.#fillRewards(this.#remembered.rehearse(this.#batch.shape.size, 0), 0);
    await this.#step();
  }

  /** Everything that carries state from one iteration to the next. */
  #carriers(): Carriers {
    return {
      parameters: this.parameters,
      optimiser: this.optimiser,
      streams: this.#streams,
      replay: this.#remembered.replay,
      ...(this.#dynamicsReplay ? { dynamicsReplay: this.#dynamicsReplay } : {}),
    };
  }
}

/** What was compiled for a trainer. */
interface Programs {
  readonly parts: UpdateParts;
  readonly update: UpdateProgram;
  readonly evaluators: ReadonlyMap<number, PolicyEvaluator>;
  readonly replayed: DynamicsReplay | undefined;
  readonly taken: { steps: number };
  readonly dispose: readonly (() => Promise<void>)[];
}
