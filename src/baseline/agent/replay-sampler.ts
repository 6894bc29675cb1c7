/**
 * What methods that learn from replay do alike in an iteration: act, remember, and take a few updates from the fresh
 * trajectories and others drawn from memory, each followed by a step of the slow copies. What an update is, is the
 * method's own.
 */
import type { Adam } from "../../engine/optimiser/adam.ts";
import { PastTrajectories } from "../../training/memory/past-trajectories.ts";
import type { BaselineSetup } from "../setup.ts";
import type { Method } from "../../training/method.ts";
import type { Actor } from "./actor.ts";
import { meanMetrics } from "./mean-metrics.ts";
import type { TargetNetwork } from "./target-network.ts";

export interface ReplaySettings {
  /** Fresh trajectories per iteration. */
  readonly batch: number;
  /** Trajectories from replay in each update, beside the fresh ones. */
  readonly replay: number;
  /** Trajectories that replay holds. */
  readonly capacity: number;
  /** Updates per iteration. */
  readonly updates: number;
  /** How far the slow copies move towards the networks after each update. */
  readonly polyak: number;
}

export interface ReplayMethod {
  readonly name: string;
  readonly settings: ReplaySettings;
  /** Has a batch of `batch + replay` trajectories. */
  readonly actor: Actor;
  readonly optimiser: Adam;
  readonly target: TargetNetwork;
  /** One update from what the batch holds, and what is worth logging of it. */
  update(): Promise<Readonly<Record<string, number>>>;
  dispose(): Promise<void>;
}

/** Replay draws every trajectory alike, so that outcomes come as often as the noise makes them. */
export function replaySampler(setup: BaselineSetup, method: ReplayMethod): Method {
  const { name, settings, actor, optimiser, target } = method;
  const { batch, replay, capacity } = settings;
  const mix = { onPolicy: batch, exploratory: 0, replay, dataset: 0 };
  const options = { ...setup, batch: mix, replay: { capacity, priority: 0 }, dataset: [] };
  const memory = new PastTrajectories(options, actor.batch, actor.streams.memory);
  const carriers = { optimiser, replay: memory.replay, target };
  return {
    name,
    get spent() {
      return actor.spent;
    },
    async iterate() {
      const { objects, scores } = await actor.act();
      memory.keep(scores);
      const reports = [];
      for (let update = 0; update < settings.updates; update++) {
        actor.writeRewards(memory.rehearse(replay, batch), batch);
        reports.push(await method.update());
        target.follow(settings.polyak);
      }
      return { objects, scores, metrics: meanMetrics(reports) };
    },
    get iteration() {
      return actor.iteration;
    },
    policy: actor.policy,
    sample: (count, seed) => actor.sample(count, seed),
    save: () => actor.save(carriers),
    restore: (state) => actor.restore(state, carriers),
    async dispose() {
      await method.dispose();
      await actor.dispose();
    },
  };
}
