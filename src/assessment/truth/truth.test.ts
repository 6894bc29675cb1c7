/** Figures against the truth: the same as by enumeration where both can be had, and honest where only they can. */
import { beforeAll, describe, expect, test } from "vitest";
import { placedNoise } from "../../environment/noise/placed-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { chainLandscape } from "../../landscape/automaton/chain-landscape.ts";
import { Reward } from "../../landscape/reward.ts";
import { logPartition } from "../../evaluation/law/log-z.ts";
import { parseObjective } from "../../objective/registry.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import type { Trainer } from "../../training/trainer.ts";
import { assess } from "../assess.ts";
import { Evaluator } from "../evaluator.ts";
import { Judge } from "../judge.ts";
import { graphLaws } from "../law/graph-laws.ts";
import { reportOn } from "../report.ts";
import type { World } from "../world.ts";
import { logLawOf } from "./law-of-objects.ts";
import { drawTarget, openTruth } from "./truth.ts";

function worldOf(length: number, alpha: number, letters = "ACG"): World {
  const landscape = chainLandscape({ length, alphabet: letters, seed: 2 });
  const environment = withNoise(sequenceEnvironment({ alphabet: letters, length }), stickyNoise(alpha));
  return { environment, landscape, reward: new Reward({ logarithmic: true, exponent: 1.5 }), free: true };
}

async function trained({ environment, landscape, reward }: World, iterations: number): Promise<Trainer> {
  const trainer = await createTrainer({ environment, landscape, reward, batch: { onPolicy: 16 }, seed: 3 });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  return trainer;
}

describe("where sequences can be listed as well", () => {
  const world = worldOf(5, 0.2);
  let trainer: Trainer;
  beforeAll(async () => {
    trainer = await trained(world, 20);
    return () => trainer.dispose();
  });

  test("limits and log Z are those of the graph", async () => {
    const laws = await graphLaws(world);
    const truth = openTruth(world)!;
    expect(truth.limit!.klReverse).toBeCloseTo(laws.limit.kl, 8);
    expect(truth.limit!.klForward).toBeCloseTo(laws.forwardLimit.kl, 8);
    const best = laws.scores.indexOf(Math.max(...laws.scores));
    expect(truth.best).toEqual({
      sequence: laws.objects[best]!,
      score: expect.closeTo(laws.scores[best]!, 9),
    });
  });

  test("log P of given sequences is that of the exact law", async () => {
    const laws = await graphLaws(world);
    const evaluator = (await Evaluator.of(laws, trainer.policy))!;
    const law = await evaluator.law();
    const found = await logLawOf(world.environment, trainer.policy, laws.objects);
    for (const [i, p] of law.entries()) expect(found[i]).toBeCloseTo(Math.log(p), 4);
    await evaluator.dispose();
  });

  test("estimates lie around the exact figures", async () => {
    const laws = await graphLaws(world);
    const evaluator = (await Evaluator.of(laws, trainer.policy))!;
    const exact = await evaluator.evaluate();
    await evaluator.dispose();
    const judge = await Judge.of({ ...world, free: false }, trainer);
    expect(judge.exact).toBe(false);
    for (const seed of [1, 2, 3]) {
      const { truth, limit, logZ } = await reportOn(judge, { samples: 4000, seed, seconds: 0 });
      const { kl, regret, tv } = truth!;
      const near = (got: { estimate: number; standardError: number } | null, expected: number): void => {
        expect(Math.abs(got!.estimate - expected)).toBeLessThan(4 * got!.standardError + 1e-4);
        expect(got!.standardError).toBeLessThan(0.05);
      };
      near(kl.klReverse, exact.exact.klReverse);
      near(kl.klForward, exact.exact.klForward);
      near(regret.klReverse, exact.regret.klReverse);
      near(tv, exact.exact.tv);
      expect(limit.klReverse).toBeCloseTo(exact.limit.klReverse, 8);
      expect(logZ.exact).toBeCloseTo(exact.logZ.exact, 9);
    }
    await judge.dispose();
  });
});

test("fifty letters: the report has both divergences, their regret, and what letters stand where", async () => {
  const world = worldOf(50, 0.1, "ACGT");
  const trainer = await trained(world, 5);
  const report = await assess(trainer, { samples: 512 });
  expect(trainer.notes).toEqual([]);
  const { kl, regret, regretPerLetter, tv, marginals, best } = report.truth!;
  expect(kl.klReverse!.estimate).toBeGreaterThan(5);
  expect(regret.klReverse!.estimate).toBeCloseTo(kl.klReverse!.estimate - report.limit.klReverse!, 12);
  expect(regretPerLetter.klForward!.estimate).toBeCloseTo(regret.klForward!.estimate / 50, 12);
  expect(tv!.estimate).toBeGreaterThan(0.9);
  expect(best.score).toBeCloseTo(0, 12);
  expect(marginals!.target).toHaveLength(50);
  for (const row of marginals!.target) expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 10);
  expect(JSON.parse(JSON.stringify(report.truth))).toEqual(report.truth);
  await trainer.dispose();
});

describe("which worlds have one", () => {
  const letters = "ACG";
  const landscape = chainLandscape({ length: 5, alphabet: letters });
  const plain = sequenceEnvironment({ alphabet: letters, length: 5 });
  const reward = new Reward({ logarithmic: true });
  const world = { landscape, reward, free: true };

  test("noise by place, also where the last matrix holds for all further places", () => {
    const matrix = (p: number): number[][] =>
      Array.from({ length: 3 }, (_, a) => Array.from({ length: 3 }, (__, c) => (a === c ? 1 - p : p / 2)));
    const placed = withNoise(plain, placedNoise([matrix(0), matrix(0.3)]));
    const alike = withNoise(plain, placedNoise([matrix(0.3)]));
    const sticky = withNoise(plain, stickyNoise(0.45));
    const limitOf = (environment: typeof placed): number =>
      openTruth({ ...world, environment })!.limit!.klReverse;
    expect(limitOf(alike)).toBeCloseTo(limitOf(sticky), 10);
    expect(limitOf(placed)).toBeLessThan(limitOf(alike));
  });

  test("noise that remembers leaves the target known, and no limit", () => {
    const truth = openTruth({ ...world, environment: withMemory(plain, repeatNoise(0.5)) })!;
    expect(truth.limit).toBeNull();
    expect(truth.logZ).toBe(openTruth({ ...world, environment: plain })!.logZ);
  });

  test("not other lengths, nor powers of scores", () => {
    expect(
      openTruth({ ...world, environment: sequenceEnvironment({ alphabet: letters, length: 6 }) }),
    ).toBeNull();
    expect(openTruth({ ...world, environment: plain, reward: new Reward() })).toBeNull();
  });
});

test("where an object can be built in many ways, the divergence has a bound that holds the exact one", async () => {
  const { landscape, reward } = worldOf(4, 0);
  const environment = withMemory(sequenceEnvironment({ alphabet: "ACG", length: 4 }), repeatNoise(0.5));
  const world: World = { environment, landscape, reward, free: true };
  const trainer = await createTrainer({
    environment,
    landscape,
    reward,
    objective: parseObjective("stb"),
  });
  for (let i = 0; i < 5; i++) await trainer.iterate();
  const [near, far] = [await Judge.of(world, trainer), await Judge.of({ ...world, free: false }, trainer)];
  const exact = (await near.evaluate())!.exact.klReverse;
  const { truth, logZ } = await reportOn(far, { samples: 4000, seed: 1, seconds: 0 });
  expect(truth!.kl.klReverse).toBeNull();
  expect(logZ.exact).toBeCloseTo(openTruth(world)!.logZ, 12);
  const { estimate, standardError } = truth!.klReverseAtMost!;
  expect(estimate + 3 * standardError).toBeGreaterThan(exact);
  expect(estimate).toBeLessThan(exact + 3);
  for (const judge of [near, far]) await judge.dispose();
  await trainer.dispose();
});

test("where sequences may stop, limits and log Z are those of the graph", async () => {
  const landscape = chainLandscape({ length: 5, minLength: 0, alphabet: "ACG", seed: 2 });
  const plain = sequenceEnvironment({ alphabet: "ACG", minLength: 0, maxLength: 5 });
  const environment = withNoise(plain, stickyNoise(0.6));
  const world: World = { environment, landscape, reward: new Reward({ logarithmic: true }), free: true };
  const [truth, laws] = [openTruth(world)!, await graphLaws(world)];
  expect(truth.limit!.klReverse).toBeCloseTo(laws.limit.kl, 8);
  expect(truth.limit!.klReverse).toBeGreaterThan(0.01);
  expect(truth.limit!.klForward).toBeCloseTo(laws.forwardLimit.kl, 8);
  expect(truth.logZ).toBeCloseTo(logPartition(laws.logReward), 10);
});

test("rewards that no number can hold train, are remembered, and taught again", async () => {
  const landscape = chainLandscape({ length: 300, seed: 1, spread: 3 });
  const environment = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 300 }), stickyNoise(0.1));
  const reward = new Reward({ logarithmic: true, exponent: 1 });
  const batch = { onPolicy: 8, replay: 4 };
  const model = { hidden: 8 };
  const trainer = await createTrainer({
    environment,
    landscape,
    reward,
    batch,
    model,
    replay: { priority: 1 },
  });
  for (let i = 0; i < 3; i++) expect((await trainer.iterate()).loss).toBeGreaterThan(0);
  await trainer.dispose();
});

test("samples of the target are the same under one seed and others in another part", () => {
  const truth = openTruth(worldOf(12, 0.1))!;
  expect(drawTarget(truth, 20, 1)).toEqual(drawTarget(truth, 20, 1));
  expect(drawTarget(truth, 20, 1, 1)).not.toEqual(drawTarget(truth, 20, 1));
});

test("logarithms and powers are not taken for each other", async () => {
  const { environment, landscape } = worldOf(5, 0);
  await expect(createTrainer({ environment, landscape, reward: new Reward() })).rejects.toThrow(
    /whose scores are logarithms/,
  );
});
