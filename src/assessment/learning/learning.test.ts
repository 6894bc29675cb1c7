import { expect, test } from "vitest";
import { gridEnvironment } from "../../environment/grid.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { gridLandscape } from "../../landscape/exact/grid-landscape.ts";
import { Reward } from "../../landscape/reward.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import { canTellLearning, compareWithRandom } from "./learning.ts";
import { LearningWatch } from "./learning-watch.ts";
import { randomObjects } from "./random-objects.ts";

const plain = new Reward({ exponent: 1 });
const worth = (meanReward: number) => ({ meanReward, meanLogReward: Math.log(meanReward) });

test("logarithms are compared as such: rewards of fifty orders of magnitude have no mean to speak of", () => {
  const reward = new Reward({ logarithmic: true });
  const random = [-60, -61, -59, -20];
  const sampled = [-45, -44, -46, -45];
  expect(compareWithRandom(reward, random, sampled)).toMatchObject({ better: false, logarithmic: true });
  expect(compareWithRandom(reward, [-60, -61, -59, -62], sampled).better).toBe(true);
  const watch = new LearningWatch(reward, [-60, -61, -59, -62]);
  for (let i = 1; i <= 400; i++)
    expect(watch.observe(i, { meanReward: 0, meanLogReward: -61 + i / 10 })).toBeUndefined();
});

test("a sampler is better than random if its mean reward is higher by more than the standard error", () => {
  // Means 2 and 3; standard errors √(2/3)·… by hand: variance 1 over 3 values is 1/√3 each, √(2/3) = 0.816 together.
  expect(compareWithRandom(plain, [1, 2, 3], [2, 3, 4]).better).toBe(true);
  expect(compareWithRandom(plain, [1, 2, 3], [1.8, 2.8, 3.8]).better).toBe(false);
  expect(compareWithRandom(plain, [2, 2], [2, 2]).better).toBe(false);
});

test("a target that is no better than random objects tells nothing about learning", () => {
  const rewards = (...values: number[]) => ({ logReward: Float64Array.from(values, Math.log) });
  // The target's mean reward: (1 + 4 + 9) / 6, and 2 where all are worth the same.
  expect(canTellLearning(rewards(1, 2, 3), plain, [1, 1, 1.2])).toBe(true);
  expect(canTellLearning(rewards(2, 2, 2), plain, [1.9, 2, 2.1])).toBe(false);
  expect(canTellLearning(null, plain, [2, 2])).toBe(true);
});

test("training that gets nowhere is told after 200, 400, 800 … iterations, and training that does is not", () => {
  const stuck = new LearningWatch(plain, [1, 2, 3]);
  const told: number[] = [];
  for (let i = 1; i <= 1000; i++) {
    const text = stuck.observe(i, worth(2 + (i % 2 === 0 ? 0.01 : -0.01)));
    if (text !== undefined) {
      told.push(i);
      expect(text).toContain("no better than random: its mean reward is 2 ± ");
      expect(text).toContain("--beta");
    }
  }
  expect(told).toEqual([200, 400, 800]);
  const learning = new LearningWatch(plain, [1, 2, 3]);
  for (let i = 1; i <= 1000; i++) expect(learning.observe(i, worth(1 + i / 100))).toBeUndefined();
  // Of a run that goes on shortly before, too little is known.
  const resumed = new LearningWatch(plain, [1, 2, 3]);
  for (let i = 195; i <= 210; i++) expect(resumed.observe(i, worth(2))).toBeUndefined();
});

test("random objects are those that flows start from, and none is asked for twice", async () => {
  const asked: string[] = [];
  const landscape = functionOracle({
    mode: "single",
    name: "length",
    score: (sequence) => {
      asked.push(sequence);
      return sequence.length;
    },
  });
  const environment = sequenceEnvironment({ alphabet: "ACGT", length: 9 });
  const trainer = await createTrainer({ environment, landscape, seed: 5, batch: { onPolicy: 4 } });
  const before = asked.length;
  const source = trainer.options.scorer.landscape!;
  const random = await randomObjects({ environment, landscape: source, free: false }, 5);
  expect(random?.objects).toHaveLength(64);
  expect(new Set(random!.objects)).toEqual(new Set(asked));
  expect(asked).toHaveLength(before);
  await trainer.dispose();
});

test("elsewhere they come of random intentions, the same ones for the same seed", async () => {
  const world = {
    environment: gridEnvironment({ side: 4 }),
    landscape: gridLandscape({ side: 4 }),
    free: true,
  };
  const first = await randomObjects(world, 1);
  expect(first?.objects).toHaveLength(2048);
  expect(await randomObjects(world, 1)).toEqual(first);
  // The first intention is one of three and a third of all walks stop there.
  const share = first!.objects.filter((object) => object === "0,0").length;
  expect(share / 2048).toBeLessThan(0.4);
  expect(new Set(first!.objects).size).toBe(16);
});
