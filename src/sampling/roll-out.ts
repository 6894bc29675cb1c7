/**
 * Roll-outs: lets a policy act in the environment, batch by batch, and writes what was intended and what really
 * happened into the columns of a trajectory batch.
 */
import type { ContextNumbers } from "../environment/context.ts";
import type { Environment } from "../environment/environment.ts";
import type { StateBatch } from "../environment/batch/state-batch.ts";
import { createBatch } from "../environment/batch/batch.ts";
import { contextNumbers } from "../environment/context.ts";
import type { Context } from "../landscape/context.ts";
import type { StateInput } from "../model/model.ts";
import type { Generator } from "../random/generator.ts";
import { Chooser } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";
import { drawOutcome } from "./draw-outcome.ts";
import type { PolicyEvaluator } from "./policy-evaluator.ts";
import { StepRecorder } from "./record-step.ts";
import type { TrajectoryBatch } from "./trajectory-batch.ts";

/** Two streams, so that changing how the policy explores does not change the weather. */
export interface Streams {
  readonly choices: Generator;
  readonly world: Generator;
}

/** The outcome that happens to a trajectory at a step; undefined where the policy decides. */
export type GivenOutcome = (trajectory: number, step: number) => number | undefined;

export class RollOut {
  readonly size: number;
  readonly #environment: Environment;
  readonly #states: StateBatch;
  readonly #recorder: StepRecorder;
  readonly #chooser: Chooser;
  readonly #world: Generator;
  readonly #luck: Float64Array;
  readonly #probabilities: Float64Array;
  readonly #features: Float32Array;
  readonly #index: Int32Array;
  readonly #tokens: Int32Array;
  readonly #thoughts: Int32Array;
  readonly #token: Int32Array;
  readonly #thought: Int32Array;
  readonly #context: ContextNumbers;

  /** `reads` is what the policy reads of states; of numbers the batches it fills have to have room as well. */
  constructor(
    environment: Environment,
    size: number,
    { choices, world }: Streams,
    reads: readonly StateInput[] = ["features", "index"],
  ) {
    this.size = size;
    this.#environment = environment;
    this.#states = createBatch(environment, size);
    this.#recorder = new StepRecorder(environment, this.#states);
    this.#chooser = new Chooser(choices, size, environment.actionCount);
    this.#world = world;
    this.#luck = new Float64Array(size);
    this.#probabilities = new Float64Array(environment.outcomeCount);
    const { featureCount, maxSteps, context } = environment;
    const room = (input: StateInput, width: number): number => (reads.includes(input) ? size * width : 0);
    this.#features = new Float32Array(room("features", featureCount));
    this.#index = new Int32Array(room("index", 1));
    this.#tokens = new Int32Array(room("tokens", maxSteps));
    this.#thoughts = new Int32Array(room("thoughts", maxSteps));
    this.#token = new Int32Array(size);
    this.#thought = new Int32Array(size);
    this.#context = context ? contextNumbers(context, size) : new Float32Array();
  }

  /**
   * Fills columns `column … column + size − 1` of `batch` with new trajectories, each under its condition. Where
   * outcomes are given, they happen, and what was intended there is drawn from the posterior.
   */
  async run(
    evaluate: PolicyEvaluator,
    behaviour: Behaviour,
    batch: TrajectoryBatch,
    column: number,
    contexts?: readonly Context[],
    given: GivenOutcome = () => undefined,
  ): Promise<void> {
    const { steps, size, featureCount, actionCount, backwardCount } = batch.shape;
    const states = this.#states;
    this.#begin(batch, column, contexts);
    for (let step = 0; step <= steps; step++) {
      const row = step * size + column;
      if (batch.features.length > 0) states.writeFeatures(batch.features, row);
      if (this.#environment.enumeration && batch.index.length > 0) states.writeIndices(batch.index, row);
      if (step > 0 && batch.backwardLegal.length > 0)
        states.writeBackwardLegal(batch.backwardLegal, (row - size) * backwardCount);
      if (step === steps) break;
      states.writeLegal(batch.legal, row * actionCount);
      if (this.#allDone()) {
        for (let b = 0; b < this.size; b++) this.#recorder.clear(batch, row + b);
        continue;
      }
      this.#describe(batch, row * featureCount);
      if (this.#index.length > 0) this.#index.set(batch.index.subarray(row, row + this.size));
      const logits = await evaluate({
        step,
        features: this.#features,
        index: this.#index,
        tokens: this.#tokens,
        thoughts: this.#thoughts,
        token: this.#token,
        thought: this.#thought,
        context: this.#context,
      });
      this.#chooser.draw();
      this.#world.fillUniform(this.#luck);
      for (let b = 0; b < this.size; b++)
        this.#act(b, step, row + b, logits, behaviour, batch, given(b, step));
    }
    for (let b = 0; b < this.size; b++) batch.objects[column + b] = states.objectOf(b);
  }

  /** What the policy sees as features, where it reads any; the batch may have them already. */
  #describe({ features }: TrajectoryBatch, offset: number): void {
    if (this.#features.length === 0) return;
    if (features.length === 0) this.#states.writeFeatures(this.#features, 0);
    else this.#features.set(features.subarray(offset, offset + this.#features.length));
  }

  /** Everything as it is before the first step. */
  #begin(batch: TrajectoryBatch, column: number, contexts: readonly Context[] | undefined): void {
    const { outcomeCount, actionCount } = this.#environment;
    this.#states.reset(contexts);
    batch.lengths.fill(0, column, column + this.size);
    this.#tokens.fill(outcomeCount);
    this.#token.fill(outcomeCount);
    this.#thoughts.fill(actionCount);
    this.#thought.fill(actionCount);
    if (!contexts) return;
    contexts.forEach((context, b) => batch.setContext(column + b, context));
    const width = this.#context.length / this.size;
    this.#context.set(batch.context.subarray(column * width, (column + this.size) * width));
  }

  /** Whether there is nobody left to ask the policy about, as happens long before the longest possible trajectory. */
  #allDone(): boolean {
    for (let b = 0; b < this.size; b++) if (!this.#states.isDone(b)) return false;
    return true;
  }

  #act(
    b: number,
    step: number,
    row: number,
    logits: Float32Array,
    behaviour: Behaviour,
    batch: TrajectoryBatch,
    given: number | undefined,
  ): void {
    if (this.#states.isDone(b)) {
      this.#recorder.clear(batch, row);
      this.#token[b] = this.#environment.outcomeCount;
      this.#thought[b] = this.#environment.actionCount;
      return;
    }
    const intended = given === undefined ? undefined : this.#intendedFor(given, b, logits, batch, row);
    // What was given and cannot happen here, as after other letters than it was taken from, is left open.
    const happens = intended === undefined ? undefined : given;
    const action =
      intended ?? this.#chooser.choose(b, logits, batch.legal, row * batch.shape.actionCount, behaviour);
    this.#states.probabilities(b, action, this.#probabilities);
    const outcome = happens ?? drawOutcome(this.#probabilities, this.#luck[b]!);
    batch.lengths[row % batch.shape.size]! += 1;
    this.#recorder.record(batch, row, b, action, outcome, happens !== undefined);
    this.#token[b] = outcome;
    this.#thought[b] = action;
    const { steps } = batch.shape;
    if (this.#tokens.length > 0) this.#tokens[b * steps + step] = outcome;
    if (this.#thoughts.length > 0) this.#thoughts[b * steps + step] = action;
  }

  /** What the policy may have intended where this happened: drawn from π(a|s) P(c|s,a), over its sum; undefined where nothing leads there. */
  #intendedFor(
    outcome: number,
    b: number,
    logits: Float32Array,
    batch: TrajectoryBatch,
    row: number,
  ): number | undefined {
    const { actionCount } = batch.shape;
    const own = logits.subarray(b * actionCount, (b + 1) * actionCount);
    const largest = own.reduce((a, c) => Math.max(a, c), Number.NEGATIVE_INFINITY);
    const weights = Float64Array.from(own, (logit, action) => {
      if (batch.legal[row * actionCount + action] !== 1) return 0;
      this.#states.probabilities(b, action, this.#probabilities);
      return Math.exp(logit - largest) * this.#probabilities[outcome]!;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return total > 0 ? drawOutcome(weights, this.#luck[b]! * total) : undefined;
  }
}
