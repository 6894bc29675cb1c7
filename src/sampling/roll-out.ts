/**
 * Roll-outs: lets a policy act in the environment, batch by batch, and writes what was intended and what really
 * happened into the columns of a trajectory batch.
 */
import type { Environment, StateBatch } from "../environment/index.ts";
import { createBatch } from "../environment/index.ts";
import type { Generator } from "../random/index.ts";
import { Chooser } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";
import { StepRecorder } from "./record-step.ts";
import type { TrajectoryBatch } from "./trajectory-batch.ts";

/** Logits of π for the states of a batch: features [n, F] and numbers [n] in, [n, A] out. */
export type PolicyEvaluator = (features: Float32Array, index: Int32Array) => Promise<Float32Array>;

/** Two streams, so that changing how the policy explores does not change the weather. */
export interface Streams {
  readonly choices: Generator;
  readonly world: Generator;
}

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

  constructor(environment: Environment, size: number, { choices, world }: Streams) {
    this.size = size;
    this.#environment = environment;
    this.#states = createBatch(environment, size);
    this.#recorder = new StepRecorder(environment, this.#states);
    this.#chooser = new Chooser(choices, size, environment.actionCount);
    this.#world = world;
    this.#luck = new Float64Array(size);
    this.#probabilities = new Float64Array(environment.outcomeCount);
    this.#features = new Float32Array(size * environment.featureCount);
    this.#index = new Int32Array(size);
  }

  /** Fills columns `column … column + size − 1` of `batch` with new trajectories. */
  async run(
    evaluate: PolicyEvaluator,
    behaviour: Behaviour,
    batch: TrajectoryBatch,
    column: number,
  ): Promise<void> {
    const { steps, size, featureCount, actionCount, backwardCount } = batch.shape;
    const states = this.#states;
    states.reset();
    batch.lengths.fill(0, column, column + this.size);
    for (let step = 0; step <= steps; step++) {
      const row = step * size + column;
      states.writeFeatures(batch.features, row);
      if (this.#environment.enumeration) states.writeIndices(batch.index, row);
      if (step > 0) states.writeBackwardLegal(batch.backwardLegal, (row - size) * backwardCount);
      if (step === steps) break;
      states.writeLegal(batch.legal, row * actionCount);
      if (this.#allDone()) {
        for (let b = 0; b < this.size; b++) this.#recorder.clear(batch, row + b);
        continue;
      }
      this.#features.set(batch.features.subarray(row * featureCount, (row + this.size) * featureCount));
      this.#index.set(batch.index.subarray(row, row + this.size));
      const logits = await evaluate(this.#features, this.#index);
      this.#chooser.draw();
      this.#world.fillUniform(this.#luck);
      for (let b = 0; b < this.size; b++) this.#act(b, row + b, logits, behaviour, batch);
    }
    for (let b = 0; b < this.size; b++) batch.objects[column + b] = states.objectOf(b);
  }

  /** Whether there is nobody left to ask the policy about, as happens long before the longest possible trajectory. */
  #allDone(): boolean {
    for (let b = 0; b < this.size; b++) if (!this.#states.isDone(b)) return false;
    return true;
  }

  #act(b: number, row: number, logits: Float32Array, behaviour: Behaviour, batch: TrajectoryBatch): void {
    if (this.#states.isDone(b)) {
      this.#recorder.clear(batch, row);
      return;
    }
    const action = this.#chooser.choose(b, logits, batch.legal, row * batch.shape.actionCount, behaviour);
    this.#states.probabilities(b, action, this.#probabilities);
    const outcome = drawOutcome(this.#probabilities, this.#luck[b]!);
    batch.lengths[row % batch.shape.size]! += 1;
    this.#recorder.record(batch, row, b, action, outcome);
  }
}

/** The outcome whose stretch of [0, 1) contains `luck`. */
export function drawOutcome(probabilities: Float64Array, luck: number): number {
  let sum = 0;
  let possible = -1;
  for (let outcome = 0; outcome < probabilities.length; outcome++) {
    const p = probabilities[outcome]!;
    if (p === 0) continue;
    sum += p;
    possible = outcome;
    if (luck < sum) return outcome;
  }
  return possible;
}
