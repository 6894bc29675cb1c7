/** Sequences of one length under a mask train with the defaults, and end as near the exact target as others do. */
import { describe, expect, test } from "vitest";
import { assess } from "../assessment/assess.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import type { SequenceEnvironment } from "../environment/sequence/sequence.ts";
import { functionOracle } from "../landscape/oracle/function-oracle.ts";
import { Reward } from "../landscape/reward.ts";
import { Generator } from "../random/generator.ts";
import { policyByDepth } from "./policy/policy-by-depth.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";

const timeout = 60_000;
/** No letter twice in a row: the last prefixes in the order of their numbers are forbidden, as in docs/environments.md. */
const masked = sequenceEnvironment({
  alphabet: "ACGT",
  length: 4,
  isLegal: (prefix, action) => prefix.at(-1) !== action,
});
const landscape = functionOracle({
  mode: "single",
  name: "no pattern",
  score: (object) => 0.05 + Generator.fromSeed(Number.parseInt(object, 36)).float64(),
});

async function reportAfter(iterations: number, setup: Partial<TrainingSetup>) {
  const reward = new Reward({ exponent: 1 });
  const trainer = await createTrainer({ landscape, reward, decayOver: iterations, ...setup });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const report = await assess(trainer, { exact: true });
  await trainer.dispose();
  return report;
}

describe("masked sequences of one length", () => {
  test.each([256, 16])("with batches of %d", { timeout }, async (onPolicy) => {
    const { exact } = await reportAfter(400, { environment: masked, batch: { onPolicy } });
    expect(exact.tv).toBeLessThan(0.01);
  });

  test.each(["posterior", "learned"] as const)("under noise, backward %s", { timeout }, async (backward) => {
    const environment = withNoise(masked, stickyNoise(0.25));
    const { exact, limit } = await reportAfter(800, { environment, backward });
    expect(exact.klReverse - limit.klReverse).toBeLessThan(0.006);
  });

  test("a mask that replaces the one of a copy", { timeout }, async () => {
    const plain = sequenceEnvironment({ alphabet: "ACGT", length: 4 });
    const environment: SequenceEnvironment = {
      ...plain,
      isLegal: ({ tokens, done }, action) => !done && tokens.at(-1) !== action,
    };
    const { exact } = await reportAfter(400, { environment });
    expect(exact.tv).toBeLessThan(0.005);
  });

  test("an environment that knows no other states than those it can be in", { timeout }, async () => {
    const environment: SequenceEnvironment = {
      ...masked,
      next(state, outcome) {
        if (!masked.isLegal(state, outcome)) throw new Error(`${masked.objectOf(state)} has no such end`);
        return masked.next(state, outcome);
      },
    };
    const { exact } = await reportAfter(400, { environment });
    expect(exact.tv).toBeLessThan(0.005);
  });

  test("policies by depth have a row for every prefix", async () => {
    const trainer = await createTrainer({ landscape, environment: masked, batch: { onPolicy: 16 } });
    const policy = await policyByDepth(trainer);
    await trainer.dispose();
    expect(policy.map(({ length }) => length)).toEqual([4, 16, 64, 256]);
    // After A, and after AA, which cannot be.
    expect(policy[1]![0]).toBe(0);
    expect(policy[2]!.slice(0, 4).reduce((sum, each) => sum + each, 0)).toBeCloseTo(1);
  });
});
