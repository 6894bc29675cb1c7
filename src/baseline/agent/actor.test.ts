import { expect, test } from "vitest";
import { createParameters } from "../../engine/parameters/parameters.ts";
import { Reward } from "../../landscape/reward.ts";
import { Actor } from "./actor.ts";
import { agentModel } from "./agent-model.ts";
import { gridWorld, setupOf } from "./agent-world.fixture.ts";
import { weightKey } from "./streams.ts";

test("trajectories from replay are rewarded under the exponent of the fresh ones beside them", async () => {
  const reward = new Reward({ exponent: 3, floor: 1e-9, ramp: 2 });
  const setup = { ...setupOf(gridWorld(0.25), 100), reward };
  const agent = await agentModel(setup, { networks: 1, trajectories: 4, capacity: 0 });
  const parameters = createParameters({ policy: agent.model.tree }, weightKey(1));
  const actor = await Actor.create(setup, { ...agent, parameters }, { fresh: 2, size: 4 });
  for (let round = 0; round < 3; round++) {
    const { scores } = await actor.act();
    actor.writeRewards(scores, 2);
    const expected = Float32Array.from(scores, (score) => reward.logReward(score, round));
    expect([...actor.batch.logReward]).toEqual([...expected, ...expected]);
  }
  await actor.dispose();
});
