/**
 * A trainer: everything a run needs, compiled once, and carried from one iteration to the next. What an iteration does
 * is in `iteration.ts`. The caller decides when to stop, what to log and where to keep checkpoints. Everything random
 * comes from streams of one seed, and `save`/`restore` carry all state, so a run that was interrupted continues to the
 * same bits.
 */
import { createParameters } from "../engine/parameters/parameters.ts";
import type { Adam } from "../engine/optimiser/adam.ts";
import type { Parameters } from "../engine/parameters/parameters.ts";
import type { Context } from "../landscape/context.ts";
import type { Head } from "../model/model.ts";
import type { ModelFor } from "../objective/heads.ts";
import type { Objective } from "../objective/objective.ts";
import { inLibrary, type Spelling } from "../wording.ts";
import { foldIn, key } from "../random/key.ts";
import { Generator } from "../random/generator.ts";
import { RollOut } from "../sampling/roll-out.ts";
import { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import type { PolicyProgram } from "../sampling/fresh-trajectories.ts";
import { runIteration, updateLoss } from "./iteration.ts";
import type { FreshKind, IterationReport, Progress, TrainingRun } from "./iteration.ts";
import { DynamicsReplay } from "./memory/dynamics-replay.ts";
import { PastTrajectories } from "./memory/past-trajectories.ts";
import { RolledAhead } from "./memory/rolled-ahead.ts";
import { restoreState, saveState } from "./memory/trainer-state.ts";
import type { Carriers, Streams, TrainerState } from "./memory/trainer-state.ts";
import { unverifiedWaysIn } from "./policy/one-parent.ts";
import type { Method, Policy } from "./method.ts";
import { parameterTrees } from "./policy/parameter-trees.ts";
import { policyOf } from "./policy/policy-program.ts";
import { WaysInWatch } from "./policy/ways-in-watch.ts";
import { sampleObjects } from "./policy/sample.ts";
import { fixedPointNotes } from "./setup/fixed-points.ts";
import { nothingToClimb } from "./setup/scorer.ts";
import { idleOptions } from "./setup/idle-settings.ts";
import type { Budget } from "./setup/budget.ts";
import { checkOptions } from "./setup/check-options.ts";
import { createOptimiser } from "./setup/optimisers.ts";
import type { TrainerOptions } from "./setup/options.ts";
import { keptFor, learnsBackward, readsOf } from "./terms/batch-inputs.ts";
import type { UpdateParts } from "./terms/batch-terms.ts";
import { LookingAhead } from "./terms/looking-ahead.ts";
import { Peers } from "./terms/peers.ts";
import { createTermSources } from "./terms/create-term-sources.ts";
import { InspectProgram } from "./terms/inspect-program.ts";
import type { TransitionReport } from "./terms/inspect-program.ts";
import { masksOf } from "./terms/masks.ts";
import { UpdateProgram } from "./update-program.ts";

export class Trainer implements Method<IterationReport> {
  readonly name: string;
  readonly policy: Policy;
  readonly options: TrainerOptions;
  readonly parameters: Parameters;
  readonly optimiser: Adam;
  readonly #run: TrainingRun;
  readonly #dispose: readonly (() => Promise<void>)[];
  #inspection: Promise<InspectProgram> | undefined;

  /** Refuses what cannot train without compiling anything or asking for a score. */
  static check(options: TrainerOptions): void {
    checkOptions(options);
    // What the objective reads beside transitions is made as for one trajectory, and says what it misses.
    partsOf(options, batchFor(options, 1));
  }

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
    const { model, dynamics, scorer } = options;
    const root = key(options.seed);
    const streams: Streams = {
      choices: Generator.fromKey(foldIn(root, 1)),
      world: Generator.fromKey(foldIn(root, 2)),
      memory: Generator.fromKey(foldIn(root, 3)),
      ...(options.contexts ? { contexts: Generator.fromKey(foldIn(root, 5)) } : {}),
    };
    const parameters = createParameters(parameterTrees(options), foldIn(root, 0));
    const progress: Progress = { iteration: 0, environmentSteps: 0, entropyTemperature: 1 };
    const spent = (): Budget => ({
      oracleCalls: scorer.calls,
      environmentSteps: progress.environmentSteps,
    });
    const optimiser = createOptimiser(parameters, options, spent);
    const { onPolicy, exploratory, replay, dataset } = options.batch;
    const size = onPolicy + exploratory + replay + dataset;
    const batch = batchFor(options, size);
    const parts = partsOf(options, batch);
    const update = await UpdateProgram.compile(updateLoss, parts, parameters, optimiser, batch, options);
    const fresh = await freshKinds(options, parameters, streams);
    const dynamicsReplay =
      dynamics.mode === "learned" && dynamics.replay
        ? await DynamicsReplay.compile(options, dynamics.replay, dynamics, parameters, spent)
        : undefined;
    const past = new PastTrajectories(options, batch, streams.memory);
    const ahead = options.overlap
      ? new RolledAhead(options.environment, batchFor(options, size), onPolicy + exploratory, streams.memory)
      : undefined;
    const { rollOuts } = fresh;
    const watch = WaysInWatch.for(options.environment, !learnsBackward(model));
    const run = {
      options,
      batch,
      parts,
      update,
      rollOuts,
      ahead,
      past,
      dynamicsReplay,
      watch,
      streams,
      progress,
    };
    const dispose = [() => update.dispose(), ...fresh.dispose, async () => dynamicsReplay?.dispose()];
    return new Trainer(run, parameters, optimiser, dispose);
  }

  private constructor(
    run: TrainingRun,
    parameters: Parameters,
    optimiser: Adam,
    dispose: readonly (() => Promise<void>)[],
  ) {
    this.options = run.options;
    this.name = run.options.objective.name;
    this.policy = policyOf(run.options, parameters);
    this.parameters = parameters;
    this.optimiser = optimiser;
    this.#run = run;
    this.#dispose = dispose;
  }

  get iteration(): number {
    return this.#run.progress.iteration;
  }

  /**
   * What the user should know before training: claims of the environment that could not be verified, scores that leave
   * nothing to climb, idle options.
   */
  get notes(): readonly string[] {
    return this.notesIn(inLibrary);
  }

  /** The same with settings spelled as their reader writes them. */
  notesIn(spell: Spelling): readonly string[] {
    const unverified = unverifiedWaysIn(this.options.environment);
    const flat = nothingToClimb(this.options);
    const { posterior } = this.#run.parts;
    const told = [...fixedPointNotes(this.options, posterior), ...idleOptions(this.options)];
    return [...[unverified, flat].filter((note) => note !== undefined), ...told.map((note) => note(spell))];
  }

  get oracleCalls(): number {
    return this.options.scorer.calls;
  }

  /** Intentions carried out in the environment so far. */
  get environmentSteps(): number {
    return this.#run.progress.environmentSteps;
  }

  get spent(): Budget {
    return { oracleCalls: this.oracleCalls, environmentSteps: this.environmentSteps };
  }

  /** Roll-outs, scores, and as many updates as asked for. */
  iterate(): Promise<IterationReport> {
    return runIteration(this.#run);
  }

  /** Fresh objects under the parameters as they are now and one condition, if there are any; the same seed gives the same. */
  sample(count: number, seed = 0, context?: Context): Promise<string[]> {
    return sampleObjects(this.policy, count, seed, context);
  }

  /**
   * The terms of every transition of the last batch, under the parameters as they are now. Compiles a program of its
   * own the first time it is asked.
   */
  async inspect(): Promise<TransitionReport> {
    const { parts, batch, options } = this.#run;
    this.#inspection ??= InspectProgram.compile(parts, this.parameters, batch, options);
    return (await this.#inspection).run();
  }

  save(): TrainerState {
    return saveState(this.#carriers(), { ...this.#run.progress, oracleCalls: this.oracleCalls });
  }

  restore(state: TrainerState): void {
    const { oracleCalls, ...progress } = restoreState(state, this.#carriers());
    Object.assign(this.#run.progress, progress);
    this.options.scorer.resumeAt(oracleCalls);
  }

  async dispose(): Promise<void> {
    for (const dispose of this.#dispose) await dispose();
    await (await this.#inspection)?.dispose();
  }

  /** Everything that carries state from one iteration to the next. */
  #carriers(): Carriers {
    const { streams, past, dynamicsReplay, ahead } = this.#run;
    return {
      parameters: this.parameters,
      optimiser: this.optimiser,
      streams,
      replay: past.replay,
      ...(dynamicsReplay ? { dynamicsReplay } : {}),
      ...(ahead ? { ahead } : {}),
    };
  }
}

/** Room for the trajectories of an update, and for what it reads of them. */
function batchFor(options: TrainerOptions, size: number): TrajectoryBatch {
  const { environment, model, dynamics, templates } = options;
  const kept = keptFor(model, dynamics, masksOf(environment), templates !== undefined);
  return TrajectoryBatch.for(environment, size, readsOf(model, dynamics), kept);
}

/** What an update is made of. */
function partsOf(options: TrainerOptions, batch: TrajectoryBatch): UpdateParts {
  const { environment, model, dynamics, objective, observes, entropyRatio, localStates = 256 } = options;
  const posterior = options.posterior ?? !learnsBackward(model);
  const sources = createTermSources(objective, {
    environment,
    model,
    batch,
    posterior,
    dynamics,
    localStates,
  });
  return {
    environment,
    model,
    dynamics,
    objective,
    ...(observes ? { observes } : {}),
    posterior,
    masks: masksOf(environment),
    sources,
    ...(entropyRatio ? { entropyRatio } : {}),
    ...(objective.needsOnPolicy && environment.context
      ? { peers: new Peers(environment.context, batch.shape.size) }
      : {}),
    ...(options.lookAhead ? { lookAhead: new LookingAhead(options.lookAhead.model, batch) } : {}),
  };
}

/** Roll-outs of both kinds; kinds of one size share a program. */
async function freshKinds(
  options: TrainerOptions,
  parameters: Parameters,
  streams: Streams,
): Promise<{ readonly rollOuts: readonly FreshKind[]; readonly dispose: (() => Promise<void>)[] }> {
  const { environment, batch } = options;
  const programs = new Map<number, PolicyProgram>();
  for (const rows of new Set([batch.onPolicy, batch.exploratory].filter((n) => n > 0))) {
    programs.set(rows, await policyOf(options, parameters).compileActing(rows));
  }
  const kinds = [
    { rows: batch.onPolicy, column: 0, explores: false },
    { rows: batch.exploratory, column: batch.onPolicy, explores: true },
  ];
  const rollOuts = kinds
    .filter(({ rows }) => rows > 0)
    .map(({ rows, column, explores }) => ({
      column,
      explores,
      roll: new RollOut(environment, rows, streams, programs.get(rows)!.reads),
      evaluate: programs.get(rows)!.evaluate,
    }));
  return { rollOuts, dispose: [...programs.values()].map((program) => () => program.dispose()) };
}
