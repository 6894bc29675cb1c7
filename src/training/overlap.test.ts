import { expect, test } from "vitest";
import { parseObjective } from "../objective/registry.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import { distanceAfter, reachable, reward, smallEnvironment, smallTrainer } from "./small-world.fixture.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";

/** What was made in each of so many iterations. */
async function madeIn(iterations: number, setup: Partial<TrainingSetup>): Promise<(readonly string[])[]> {
  const trainer = await smallTrainer(0.25, setup);
  const made: (readonly string[])[] = [];
  for (let i = 0; i < iterations; i++) made.push([...(await trainer.iterate()).objects]);
  await trainer.dispose();
  return made;
}

test("trajectories come from the policy one update earlier", async () => {
  const [overlapping, usual] = [await madeIn(3, { overlap: true }), await madeIn(3, {})];
  expect(overlapping[0]).toEqual(usual[0]);
  expect(overlapping[1]).not.toEqual(usual[1]);
  // Where updates change next to nothing the same luck makes the same objects, exploration by iteration included.
  const still: Partial<TrainingSetup> = {
    rate: 1e-12,
    finalRate: 1e-12,
    dynamicsRate: 1e-12,
    epsilon: { from: 1, to: 0, over: 3 },
  };
  expect(await madeIn(4, { ...still, overlap: true })).toEqual(await madeIn(4, still));
});

test("the bits are the same without a thread, where the update is computed first and the roll-out after it", async () => {
  const threads = Object.getOwnPropertyDescriptor(process, "getBuiltinModule")!;
  const setup: Partial<TrainingSetup> = { overlap: true, model: { kind: "mlp", hidden: 16 } };
  const onThread = await madeIn(4, setup);
  Object.defineProperty(process, "getBuiltinModule", { ...threads, value: undefined });
  try {
    expect(await madeIn(4, setup)).toEqual(onThread);
  } finally {
    Object.defineProperty(process, "getBuiltinModule", threads);
  }
});

test("steps are counted when they are learned from", async () => {
  const steps: number[][] = [];
  for (const setup of [{}, { overlap: true }]) {
    const trainer = await smallTrainer(0.25, setup);
    const counted: number[] = [];
    for (let i = 0; i < 2; i++) counted.push((await trainer.iterate()).environmentSteps);
    steps.push(counted);
    // What lies ready for a third iteration is part of none, also after a stop.
    const other = await smallTrainer(0.25, setup);
    other.restore(trainer.save());
    expect((await other.iterate()).environmentSteps).toBe((await trainer.iterate()).environmentSteps);
    await trainer.dispose();
    await other.dispose();
  }
  expect(steps[1]).toEqual(steps[0]);
});

test("it reaches the target", async () => {
  expect(await distanceAfter(300, 0.25, { overlap: true })).toBeLessThan(0.02);
});

test("objectives that need samples of the policy itself are refused", async () => {
  const setup = { environment: smallEnvironment(0.25), landscape: reachable(0.25), reward, overlap: true };
  await expect(createTrainer({ ...setup, objective: parseObjective("sdb+0.1*skl") })).rejects.toMatchObject({
    code: "training/bad-batch",
    message: /overlap: got roll-outs of the policy before the last update/,
  });
});
