/** Checks that hold for every learning baseline: learning towards a known law, the same bits again, an exact budget. */
import { expect } from "vitest";
import { maxEntropy } from "../../evaluation/law/max-entropy.ts";
import { tv } from "../../evaluation/law/distances.ts";
import type { BaselineSetup } from "../setup.ts";
import type { Method } from "../../training/method.ts";
import { gridWorld, lawOf, setupOf, spend } from "./agent-world.fixture.ts";
import type { World } from "./agent-world.fixture.ts";

type Create = (setup: BaselineSetup) => Promise<Method>;

/** Total variation between what is learned within a budget and the aim of entropy-regularised learning. */
export async function distanceToMaxEntropy(
  world: World,
  create: Create,
  oracleCalls: number,
  temperature = 1,
): Promise<number> {
  const setup = setupOf(world, oracleCalls);
  const sampler = await create(setup);
  await spend(sampler, setup);
  const law = await lawOf(sampler, world);
  await sampler.dispose();
  return tv(law, maxEntropy(world.explored.graph, world.logReward, temperature).law);
}

/** Five iterations of fifty trajectories, twice with one seed and once with another. */
export async function expectExactRuns(create: Create): Promise<void> {
  const run = async (seed: number) => {
    const world = gridWorld(0.25);
    // A scorer that others have used before: only what is asked here may count.
    world.scorer.resumeAt(1000);
    const sampler = await create(setupOf(world, 500, seed));
    const objects: string[] = [];
    for (let i = 0; i < 5; i++) objects.push(...(await sampler.iterate()).objects);
    // A walk to a point takes as many steps as its coordinates add up to, and one to stop.
    const steps = objects.map((object) => object.split(",").reduce((sum, x) => sum + Number(x), 1));
    const samples = await sampler.sample(300, 9);
    expect(samples).toHaveLength(300);
    expect(sampler.spent).toEqual({
      oracleCalls: 250,
      environmentSteps: steps.reduce((sum, length) => sum + length, 0),
    });
    expect(world.scorer.calls).toBe(1250);
    const law = [...(await lawOf(sampler, world))];
    await sampler.dispose();
    return { objects, samples, law };
  };
  const [first, again, other] = [await run(3), await run(3), await run(4)];
  expect(again).toEqual(first);
  expect(other.objects).not.toEqual(first.objects);
}

/** Compares a gradient with central differences of a plain function of the same numbers. */
export function expectGradient(
  gradient: ArrayLike<number>,
  at: Float64Array,
  plain: (values: Float64Array) => number,
): void {
  const step = 1e-5;
  const moved = (i: number, by: number): number => plain(at.map((x, j) => (j === i ? x + by : x)));
  for (let i = 0; i < at.length; i++) {
    expect(gradient[i]).toBeCloseTo((moved(i, step) - moved(i, -step)) / (2 * step), 4);
  }
}

/** log softmax over the legal entries; −∞ for the others. */
export function legalLogSoftmax(logits: readonly number[], legal: readonly boolean[]): number[] {
  const total = logits.reduce((sum, logit, a) => (legal[a] ? sum + Math.exp(logit) : sum), 0);
  return logits.map((logit, a) => (legal[a] ? logit - Math.log(total) : -Infinity));
}
