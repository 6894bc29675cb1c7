/** Objects built from scratch in the noisy environment with uniformly random legal intentions. */
import type { Environment } from "../../environment/index.ts";
import { foldIn, Generator } from "../../random/index.ts";
import type { Key } from "../../random/index.ts";
import { onPolicy, RollOut, TrajectoryBatch } from "../../sampling/index.ts";

export class UniformObjects {
  readonly #roll: RollOut;
  readonly #batch: TrajectoryBatch;
  readonly #logits: Float32Array;

  /** `size` objects at a time. */
  constructor(environment: Environment, size: number, key: Key) {
    const choices = Generator.fromKey(foldIn(key, 0));
    const world = Generator.fromKey(foldIn(key, 1));
    this.#roll = new RollOut(environment, size, { choices, world });
    this.#batch = TrajectoryBatch.for(environment, size);
    this.#logits = new Float32Array(size * environment.actionCount);
  }

  /** The next objects, and how many intentions it took to build them. */
  async draw(): Promise<{ readonly objects: readonly string[]; readonly steps: number }> {
    await this.#roll.run(() => Promise.resolve(this.#logits), onPolicy, this.#batch, 0);
    const steps = this.#batch.lengths.reduce((sum, length) => sum + length, 0);
    return { objects: this.#batch.objects.slice(), steps };
  }
}
