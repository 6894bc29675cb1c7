/**
 * Trajectories that are not fresh: those from replay, with the intentions they had, and those from a dataset, with
 * intentions drawn from the noise posterior. Also keeps fresh ones for later.
 */
import type { Generator } from "../../random/generator.ts";
import { ReplayBuffer } from "../../sampling/replay-buffer.ts";
import { Rehearsal } from "../../sampling/rehearsal.ts";
import type { StoredTrajectory } from "../../sampling/replay-buffer.ts";
import type { TrajectoryBatch, KnownTrajectory } from "../../sampling/trajectory-batch.ts";
import type { DatasetEntry, TrainerOptions } from "../setup/options.ts";

type Options = Pick<TrainerOptions, "environment" | "batch" | "replay" | "reward" | "dataset" | "contexts">;

/** Whether anything of a run draws from replay; where nothing does, nothing need be kept for it. */
export function readsReplay({
  batch,
  extraUpdates,
  dynamics,
}: Pick<TrainerOptions, "batch" | "extraUpdates" | "dynamics">): boolean {
  const teachesDynamics = dynamics.mode === "learned" && dynamics.replay !== undefined;
  return batch.replay > 0 || extraUpdates > 0 || teachesDynamics;
}

export class PastTrajectories {
  readonly replay: ReplayBuffer;
  readonly #options: Options;
  readonly #batch: TrajectoryBatch;
  readonly #generator: Generator;
  readonly #rehearsals: ReadonlyMap<number, Rehearsal>;
  readonly #dataset: readonly (DatasetEntry & KnownTrajectory)[];

  constructor(options: Options, batch: TrajectoryBatch, generator: Generator) {
    const { environment, batch: mix } = options;
    this.#options = options;
    this.#batch = batch;
    this.#generator = generator;
    this.replay = new ReplayBuffer(options.replay.capacity, environment.maxSteps, environment.context);
    const sizes = new Set([mix.replay, mix.dataset, batch.shape.size].filter((n) => n > 0));
    this.#rehearsals = new Map([...sizes].map((n) => [n, new Rehearsal(environment, n, generator)]));
    this.#dataset = options.dataset.map((entry) => ({ ...entry, length: entry.real.length }));
  }

  /**
   * 1 where trajectories from replay may teach the dynamics. A priority depends on how a trajectory ended, so drawing
   * by it would teach that lucky outcomes are likely.
   */
  get teachesDynamics(): 0 | 1 {
    return this.#options.replay.priority === 0 ? 1 : 0;
  }

  /** Keeps the first `scores.length` trajectories of the batch. */
  keep(scores: Float64Array): void {
    const { reward, replay } = this.#options;
    for (let b = 0; b < scores.length; b++) {
      const score = scores[b]!;
      const trajectory = { ...this.#batch.trajectory(b), score };
      const { context } = trajectory;
      if (replay.priority === 0) this.replay.add(trajectory);
      else if (reward.logarithmic)
        this.replay.addByLog(trajectory, replay.priority * reward.logReward(score, undefined, context));
      else this.replay.add(trajectory, reward.reward(score, undefined, context) ** replay.priority);
    }
  }

  /** Writes `count` trajectories from replay into the batch; their scores. */
  rehearse(count: number, column: number): readonly number[] {
    if (count === 0) return [];
    const drawn = Array.from({ length: count }, () => this.#again());
    this.#rehearsals.get(count)!.write(drawn, this.#batch, column);
    return drawn.map(({ score }) => score);
  }

  /** A trajectory from replay, under another condition where its score holds there as well. */
  #again(): StoredTrajectory {
    const stored = this.replay.at(this.replay.draw(this.#generator));
    const { contexts } = this.#options;
    if (contexts?.again === undefined) return stored;
    return { ...stored, context: contexts.again(stored.context!, this.#generator) };
  }

  /** Writes `count` sequences of the dataset into the batch; their scores. */
  study(count: number, column: number): readonly number[] {
    if (count === 0) return [];
    const dataset = this.#dataset;
    const drawn = Array.from({ length: count }, () => dataset[this.#generator.integer(dataset.length)]!);
    this.#rehearsals.get(count)!.write(drawn, this.#batch, column);
    return drawn.map(({ score }) => score);
  }
}
