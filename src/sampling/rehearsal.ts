/**
 * Rehearsal: writes trajectories that are already known into a batch — lived ones from replay with the intentions they
 * had, and sequences from a dataset with intentions drawn from the noise posterior P(a | s, c) ∝ P(c | s, a).
 */
import type { Environment } from "../environment/environment.ts";
import type { StateBatch } from "../environment/batch/state-batch.ts";
import { createBatch } from "../environment/batch/batch.ts";
import type { Generator } from "../random/generator.ts";
import { StepRecorder } from "./record-step.ts";
import { drawOutcome } from "./draw-outcome.ts";
import type { KnownTrajectory, TrajectoryBatch } from "./trajectory-batch.ts";

export class Rehearsal {
  readonly size: number;
  readonly #environment: Environment;
  readonly #states: StateBatch;
  readonly #recorder: StepRecorder;
  readonly #generator: Generator;
  readonly #probabilities: Float64Array;
  readonly #posterior: Float64Array;

  constructor(environment: Environment, size: number, generator: Generator) {
    this.size = size;
    this.#environment = environment;
    this.#states = createBatch(environment, size);
    this.#recorder = new StepRecorder(environment, this.#states);
    this.#generator = generator;
    this.#probabilities = new Float64Array(environment.outcomeCount);
    this.#posterior = new Float64Array(environment.actionCount);
  }

  /** Fills columns `column … column + size − 1` of `batch`. */
  write(trajectories: readonly KnownTrajectory[], batch: TrajectoryBatch, column: number): void {
    const { steps, size, actionCount, backwardCount } = batch.shape;
    this.#begin(trajectories, batch, column);
    for (let step = 0; step <= steps; step++) {
      const row = step * size + column;
      if (batch.features.length > 0) this.#states.writeFeatures(batch.features, row);
      if (this.#environment.enumeration && batch.index.length > 0)
        this.#states.writeIndices(batch.index, row);
      if (step > 0 && batch.backwardLegal.length > 0)
        this.#states.writeBackwardLegal(batch.backwardLegal, (row - size) * backwardCount);
      if (step === steps) break;
      this.#states.writeLegal(batch.legal, row * actionCount);
      for (let b = 0; b < this.size; b++) this.#step(b, step, row + b, trajectories[b]!, batch);
    }
    for (let b = 0; b < this.size; b++) {
      batch.objects[column + b] = trajectories[b]!.object;
      batch.lengths[column + b] = trajectories[b]!.length;
    }
  }

  #begin(trajectories: readonly KnownTrajectory[], batch: TrajectoryBatch, column: number): void {
    if (!batch.shape.context) {
      this.#states.reset();
      return;
    }
    const contexts = trajectories.map(({ context }) => context!);
    this.#states.reset(contexts);
    contexts.forEach((context, b) => batch.setContext(column + b, context));
  }

  #step(b: number, step: number, row: number, known: KnownTrajectory, batch: TrajectoryBatch): void {
    if (step >= known.length) {
      this.#recorder.clear(batch, row);
      return;
    }
    const outcome = known.real[step]!;
    const action = known.thought
      ? known.thought[step]!
      : this.#intend(b, outcome, batch.legal, row * batch.shape.actionCount);
    this.#recorder.record(batch, row, b, action, outcome, known.happened?.[step] === 0);
  }

  /** An intention that may have led to this outcome. */
  #intend(b: number, outcome: number, legal: Uint8Array, legalOffset: number): number {
    let total = 0;
    for (let action = 0; action < this.#posterior.length; action++) {
      this.#posterior[action] = 0;
      if (legal[legalOffset + action] === 0) continue;
      this.#states.probabilities(b, action, this.#probabilities);
      this.#posterior[action] = this.#probabilities[outcome]!;
      total += this.#probabilities[outcome]!;
    }
    return drawOutcome(this.#posterior, this.#generator.float64() * total);
  }
}
