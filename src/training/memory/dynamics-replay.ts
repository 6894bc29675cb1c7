/**
 * Off-policy learning of the dynamics: extra updates of P̂ alone, from single transitions of trajectories that were
 * really lived. Trajectories are drawn uniformly whatever their priority: a priority depends on how a trajectory ended,
 * so drawing by it would teach that lucky outcomes are likely.
 *
 * The network's numbers are the trainer's; a copy of them with an optimiser of its own is updated and written back, so
 * that nothing else can move.
 */
import { compileTraining } from "../../engine/training-program.ts";
import { f32, i32 } from "../../engine/spec.ts";
import { nn, np } from "../../engine/jax.ts";
import { Parameters } from "../../engine/parameters/parameters.ts";
import type { Adam } from "../../engine/optimiser/adam.ts";
import type { ArraysOf, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Spec } from "../../engine/spec.ts";
import type { TrainingProgram } from "../../engine/training-program.ts";
import { initialState } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import { dynamicsLoss } from "../../objective/dynamics-loss.ts";
import type { Generator } from "../../random/generator.ts";
import type { ReplayBuffer } from "../../sampling/replay-buffer.ts";
import { StateRows, statesOf } from "../policy/state-rows.ts";
import { createDynamicsOptimiser } from "../setup/optimisers.ts";
import type { Spent } from "../setup/optimisers.ts";
import type { LearnedDynamics, TrainerOptions } from "../setup/options.ts";

/** How often the noise model is updated from replay, and from how many transitions. */
export interface DynamicsReplayOptions {
  /** Extra updates per iteration. */
  readonly rounds: number;
  /** Transitions per update. */
  readonly samples: number;
}

/** What has to be kept besides the network's numbers. */
export interface DynamicsReplayState {
  readonly step: number;
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** How often a transition is drawn again that was given and not made; where nearly all are, some rows teach nothing. */
const mostTries = 16;

type Program = TrainingProgram<ParameterTree, Record<string, Spec>, never>;

export class DynamicsReplay {
  readonly #environment: Environment;
  readonly #options: DynamicsReplayOptions;
  readonly #own: Parameters;
  /** The same parameters among the trainer's. */
  readonly #shared: Float32Array;
  readonly #optimiser: Adam;
  readonly #program: Program;
  readonly #states: StateRows;
  readonly #thought: Int32Array;
  readonly #real: Int32Array;
  /** 0 for rows where nothing was found that shows the noise at work; empty where outcomes are never given. */
  readonly #teaches: Float32Array;

  private constructor(
    environment: Environment,
    options: DynamicsReplayOptions,
    own: Parameters,
    shared: Float32Array,
    optimiser: Adam,
    program: Program,
    states: StateRows,
    teaches: Float32Array,
  ) {
    this.#environment = environment;
    this.#options = options;
    this.#own = own;
    this.#shared = shared;
    this.#optimiser = optimiser;
    this.#program = program;
    this.#states = states;
    this.#thought = new Int32Array(options.samples);
    this.#real = new Int32Array(options.samples);
    this.#teaches = teaches;
  }

  static async compile(
    trainer: TrainerOptions,
    options: DynamicsReplayOptions,
    dynamics: LearnedDynamics,
    parameters: Parameters,
    spent?: Spent,
  ): Promise<DynamicsReplay> {
    const { environment, engine } = trainer;
    const { model } = dynamics;
    const { rounds, samples } = options;
    for (const [name, value] of Object.entries({ rounds, samples })) {
      if (Number.isSafeInteger(value) && value >= 1) continue;
      throw new WindageError(
        "training/bad-dynamics-replay",
        `dynamicsReplay: got ${name} ${value}, expected a whole number from 1 on; leave dynamicsReplay out to learn from the current batch alone.`,
      );
    }
    const own = new Parameters({ dynamics: model.tree });
    const from = parameters.leaves.find(({ name }) => name.startsWith("dynamics/"))!.offset;
    const optimiser = createDynamicsOptimiser(own, dynamics, trainer, rounds, spent);
    const loss = (
      arrays: ArraysOf<ParameterTree>,
      given: Readonly<Record<string, JaxArray>>,
    ): { loss: JaxArray } => {
      const { taken, happened: real, teaches } = given;
      const log = nn.logSoftmax(model.apply(arrays["dynamics"] as never, statesOf(given, model.reads)));
      const [, actions, outcomes] = log.shape as [number, number, number];
      const intended = nn.oneHot(taken!, actions).reshape([samples, actions, 1]);
      const happened = nn.oneHot(real!, outcomes).reshape([samples, 1, outcomes]);
      const logDynamics = np.sum(log.mul(intended.mul(happened)), [1, 2]);
      return { loss: dynamicsLoss(logDynamics, teaches ?? np.ones([samples])) };
    };
    const states = new StateRows(environment, model.reads, samples);
    const inputs: Record<string, Spec> = {
      ...states.specs,
      taken: i32(samples),
      happened: i32(samples),
      ...(trainer.templates ? { teaches: f32(samples) } : {}),
    };
    const program = await compileTraining(
      "dynamics replay",
      loss,
      { parameters: own, optimiser, inputs },
      engine ? { engine } : {},
    );
    const shared = parameters.values.subarray(from, from + own.size);
    const teaches = new Float32Array(trainer.templates ? samples : 0);
    return new DynamicsReplay(environment, options, own, shared, optimiser, program, states, teaches);
  }

  /** All rounds of one iteration; the mean of their losses, each before its update. */
  async run(replay: ReplayBuffer, generator: Generator): Promise<number> {
    const { rounds } = this.#options;
    this.#own.values.set(this.#shared);
    let total = 0;
    for (let round = 0; round < rounds; round++) {
      this.#draw(replay, generator);
      const inputs = {
        ...this.#states.data,
        taken: this.#thought,
        happened: this.#real,
        ...(this.#teaches.length > 0 ? { teaches: this.#teaches } : {}),
      };
      total += (await this.#program.step(inputs)).loss;
    }
    this.#shared.set(this.#own.values);
    return total / rounds;
  }

  save(): DynamicsReplayState {
    const [first, second] = this.#own.moments;
    return { step: this.#optimiser.step, first: first.slice(), second: second.slice() };
  }

  restore({ step, first, second }: DynamicsReplayState): void {
    if (first.length !== this.#own.size || second.length !== this.#own.size) {
      throw new WindageError(
        "training/bad-state",
        `restore: got ${first.length} moments of the dynamics, expected ${this.#own.size}; the checkpoint belongs to another model.`,
      );
    }
    this.#optimiser.restore({ step });
    this.#own.moments[0].set(first);
    this.#own.moments[1].set(second);
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }

  /** Transitions drawn at random: a trajectory, then a step of it. */
  #draw(replay: ReplayBuffer, generator: Generator): void {
    for (let row = 0; row < this.#options.samples; row++) {
      let { thought, real, length, context, happened } = replay.at(generator.integer(replay.count));
      let step = generator.integer(length);
      for (let tries = 0; happened?.[step] === 0 && tries < mostTries; tries++) {
        ({ thought, real, length, context, happened } = replay.at(generator.integer(replay.count)));
        step = generator.integer(length);
      }
      if (this.#teaches.length > 0) this.#teaches[row] = happened?.[step] === 0 ? 0 : 1;
      let state = initialState(this.#environment, context);
      for (let t = 0; t < step; t++) state = this.#environment.next(state, real[t]!, thought[t]);
      this.#states.write(row, state, context, true, Array.from(thought.subarray(0, step)));
      this.#thought[row] = thought[step]!;
      this.#real[row] = real[step]!;
    }
  }
}
