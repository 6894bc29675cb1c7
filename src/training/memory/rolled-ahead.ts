/**
 * Trajectories that are rolled out while an update is computed, by the policy before it, and learned from in the next
 * iteration. Between two iterations they are part of a trainer's state.
 */
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import { ReplayBuffer } from "../../sampling/replay-buffer.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { Rehearsal } from "../../sampling/rehearsal.ts";
import type { ReplayState } from "../../sampling/replay-buffer.ts";
import type { Generator } from "../../random/generator.ts";

export class RolledAhead {
  /** Where they are written; of the shape of the batch that updates read. */
  readonly batch: TrajectoryBatch;
  readonly #environment: Environment;
  readonly #fresh: number;
  readonly #generator: Generator;
  #isReady = false;

  /** `fresh` trajectories an iteration; the generator is not drawn from, since all intentions are known. */
  constructor(environment: Environment, batch: TrajectoryBatch, fresh: number, generator: Generator) {
    this.batch = batch;
    this.#environment = environment;
    this.#fresh = fresh;
    this.#generator = generator;
  }

  /** Rolls out into the batch. */
  async fill(rollOut: (batch: TrajectoryBatch) => Promise<void>): Promise<void> {
    await rollOut(this.batch);
    this.#isReady = true;
  }

  /** Hands over what was rolled out, once; false where nothing was. */
  moveTo(batch: TrajectoryBatch): boolean {
    if (!this.#isReady) return false;
    batch.copy(this.batch);
    this.#isReady = false;
    return true;
  }

  save(): ReplayState {
    const kept = this.#buffer();
    for (let b = 0; this.#isReady && b < this.#fresh; b++) {
      kept.add({ ...this.batch.trajectory(b), score: 0 });
    }
    return kept.save();
  }

  restore(state: ReplayState): void {
    const kept = this.#buffer();
    kept.restore(state);
    if (kept.count !== 0 && kept.count !== this.#fresh) {
      throw new WindageError(
        "training/bad-state",
        `restore: got ${kept.count} trajectories rolled out ahead, expected none or ${this.#fresh}; the checkpoint belongs to another batch.`,
      );
    }
    this.#isReady = kept.count > 0;
    if (!this.#isReady) return;
    const trajectories = Array.from({ length: this.#fresh }, (_, b) => kept.at(b));
    new Rehearsal(this.#environment, this.#fresh, this.#generator).write(trajectories, this.batch, 0);
  }

  #buffer(): ReplayBuffer {
    return new ReplayBuffer(this.#fresh, this.#environment.maxSteps, this.#environment.context);
  }
}
