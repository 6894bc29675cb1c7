/** Every baseline can be put away between two iterations and taken up again to the same bits. */
import { describe, expect, test } from "vitest";
import type { Method, MethodState } from "../training/method.ts";
import { baselines } from "./registry.ts";
import { gridWorld, lawOf, setupOf } from "./agent/agent-world.fixture.ts";
import type { World } from "./agent/agent-world.fixture.ts";

const settings: Record<string, Record<string, number>> = {
  random: { batchSize: 20 },
  mh: { chains: 5 },
  // Learns at every step, and remembers more than it needs.
  mars: { chains: 5, updateEvery: 1, batchSize: 8, bufferSize: 16 },
  ppo: { batch: 20 },
  sac: { batch: 20, replay: 20, capacity: 50 },
  "soft-q": { batch: 20, replay: 20, capacity: 50 },
};

/** As a file would give it back. */
function throughFile({ meta, arrays }: MethodState): MethodState {
  const copies = Object.entries(arrays).map(([name, data]) => [name, data.slice()]);
  return { meta: JSON.parse(JSON.stringify(meta)) as object, arrays: Object.fromEntries(copies) };
}

async function iterations(method: Method, count: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let i = 0; i < count; i++) {
    const { objects, scores, metrics } = await method.iterate();
    seen.push({ objects: [...objects], scores: [...scores], metrics, spent: method.spent });
  }
  return seen;
}

async function endOf(method: Method, world: World): Promise<unknown> {
  const law = method.policy === null ? null : [...(await lawOf(method, world))];
  const samples = await method.sample(40, 7);
  return { law, samples, calls: world.scorer.calls, iteration: method.iteration };
}

describe("save and restore", () => {
  test.each(baselines)("$name goes on to the same bits", async (baseline) => {
    const make = async (): Promise<{ world: World; method: Method }> => {
      const world = gridWorld(0.25);
      return { world, method: await baseline.create(setupOf(world, 400, 3), settings[baseline.name]) };
    };
    const whole = await make();
    await iterations(whole.method, 6);
    const state = throughFile(whole.method.save());
    const expected = await iterations(whole.method, 6);
    const other = await make();
    // One that has lived already forgets it all.
    await iterations(other.method, 2);
    other.method.restore(state);
    expect(await iterations(other.method, 6)).toEqual(expected);
    expect(await endOf(other.method, other.world)).toEqual(await endOf(whole.method, whole.world));
    await whole.method.dispose();
    await other.method.dispose();
  });

  test.each(baselines)("$name can be put away before it begins", async (baseline) => {
    const setup = setupOf(gridWorld(0.25), 400, 3);
    const method = await baseline.create(setup, settings[baseline.name]);
    const state = throughFile(method.save());
    const expected = await iterations(method, 3);
    method.restore(state);
    expect(await iterations(method, 3)).toEqual(expected);
    await method.dispose();
  });
});
