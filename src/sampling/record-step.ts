/** Writes one step of one trajectory, lived or rehearsed, into a batch, and moves its state on. */
import type { Environment, StateBatch } from "../environment/index.ts";
import type { TrajectoryBatch } from "./trajectory-batch.ts";

/** Stands for the logarithm of 0 where an infinity would poison sums. */
const impossible = -1e9;

export class StepRecorder {
  readonly #environment: Environment;
  readonly #states: StateBatch;
  readonly #probabilities: Float64Array;

  constructor(environment: Environment, states: StateBatch) {
    this.#environment = environment;
    this.#states = states;
    this.#probabilities = new Float64Array(environment.outcomeCount);
  }

  /** Trajectory `b` intended `action`, and `outcome` happened; `row` is its place in the batch. */
  record(batch: TrajectoryBatch, row: number, b: number, action: number, outcome: number): void {
    const { actionCount } = batch.shape;
    batch.thought[row] = action;
    batch.real[row] = outcome;
    batch.backwardIndex[row] = this.#environment.backward.indexOf(action, outcome);
    if (batch.logKernel.length > 0) {
      for (let a = 0; a < actionCount; a++) {
        const at = row * actionCount + a;
        batch.logKernel[at] = batch.legal[at] === 0 ? impossible : this.#logChance(b, a, outcome);
      }
    }
    this.#states.advance(b, outcome, action);
  }

  /** A step past the end of its trajectory. */
  clear(batch: TrajectoryBatch, row: number): void {
    const { actionCount } = batch.shape;
    batch.thought[row] = 0;
    batch.real[row] = 0;
    batch.backwardIndex[row] = 0;
    batch.logKernel.fill(0, row * actionCount, (row + 1) * actionCount);
  }

  #logChance(b: number, action: number, outcome: number): number {
    this.#states.probabilities(b, action, this.#probabilities);
    const chance = this.#probabilities[outcome]!;
    return chance > 0 ? Math.log(chance) : impossible;
  }
}
