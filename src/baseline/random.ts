/**
 * Uniform random: every legal intention with equal chances, learning nothing. It says how hard a task is, and what the
 * noise alone makes of intentions that carry no information.
 */
import { foldIn, key } from "../random/index.ts";
import type { Budget, StateList } from "../training/index.ts";
import { samplingStream } from "./agent/streams.ts";
import { UniformObjects } from "./chain/uniform-objects.ts";
import { settingsFor } from "./check-settings.ts";
import type { BaselineSetup, Sampler } from "./sampler.ts";

export interface RandomSettings {
  /** Objects per iteration. */
  readonly batchSize: number;
}

export const randomDefaults: RandomSettings = { batchSize: 16 };

/** A method that intends anything legal with equal chances. */
export async function createRandom(
  setup: BaselineSetup,
  given: Partial<RandomSettings> = {},
): Promise<Sampler> {
  const { batchSize } = settingsFor("random", randomDefaults, given, { batchSize: "count" });
  const { environment, scorer, reward, seed } = setup;
  const source = new UniformObjects(environment, batchSize, foldIn(key(seed), 0));
  let spent: Budget = { oracleCalls: 0, environmentSteps: 0 };

  return {
    name: "random",
    get spent() {
      return spent;
    },
    async iterate() {
      const { objects, steps } = await source.draw();
      const scores = await scorer.score(objects);
      spent = {
        oracleCalls: spent.oracleCalls + objects.length,
        environmentSteps: spent.environmentSteps + steps,
      };
      const meanReward = scores.reduce((sum, score) => sum + reward.reward(score), 0) / scores.length;
      return { objects, scores, metrics: { meanReward } };
    },
    compilePolicy: async (states) => ({
      probabilities: () => Promise.resolve(uniformOverLegal(states)),
      dispose: () => Promise.resolve(),
    }),
    async sample(count, sampleSeed) {
      const fresh = new UniformObjects(environment, batchSize, foldIn(key(sampleSeed), samplingStream));
      const objects: string[] = [];
      while (objects.length < count) objects.push(...(await fresh.draw()).objects);
      return objects.slice(0, count);
    },
    dispose: () => Promise.resolve(),
  };
}

/** The same probability for everything legal in a state, [states, actions]. */
function uniformOverLegal({ count, legal }: StateList): Float64Array {
  const actions = legal.length / count;
  const policy = new Float64Array(legal.length);
  for (let row = 0; row < legal.length; row += actions) {
    let choices = 0;
    for (let a = 0; a < actions; a++) choices += legal[row + a]!;
    for (let a = 0; a < actions; a++) if (legal[row + a] === 1) policy[row + a] = 1 / choices;
  }
  return policy;
}
