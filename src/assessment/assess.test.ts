/** Everything about a method in one call, against what the pure functions of evaluation say. */
import { describe, expect, test } from "vitest";
import { findBaseline } from "../baseline/registry.ts";
import { environmentOf } from "../environment/environment-of.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import { limitReverseKl } from "../evaluation/limit/reverse-kl-limit.ts";
import { stickyKernel } from "../evaluation/law/kernel.ts";
import { targetLaw } from "../evaluation/law/log-z.ts";
import { tv } from "../evaluation/law/distances.ts";
import { functionOracle } from "../landscape/oracle/function-oracle.ts";
import { gridLandscape } from "../landscape/exact/grid-landscape.ts";
import { Reward } from "../landscape/reward.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { Generator } from "../random/generator.ts";
import { createTrainer } from "../training/setup/create-trainer.ts";
import { createScorer } from "../training/setup/scorer.ts";
import type { Trainer } from "../training/trainer.ts";
import { assess } from "./assess.ts";

const space = new SequenceSpace("ABC", 3);
const generator = Generator.fromSeed(4);
const landscape = new TableLandscape(
  "test",
  space,
  Float64Array.from({ length: space.size }, () => 0.05 + generator.float64() ** 3),
);
const reward = new Reward({ exponent: 1 });
const noise = stickyNoise(0.25);
const options = { model: { kind: "table" }, batch: { onPolicy: 32 }, seed: 2, decayOver: 120 } as const;

async function train(trainer: Trainer): Promise<Trainer> {
  for (let i = 0; i < 120; i++) await trainer.iterate();
  return trainer;
}

describe("assess", () => {
  test("a trainer made from a landscape alone: law, limit, samples, modes", async () => {
    const trainer = await train(await createTrainer({ landscape, noise, reward, ...options }));
    const found = await assess(trainer, { samples: 500, seed: 3 });
    const logReward = reward.logRewards(landscape.table);
    const { objects, probability, target, best } = found.law!;
    expect(objects).toEqual(Array.from({ length: 27 }, (_, i) => space.sequenceAt(i)));
    expect([...target]).toEqual([...targetLaw(logReward)]);
    expect(probability!.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
    expect(found.exact.tv).toBeCloseTo(tv(probability!, target), 12);
    expect(found.exact.tv).toBeLessThan(0.3);
    const limit = limitReverseKl(logReward, stickyKernel(3, 0.25));
    expect(found.limit.klReverse).toBe(limit.kl);
    expect([...best]).toEqual([...limit.law]);
    expect(found.drawn.objects).toEqual(await trainer.sample(500, 3));
    expect(found.modes.found).toBeGreaterThan(0);
    expect(found).toMatchObject({ samples: 500, assessmentCalls: 500, steps: 120 });
    expect(found.oracleCalls).toBe(trainer.oracleCalls);
    await trainer.dispose();
  });

  test("letters in another order than the table's give the same figures", async () => {
    // The same world told twice: once in the table's order, once with a table that lists its letters backwards.
    const backwards = new SequenceSpace("CBA", 3);
    const scores = Float64Array.from({ length: 27 }, (_, i) => landscape.scoreOf(backwards.sequenceAt(i)));
    const reversed = new TableLandscape("reversed", backwards, scores);
    const environment = withNoise(sequenceEnvironment({ alphabet: "ABC", length: 3 }), noise);
    const [plain, mixed] = await Promise.all(
      [landscape, reversed].map(async (table) =>
        train(await createTrainer({ environment, landscape: table, reward, ...options })),
      ),
    );
    const [expected, found] = [await assess(plain!), await assess(mixed!)];
    expect(found.exact).toEqual(expected.exact);
    expect(found.limit).toEqual(expected.limit);
    expect(found.law).toEqual(expected.law);
    await plain!.dispose();
    await mixed!.dispose();
  });

  test("fewer letters than the table has are evaluated by walking", async () => {
    const environment = withNoise(sequenceEnvironment({ alphabet: "CA", length: 3 }), noise);
    const trainer = await train(await createTrainer({ environment, landscape, reward, ...options }));
    const { law, exact } = await assess(trainer);
    expect(law!.objects.toSorted()).toEqual(["AAA", "AAC", "ACA", "ACC", "CAA", "CAC", "CCA", "CCC"]);
    law!.objects.forEach((object, i) => expect(law!.scores[i]).toBe(landscape.scoreOf(object)));
    expect(exact.tv).toBeLessThan(0.3);
    await trainer.dispose();
  });

  test("a dataset of many rows", async () => {
    const dataset = Array.from({ length: 200_000 }, (_, i) => {
      const object = space.sequenceAt(i % space.size);
      return { object, real: Int32Array.from(object, (letter) => "ABC".indexOf(letter)), score: 0.5 };
    });
    const trainer = await createTrainer({ landscape, noise, reward, ...options, dataset });
    const { top } = await assess(trainer, { samples: 64 });
    expect(top.novelty).toBe(0);
    await trainer.dispose();
  });

  test("scores that cost something are asked for samples only, unless said otherwise", async () => {
    const oracle = functionOracle({ mode: "single", score: (word) => landscape.scoreOf(word) });
    const environment = environmentOf(landscape, noise);
    const trainer = await train(await createTrainer({ environment, landscape: oracle, reward, ...options }));
    const sampled = await assess(trainer, { samples: 300 });
    expect(sampled).toMatchObject({ law: null, assessmentCalls: 364, exact: { tv: null } });
    expect(sampled.estimates!.logZ!.estimate).toBeGreaterThan(0);
    const exact = await assess(trainer, { samples: 300, exact: true });
    // Every object once, and the samples.
    expect(exact.assessmentCalls).toBe(27 + 300);
    expect(exact.exact.tv).toBeLessThan(0.3);
    await trainer.dispose();
  });

  test("baselines: a policy has a law, a chain has samples and modes", async () => {
    const grid = gridLandscape({ side: 4 });
    const world = { environment: environmentOf(grid), landscape: grid, reward, free: true };
    const setup = {
      ...world,
      scorer: createScorer(grid),
      budget: { oracleCalls: 1000, environmentSteps: 10_000 },
      model: {},
      seed: 1,
    };
    const random = await findBaseline("random").create(setup);
    const uniform = await assess(random, { world, samples: 100 });
    expect(uniform.exact.tv).toBeGreaterThan(0.1);
    expect(uniform.logZ.learned).toBeNull();
    const chain = await findBaseline("mh").create(setup);
    await chain.iterate();
    const found = await assess(chain, { world, samples: 400 });
    expect(found.exact.tv).toBeNull();
    expect(found.law!.probability).toBeNull();
    expect(found.modes).toMatchObject({ total: 4, kind: "peaks" });
    await expect(assess(chain)).rejects.toMatchObject({ code: "assessment/no-world" });
  });
});

test("a landscape that does not know its space needs an environment", async () => {
  const oracle = functionOracle({ mode: "single", score: () => 1 });
  await expect(createTrainer({ landscape: oracle })).rejects.toMatchObject({
    code: "environment/unknown-space",
  });
  const environment = environmentOf(landscape);
  await expect(createTrainer({ landscape, environment, noise })).rejects.toThrow(/both/);
});
