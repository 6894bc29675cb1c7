/** Writes one step of one trajectory, lived or rehearsed, into a batch, and moves its state on. */
import { tokenKernel } from "../environment/noise/token-kernel.ts";
import type { Environment } from "../environment/environment.ts";
import type { StateBatch } from "../environment/batch/state-batch.ts";
import type { TrajectoryBatch } from "./trajectory-batch.ts";

/** Stands for the logarithm of 0 where an infinity would poison sums. */
const impossible = -1e9;

export class StepRecorder {
  readonly #environment: Environment;
  readonly #states: StateBatch;
  readonly #probabilities: Float64Array;
  /** log P(c|a) at a·V + c, where one matrix holds at every state. */
  readonly #logKernel: Float64Array | undefined;

  constructor(environment: Environment, states: StateBatch) {
    this.#environment = environment;
    this.#states = states;
    this.#probabilities = new Float64Array(environment.outcomeCount);
    if (environment.tokens?.stops === false) this.#logKernel = tokenKernel(environment)?.map(logOf);
  }

  /** Trajectory `b` intended `action`, and `outcome` happened, or was given; `row` is its place in the batch. */
  record(
    batch: TrajectoryBatch,
    row: number,
    b: number,
    action: number,
    outcome: number,
    isGiven = false,
  ): void {
    const { actionCount } = batch.shape;
    if (batch.happened.length > 0) batch.happened[row] = isGiven ? 0 : 1;
    batch.thought[row] = action;
    batch.real[row] = outcome;
    batch.backwardIndex[row] = this.#environment.backward.indexOf(action, outcome);
    if (batch.logKernel.length > 0) {
      for (let a = 0; a < actionCount; a++) {
        const at = row * actionCount + a;
        const isLegal = batch.legal[at] !== 0;
        batch.logKernel[at] = isLegal ? this.#logChance(b, a, outcome) : impossible;
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
    if (this.#logKernel) return this.#logKernel[action * this.#probabilities.length + outcome]!;
    this.#states.probabilities(b, action, this.#probabilities);
    return logOf(this.#probabilities[outcome]!);
  }
}

const logOf = (chance: number): number => (chance > 0 ? Math.log(chance) : impossible);
