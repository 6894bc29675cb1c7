/**
 * The rewards of all visited states, for objectives that read what stopping there would be worth (`needsStopping`).
 * Every one that the batch does not know yet is asked of the scorer and counts as an oracle call.
 */
import type { Environment } from "../environment/index.ts";
import { WindageError } from "../error.ts";
import type { TrajectoryBatch } from "../sampling/index.ts";
import type { RewardsOf } from "./local-states.ts";

export class StoppingStates {
  /** log R(s_t), were the trajectory to stop there, [T, B]; 0 past the end. */
  readonly logReward: Float32Array;
  readonly #environment: Environment;
  readonly #stop: number;
  readonly #chances: Float64Array;

  constructor(environment: Environment, { shape }: TrajectoryBatch) {
    if (environment.stopAction === undefined) {
      throw new WindageError(
        "training/cannot-stop",
        `${environment.name}: it has no stop action, but the objective asks what stopping would be worth in every state; choose another objective, such as sdb.`,
      );
    }
    this.#environment = environment;
    this.#stop = environment.stopAction;
    this.#chances = new Float64Array(environment.outcomeCount);
    this.logReward = new Float32Array(shape.steps * shape.size);
  }

  async fill(batch: TrajectoryBatch, rewardsOf: RewardsOf): Promise<void> {
    const { size } = batch.shape;
    const places = new Map<string, number[]>();
    this.logReward.fill(0);
    for (let b = 0; b < size; b++) {
      let state = this.#environment.initial;
      for (let t = 0; t < batch.lengths[b]!; t++) {
        const object = this.#objectAt(state);
        const known = places.get(object);
        if (known) known.push(t * size + b);
        else places.set(object, [t * size + b]);
        state = this.#environment.next(state, batch.real[t * size + b]!);
      }
    }
    // What the batch ended in has been scored already.
    const scored = new Map(batch.objects.map((object, b) => [object, batch.logReward[b]!]));
    const asked = [...places.keys()].filter((object) => !scored.has(object));
    const rewards = await rewardsOf(asked);
    asked.forEach((object, i) => scored.set(object, rewards[i]!));
    for (const [object, at] of places) for (const place of at) this.logReward[place] = scored.get(object)!;
  }

  /** The object that stopping here gives; an error where stopping is forbidden or uncertain. */
  #objectAt(state: unknown): string {
    const environment = this.#environment;
    const legal = environment.isLegal(state, this.#stop);
    if (legal) environment.outcomeProbabilities(state, this.#stop, this.#chances);
    if (!legal || this.#chances[this.#stop] !== 1) {
      throw new WindageError(
        "training/cannot-stop",
        `${environment.name}: state ${environment.key(state)} cannot ${legal ? "be sure to stop" : "stop"}, but the objective asks what stopping would be worth in every state; choose another objective, such as sdb.`,
      );
    }
    return environment.objectOf(environment.next(state, this.#stop));
  }
}
