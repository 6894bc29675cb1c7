/**
 * Learning on a space small enough to know everything: 81 sequences of four letters out of three. An objective that is
 * right under noise must come within 0.02 total variation of the best law any policy can reach; plain detailed balance,
 * which ignores the noise, must be seen to miss it.
 */
import { describe, expect, test } from "vitest";
import { sequenceEnvironment, stickyNoise, tokenKernel, withNoise } from "../environment/index.ts";
import { exactLaw, limitReverseKl, noiseKernel, tv } from "../evaluation/index.ts";
import { Reward, SequenceSpace, TableLandscape } from "../landscape/index.ts";
import { parseObjective } from "../objective/index.ts";
import { Generator } from "../random/index.ts";
import { createTrainer } from "./create-trainer.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import { PolicyTable } from "./policy-table.ts";
import { listStates } from "./state-list.ts";

const letters = 3;
const length = 4;
const reward = new Reward({ exponent: 1, floor: 1e-3 });

function landscape(): TableLandscape {
  const generator = Generator.fromSeed(5);
  const scores = Float64Array.from({ length: letters ** length }, () => generator.float64() ** 2);
  return new TableLandscape("random", new SequenceSpace("ABC", length), scores);
}

/** Trains, and returns the distance between the trained sampler's law and the best reachable one. */
async function distanceToLimit(
  alpha: number,
  iterations: number,
  setup: Partial<TrainingSetup>,
): Promise<number> {
  const plain = sequenceEnvironment({ alphabet: "ABC", length });
  const environment = alpha === 0 ? plain : withNoise(plain, stickyNoise(alpha));
  const scores = landscape();
  const trainer = await createTrainer({
    environment,
    landscape: scores,
    reward,
    model: { kind: "table" },
    batch: { onPolicy: 64 },
    rate: 0.05,
    decayOver: iterations,
    finalRate: 1e-3,
    seed: 3,
    ...setup,
  });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const table = await PolicyTable.compile(trainer.options, trainer.parameters, listStates(environment));
  const policy = await table.probabilities();
  await Promise.all([table.dispose(), trainer.dispose()]);
  const kernel = noiseKernel(letters, tokenKernel(environment)!);
  const byDepth = Array.from({ length }, (_, depth) => {
    const before = (letters ** depth - 1) / (letters - 1);
    return policy.subarray(before * letters, (before + letters ** depth) * letters);
  });
  return tv(exactLaw(byDepth, kernel), limitReverseKl(reward.logRewards(scores.table), kernel).law);
}

describe("objectives reach the limit", () => {
  for (const alpha of [0, 0.25, 0.75]) {
    for (const name of ["sdb", "stb", "ssubtb(0.9)"]) {
      test(`${name} at α = ${alpha}`, { timeout: 60_000 }, async () => {
        expect(await distanceToLimit(alpha, 1500, { objective: parseObjective(name) })).toBeLessThan(0.02);
      });
    }
  }
});
