/** Judging under conditions, on a space small enough for brute force: per condition and on average. */
import { describe, expect, test } from "vitest";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withContext } from "../../environment/context.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { exactLaw } from "../../evaluation/law/exact-law.ts";
import { stickyKernel } from "../../evaluation/law/kernel.ts";
import { targetLaw } from "../../evaluation/law/log-z.ts";
import { tv } from "../../evaluation/law/distances.ts";
import { categoryLandscape } from "../../landscape/exact/category-landscape.ts";
import { Reward } from "../../landscape/reward.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import type { ContextSpec } from "../../landscape/context.ts";
import { Generator } from "../../random/generator.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import { policyByDepth } from "../../training/policy/policy-by-depth.ts";
import { uniformVectors, categoriesWith, edgedVectors } from "../../training/setup/contexts.ts";
import type { Trainer } from "../../training/trainer.ts";
import type { TrainingSetup } from "../../training/setup/create-trainer.ts";
import { assess } from "../assess.ts";

const timeout = 60_000;
const space = new SequenceSpace("ABC", 3);
const alpha = 0.1;
const table = (seed: number): TableLandscape => {
  const generator = Generator.fromSeed(seed);
  return new TableLandscape(
    `table ${seed}`,
    space,
    Float64Array.from({ length: space.size }, () => 0.2 + generator.float64()),
  );
};
const tables = [table(1), table(2)];
const plain = withNoise(sequenceEnvironment({ alphabet: "ABC", length: 3 }), stickyNoise(alpha));

async function trained(
  context: ContextSpec,
  iterations: number,
  setup: Partial<TrainingSetup>,
): Promise<Trainer> {
  const trainer = await createTrainer({
    environment: withContext(plain, context),
    landscape: categoryLandscape(tables),
    reward: new Reward({ exponent: 2, floor: 1e-6 }),
    model: { kind: "memory", hidden: 16 },
    batch: { onPolicy: 64 },
    dynamics: "known",
    rate: 0.03,
    finalRate: 3e-4,
    decayOver: iterations,
    seed: 4,
    ...setup,
  });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  return trainer;
}

describe("assess under conditions", () => {
  test("every category by itself and on average, as brute force has them", { timeout }, async () => {
    const trainer = await trained({ kind: "category", count: 2 }, 200, {});
    const found = await assess(trainer, { samples: 200 });
    const reward = trainer.options.reward;
    const brute = await Promise.all(
      tables.map(async ({ table: scores }, z) => {
        const law = exactLaw(await policyByDepth(trainer, z), stickyKernel(3, alpha));
        return tv(law, targetLaw(reward.logRewards(scores)));
      }),
    );
    expect(found.conditions!.map(({ name }) => name)).toEqual(["0", "1"]);
    found.conditions!.forEach((one, z) => {
      expect(one.exact.tv).toBeCloseTo(brute[z]!, 6);
      expect(one.exact.tv).toBeLessThan(0.06);
      expect(Math.abs(one.logZ.error!)).toBeLessThan(0.06);
      expect([...one.law!.scores]).toEqual([...tables[z]!.table]);
    });
    expect(found.exact.tv).toBeCloseTo((brute[0]! + brute[1]!) / 2, 6);
    expect(found.logZ.exact).toBeCloseTo(
      (found.conditions![0]!.logZ.exact! + found.conditions![1]!.logZ.exact!) / 2,
      9,
    );
    expect(found).toMatchObject({ samples: 200, law: null });
    expect(new Set(found.top.sequences.map(({ condition }) => condition))).toEqual(new Set(["0", "1"]));
    const one = await assess(trainer, { samples: 100, context: 1 });
    expect(one.exact.tv).toBeCloseTo(brute[1]!, 6);
    expect(one.law!.probability!.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
    expect(one.conditions).toHaveLength(1);
    await expect(trainer.sample(3)).rejects.toThrow(/takes a condition \(category\), but none was given/);
    expect(await trainer.sample(3, 0, 1)).toHaveLength(3);
    await trainer.dispose();
  });

  test("one sampler for two tables and a range of exponents reaches every law", { timeout }, async () => {
    const bounds = [[1, 4]] as const;
    const trainer = await trained({ kind: "category+vector", count: 2, size: 1, bounds }, 500, {
      reward: new Reward({ exponentFromContext: 1, floor: 1e-6 }),
      contexts: categoriesWith(2, edgedVectors(bounds)),
    });
    const found = await assess(trainer, { samples: 60 });
    expect(found.conditions!.map(({ name }) => name)).toEqual(["0 1", "0 2.5", "0 4", "1 1", "1 2.5", "1 4"]);
    for (const { name, exact, limit, logZ } of found.conditions!) {
      expect(exact.tv! - limit.tv!, name).toBeLessThan(0.06);
      expect(Math.abs(logZ.error!), name).toBeLessThan(0.15);
    }
    await trainer.dispose();
  });

  test("what a condition adds to the space is walked once for all of them", { timeout }, async () => {
    const trainer = await trained({ kind: "vector", size: 1, bounds: [[1, 3]] }, 1, {
      landscape: tables[0]!,
      reward: new Reward({ exponentFromContext: 0, floor: 1e-6 }),
      contexts: uniformVectors([[1, 3]]),
    });
    const { conditions } = await assess(trainer, { samples: 6 });
    const [first, second] = conditions!;
    expect(second!.law!.objects).toBe(first!.law!.objects);
    expect(second!.law!.target).not.toEqual(first!.law!.target);
    await expect(assess(trainer, { context: [1, 2] })).rejects.toThrow(/expected one finite number/);
    await trainer.dispose();
  });

  test("conditions of a world without any are refused", { timeout }, async () => {
    const trainer = await createTrainer({ environment: plain, landscape: tables[0]! });
    await expect(assess(trainer, { context: 1 })).rejects.toThrow(/takes no condition/);
    const conditions = [{ name: "warm", context: [60] }];
    await expect(assess(trainer, { conditions })).rejects.toThrow(/got the condition \[60\], expected none/);
    await trainer.dispose();
  });

  test("a process that remembers is judged under each of them", { timeout }, async () => {
    const letters = sequenceEnvironment({ alphabet: "ABC", length: 3 });
    const environment = withMemory(withContext(letters, { kind: "category", count: 2 }), repeatNoise(0.3));
    const trainer = await trained({ kind: "category", count: 2 }, 150, {
      environment,
      model: { kind: "kmer", hidden: 16 },
    });
    const found = await assess(trainer, { samples: 20, exact: true });
    expect(found.conditions!.map(({ name }) => name)).toEqual(["0", "1"]);
    for (const { exact, limit } of found.conditions!) expect(exact.tv! - limit.tv!).toBeLessThan(0.1);
    const [first, second] = found.conditions!;
    expect(tv(first!.law!.target, second!.law!.target)).toBeGreaterThan(0.2);
    await trainer.dispose();
  });

  test("conditions have draws of their own, the first those of the seed", { timeout }, async () => {
    const count = 12;
    const trainer = await trained({ kind: "category", count }, 1, {
      landscape: categoryLandscape(Array.from({ length: count }, () => tables[0]!)),
    });
    const { conditions, drawn } = await assess(trainer, { samples: 200 * count, exact: false, seed: 3 });
    expect(drawn.objects).toEqual(await trainer.sample(200, 3, 0));
    // The policy is all but the same under each of them, so that estimates differ by luck alone.
    const found = conditions!.map(({ estimates }) => estimates!.meanScore);
    const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
    const centre = mean(found.map(({ estimate }) => estimate));
    const spread = Math.sqrt(
      found.reduce((sum, { estimate }) => sum + (estimate - centre) ** 2, 0) / (count - 1),
    );
    const ratio = spread / mean(found.map(({ standardError }) => standardError));
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.5);
    await trainer.dispose();
  });
});
