/** A grid small enough to know everything about, with several parents per state. */
import { gridEnvironment } from "../environment/grid.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import type { Environment } from "../environment/environment.ts";
import type { GridState } from "../environment/grid.ts";
import { exploreEnvironment } from "../evaluation/law/explore-environment.ts";
import { graphLaw } from "../evaluation/law/graph-law.ts";
import type { ExploredGraph } from "../evaluation/law/state-graph.ts";
import { gridLandscape } from "../landscape/exact/grid-landscape.ts";
import { Reward } from "../landscape/reward.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import { PolicyTable } from "./policy/policy-table.ts";
import { listStates } from "./policy/state-list.ts";
import type { Trainer } from "./trainer.ts";

const side = 5;
const reward = new Reward({ exponent: 1 });
/** A gentler landscape than the published one, so that a few hundred iterations are enough. */
const landscape = gridLandscape({ side, rewards: { everywhere: 0.1 } });

export function smallGrid(alpha: number): Environment<GridState> {
  const plain = gridEnvironment({ side });
  return alpha === 0 ? plain : withNoise(plain, stickyNoise(alpha));
}

export const graphOf = exploreEnvironment<GridState>;

/** log R by object of the graph. */
export async function logRewards({ objects }: ExploredGraph<GridState>): Promise<Float64Array> {
  return reward.logRewards(await landscape.score(objects.map(({ point }) => point.join(","))));
}

export function gridTrainer(alpha: number, setup: Partial<TrainingSetup> = {}): Promise<Trainer> {
  return createTrainer({
    environment: smallGrid(alpha),
    landscape,
    reward,
    model: { kind: "memory", hidden: 32 },
    batch: { onPolicy: 64, exploratory: 32 },
    epsilon: 0.3,
    rate: 0.03,
    finalRate: 1e-3,
    dynamicsRate: 3e-3,
    seed: 1,
    ...setup,
  });
}

/** The exact law of a trainer's policy, by object of the graph. */
export async function lawOf(
  trainer: Trainer,
  { graph, states }: ExploredGraph<GridState>,
): Promise<Float64Array> {
  const { environment } = trainer.options;
  const list = listStates(environment);
  const table = await PolicyTable.compile(trainer.policy, list);
  const known = await table.probabilities();
  await table.dispose();
  const policy = new Float64Array(graph.stateCount * graph.actionCount);
  states.forEach((state, s) => {
    if (state.done) return;
    const row = environment.enumeration!.indexOf(state);
    for (let a = 0; a < graph.actionCount; a++) {
      policy[s * graph.actionCount + a] = known[row * graph.actionCount + a]!;
    }
  });
  return graphLaw(graph, policy);
}
