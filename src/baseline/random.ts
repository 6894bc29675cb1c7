/**
 * Uniform random: every legal intention with equal chances, learning nothing. It says how hard a task is, and what the
 * noise alone makes of intentions that carry no information.
 */
import type { Environment } from "../environment/environment.ts";
import { foldIn, key } from "../random/key.ts";
import { freshObjects, samplingStreams } from "../sampling/fresh-trajectories.ts";
import { meanReward } from "../training/mean-reward.ts";
import type { Budget } from "../training/setup/budget.ts";
import type { Method, Policy } from "../training/method.ts";
import { UniformObjects } from "./chain/uniform-objects.ts";
import { settingsFor } from "./check-settings.ts";
import type { BaselineSetup } from "./setup.ts";

export interface RandomSettings {
  /** Objects per iteration. */
  readonly batchSize: number;
}

export const randomDefaults: RandomSettings = { batchSize: 16 };

/** A method that intends anything legal with equal chances. */
export async function createRandom(
  setup: BaselineSetup,
  given: Partial<RandomSettings> = {},
): Promise<Method> {
  const { batchSize } = settingsFor("random", randomDefaults, given, { batchSize: "count" });
  const { environment, scorer, reward, seed } = setup;
  const source = new UniformObjects(environment, batchSize, foldIn(key(seed), 0));
  const policy = uniformPolicy(environment);
  let iteration = 0;
  let spent: Budget = { oracleCalls: 0, environmentSteps: 0 };

  return {
    name: "random",
    get iteration() {
      return iteration;
    },
    get spent() {
      return spent;
    },
    async iterate() {
      const { objects, steps } = await source.draw();
      const scores = await scorer.score(objects);
      iteration++;
      spent = {
        oracleCalls: spent.oracleCalls + objects.length,
        environmentSteps: spent.environmentSteps + steps,
      };
      return { objects, scores, metrics: { meanReward: meanReward(reward, scores) } };
    },
    policy,
    async sample(count, sampleSeed = 0) {
      const program = await policy.compile(batchSize);
      const streams = samplingStreams(sampleSeed);
      return freshObjects(environment, program, count, { rows: batchSize, streams });
    },
    save: () => ({ meta: { iteration, spent, calls: scorer.calls, streams: source.save() }, arrays: {} }),
    restore({ meta }) {
      const kept = meta as RandomState;
      ({ iteration, spent } = kept);
      scorer.resumeAt(kept.calls);
      source.restore(kept.streams);
    },
    dispose: () => Promise.resolve(),
  };
}

/** What carries over. */
interface RandomState {
  readonly iteration: number;
  readonly spent: Budget;
  /** What the scorer had counted. */
  readonly calls: number;
  readonly streams: ReturnType<UniformObjects["save"]>;
}

/** The same logits for everything. */
function uniformPolicy(environment: Environment): Policy {
  return {
    environment,
    reads: [],
    async compile(rows) {
      const logits = new Float32Array(rows * environment.actionCount);
      return { reads: [], evaluate: () => Promise.resolve(logits), dispose: () => Promise.resolve() };
    },
  };
}
