/** Predictions of letters to come: the best possible by brute force, and heads that come near it without touching the policy. */
import { describe, expect, test } from "vitest";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { withContext } from "../../environment/context.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import type { Environment } from "../../environment/environment.ts";
import { exactLaw } from "../../evaluation/law/exact-law.ts";
import { stickyKernel } from "../../evaluation/law/kernel.ts";
import { beginningsOf, judgePredictions } from "../../evaluation/law/predictions.ts";
import { categoryLandscape } from "../../landscape/exact/category-landscape.ts";
import { Reward } from "../../landscape/reward.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { Generator } from "../../random/generator.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import type { Trainer } from "../../training/trainer.ts";
import type { TrainingSetup } from "../../training/setup/create-trainer.ts";
import { assess } from "../assess.ts";

const space = new SequenceSpace("AB", 3);
const generator = Generator.fromSeed(6);
const landscape = new TableLandscape(
  "rough",
  space,
  Float64Array.from({ length: 8 }, () => 0.02 + generator.float64() ** 3),
);
const digits = Array.from({ length: 8 }, (_, i) => [i >> 2, (i >> 1) & 1, i & 1]);

describe("beginningsOf and judgePredictions", () => {
  test("the best loss is the entropy of what comes, by the chain of single steps", () => {
    const kernel = stickyKernel(2, 0.3);
    const policy = [2, 4, 8].map((size) => {
      const rows = Float64Array.from({ length: size }, () => 0.1 + generator.float64());
      return rows.map((value, i) => value / (rows[i & ~1]! + rows[i | 1]!));
    });
    const law = exactLaw(policy, kernel);
    const beginnings = beginningsOf(digits, law, 2, 2);
    expect(beginnings).toHaveLength(7);
    const predicted = beginnings.flatMap(() => [0.7, 0.3, 0.4, 0.6].map(Math.log));
    const [first, second] = judgePredictions(beginnings, predicted, 2, 2);

    /** P(c | prefix), by the policy and the noise. */
    const step = (prefix: readonly number[], c: number): number => {
      const row = prefix.reduce((number, token) => number * 2 + token, 0) * 2;
      return [0, 1].reduce((sum, a) => sum + policy[prefix.length]![row + a]! * kernel.matrix[a * 2 + c]!, 0);
    };
    let [entropy, nll, right, best, total] = [0, 0, 0, 0, 0];
    for (const prefix of [[], [0], [1]]) {
      const reached = prefix.reduce((p, token, t) => p * step(prefix.slice(0, t), token), 1);
      const chances = [0, 1].map((c) =>
        [0, 1].reduce((sum, next) => sum + step(prefix, next) * step([...prefix, next], c), 0),
      );
      total += reached;
      for (const [c, p] of chances.entries()) {
        entropy -= reached * p * Math.log(p);
        nll -= reached * p * Math.log(c === 0 ? 0.4 : 0.6);
      }
      right += reached * chances[1]!;
      best += reached * Math.max(...chances);
    }
    expect(total).toBeCloseTo(2, 12);
    expect(second!.entropy).toBeCloseTo(entropy / total, 12);
    expect(second!.nll).toBeCloseTo(nll / total, 12);
    expect(second!.accuracy).toBeCloseTo(right / total, 12);
    expect(second!.bestAccuracy).toBeCloseTo(best / total, 12);
    expect(first!.nll).toBeGreaterThan(first!.entropy);
  });

  test("sequences that stop are masked at their end", () => {
    const beginnings = beginningsOf([[0, 2], [1]], [0.5, 0.5], 2, 3);
    expect(beginnings.map(({ tokens }) => tokens)).toEqual([[], [0]]);
    expect(Array.from(beginnings[0]!.joint)).toEqual([0.5, 0.5, 0, 0, 0, 0.5]);
  });
});

const plain = sequenceEnvironment({ alphabet: "AB", length: 3 }) as Environment;
const remembering = withMemory(
  sequenceEnvironment({ alphabet: "AB", length: 3 }),
  repeatNoise(0.3),
) as Environment;

function predictor(setup: Partial<TrainingSetup> = {}): Promise<Trainer> {
  return createTrainer({
    environment: remembering,
    landscape,
    reward: new Reward({ exponent: 1, floor: 1e-6 }),
    model: { kind: "mlp", hidden: 16 },
    batch: { onPolicy: 64, exploratory: 8 },
    rate: 0.01,
    dynamicsRate: 0.01,
    decayOver: 300,
    seed: 4,
    ...setup,
  });
}

describe("heads that predict", () => {
  test("come near the best under the policy's own law, and leave the policy as it would be", async () => {
    const [with3, without] = [await predictor({ lookAhead: 3 }), await predictor()];
    for (let i = 0; i < 300; i++) await with3.iterate();
    for (let i = 0; i < 300; i++) await without.iterate();
    const own = without.parameters.values;
    expect(with3.parameters.values.subarray(0, own.length)).toEqual(own);
    const { predictions } = await assess(with3, { samples: 64 });
    expect(predictions!.map(({ ahead }) => ahead)).toEqual([1, 2, 3]);
    for (const { nll, entropy, accuracy, bestAccuracy } of predictions!) {
      expect(nll).toBeGreaterThan(entropy! - 1e-6);
      expect(nll - entropy!).toBeLessThan(0.02);
      expect(accuracy).toBeLessThanOrEqual(bestAccuracy! + 1e-9);
      expect(bestAccuracy! - accuracy).toBeLessThan(0.05);
    }
    const { predictions: sampled } = await assess(with3, { samples: 512, exact: false });
    expect(sampled!.every(({ entropy }) => entropy === null)).toBe(true);
    sampled!.forEach(({ nll }, j) => expect(Math.abs(nll - predictions![j]!.nll)).toBeLessThan(0.1));
    await with3.dispose();
    await without.dispose();
  });

  test("read the condition, and are judged under each", async () => {
    const mirrored = new TableLandscape(
      "mirrored",
      space,
      Float64Array.from(digits, (_, i) => landscape.table[7 - i]!),
    );
    const plainly = sequenceEnvironment({ alphabet: "AB", length: 3 });
    const trainer = await predictor({
      environment: withContext(plainly, { kind: "category", count: 2 }),
      landscape: categoryLandscape([landscape, mirrored]),
      lookAhead: 2,
    });
    for (let i = 0; i < 400; i++) await trainer.iterate();
    const conditions = [0, 1].map((context) => ({ name: String(context), context }));
    const report = await assess(trainer, { samples: 64, conditions });
    expect(report.conditions).toHaveLength(2);
    for (const { predictions } of report.conditions!) {
      for (const { nll, entropy } of predictions!) expect(nll - entropy!).toBeLessThan(0.03);
    }
    const [a, b] = report.conditions!.map(({ predictions }) => predictions![0]!.nll);
    expect(report.predictions![0]!.nll).toBeCloseTo((a! + b!) / 2, 12);
    await trainer.dispose();
  });

  test("what cannot be predicted is refused", async () => {
    await expect(predictor({ lookAhead: 4 })).rejects.toThrow(/from 1 to 3/);
    await expect(predictor({ lookAhead: 1, batch: { onPolicy: 0, exploratory: 8 } })).rejects.toThrow(
      /policy itself/,
    );
    await expect(predictor({ environment: plain, lookAhead: 1.5 })).rejects.toThrow(
      /^lookAhead: got 1\.5, expected an integer/,
    );
  });
});
