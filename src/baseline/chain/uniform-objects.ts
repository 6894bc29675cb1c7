/** Objects built from scratch in the noisy environment with uniformly random legal intentions. */
import type { Environment } from "../../environment/index.ts";
import { foldIn, Generator } from "../../random/index.ts";
import type { GeneratorState, Key } from "../../random/index.ts";
import { onPolicy, RollOut, TrajectoryBatch } from "../../sampling/index.ts";

export class UniformObjects {
  readonly #roll: RollOut;
  readonly #batch: TrajectoryBatch;
  readonly #logits: Float32Array;
  readonly #streams: Readonly<Record<"choices" | "world", Generator>>;

  /** `size` objects at a time. */
  constructor(environment: Environment, size: number, key: Key) {
    const choices = Generator.fromKey(foldIn(key, 0));
    const world = Generator.fromKey(foldIn(key, 1));
    this.#streams = { choices, world };
    this.#roll = new RollOut(environment, size, this.#streams);
    this.#batch = TrajectoryBatch.for(environment, size);
    this.#logits = new Float32Array(size * environment.actionCount);
  }

  /** The next objects, and how many intentions it took to build them. */
  async draw(): Promise<{ readonly objects: readonly string[]; readonly steps: number }> {
    await this.#roll.run(() => Promise.resolve(this.#logits), onPolicy, this.#batch, 0);
    const steps = this.#batch.lengths.reduce((sum, length) => sum + length, 0);
    return { objects: this.#batch.objects.slice(), steps };
  }

  /** Where its luck stands. */
  save(): Readonly<Record<"choices" | "world", GeneratorState>> {
    return { choices: this.#streams.choices.save(), world: this.#streams.world.save() };
  }

  restore({ choices, world }: Readonly<Record<"choices" | "world", GeneratorState>>): void {
    this.#streams.choices.assign(choices);
    this.#streams.world.assign(world);
  }
}
