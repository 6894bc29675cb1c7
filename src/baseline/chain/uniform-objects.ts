/** Objects built from scratch in the noisy environment with uniformly random legal intentions. */
import type { Environment } from "../../environment/environment.ts";
import type { GeneratorState } from "../../random/state.ts";
import type { Key } from "../../random/key.ts";
import { freshTrajectories, rollOutStreams } from "../../sampling/fresh-trajectories.ts";
import type { Streams } from "../../sampling/roll-out.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";

export class UniformObjects {
  readonly #streams: Streams;
  readonly #batches: AsyncGenerator<TrajectoryBatch, never>;

  /** `size` objects at a time. */
  constructor(environment: Environment, size: number, key: Key) {
    const logits = new Float32Array(size * environment.actionCount);
    const program = { reads: [], evaluate: () => Promise.resolve(logits) };
    this.#streams = rollOutStreams(key);
    this.#batches = freshTrajectories(environment, program, { rows: size, streams: this.#streams });
  }

  /** The next objects, and how many intentions it took to build them. */
  async draw(): Promise<{ readonly objects: readonly string[]; readonly steps: number }> {
    const { value: batch } = await this.#batches.next();
    const steps = batch.lengths.reduce((sum, length) => sum + length, 0);
    return { objects: batch.objects.slice(), steps };
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
