/** Samples that begin as given, and samples that look ahead, against exact laws on a small space. */
import { describe, expect, test } from "vitest";
import { environmentOf } from "../environment/environment-of.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { exactLaw } from "../evaluation/law/exact-law.ts";
import { stickyKernel } from "../evaluation/law/kernel.ts";
import { Reward } from "../landscape/reward.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { Generator } from "../random/generator.ts";
import { createTrainer } from "../training/setup/create-trainer.ts";
import { policyByDepth } from "../training/policy/policy-by-depth.ts";
import type { Trainer } from "../training/trainer.ts";
import { aheadPolicy } from "./look-ahead/ahead-policy.ts";
import { nextLetters, readBeginning } from "./beginning.ts";
import { createEvaluator } from "./evaluator.ts";
import { reportAhead } from "./look-ahead/look-ahead.ts";
import { drawSamples } from "./samples.ts";
import type { World } from "./world.ts";

const timeout = 60_000;
const alpha = 0.25;
const space = new SequenceSpace("ABC", 4);
const generator = Generator.fromSeed(4);
const landscape = new TableLandscape(
  "test",
  space,
  Float64Array.from({ length: space.size }, () => 0.05 + generator.float64() ** 2),
);
const reward = new Reward({ exponent: 1 });

async function trained(
  dynamics: "known" | "learned",
): Promise<{ readonly trainer: Trainer; readonly world: World }> {
  const environment = environmentOf(landscape, stickyNoise(alpha));
  const trainer = await createTrainer({
    environment,
    landscape,
    reward,
    dynamics,
    model: { kind: "mlp", hidden: 16, layers: 1 },
    batch: { onPolicy: 32 },
    rate: 0.01,
    seed: 5,
  });
  for (let i = 0; i < 60; i++) await trainer.iterate();
  return { trainer, world: { environment, landscape, reward, free: true } };
}

/** Pearson's statistic; objects that are expected less than five times count together. */
function chiSquare(
  counts: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
): { readonly statistic: number; readonly degrees: number } {
  let [statistic, bins, restSeen, restExpected] = [0, 0, 0, 0];
  for (const [object, mean] of expected) {
    const seen = counts.get(object) ?? 0;
    if (mean < 5) {
      restSeen += seen;
      restExpected += mean;
      continue;
    }
    bins++;
    statistic += (seen - mean) ** 2 / mean;
  }
  if (restExpected > 0) {
    bins++;
    statistic += (restSeen - restExpected) ** 2 / restExpected;
  }
  return { statistic, degrees: bins - 1 };
}

/** Far beyond what chance gives: more than four standard deviations above the mean of the statistic. */
const far = (degrees: number): number => degrees + 4 * Math.sqrt(2 * degrees);

function countsOf(objects: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const object of objects) counts.set(object, (counts.get(object) ?? 0) + 1);
  return counts;
}

describe("looking ahead when sampling", () => {
  test.each(["known", "learned"] as const)(
    "the law of the policy that looks ahead is the one that is reported, %s dynamics",
    { timeout },
    async (dynamics) => {
      const { trainer, world } = await trained(dynamics);
      const evaluator = (await createEvaluator(world, trainer.policy))!;
      const reports = await reportAhead(trainer, evaluator, [1, 2, 4]);
      for (const { steps, scores, flows } of reports) {
        for (const [ends, reported] of [
          [{ landscape, reward }, scores],
          [undefined, flows],
        ] as const) {
          const policy = aheadPolicy(trainer, { steps, ends });
          const ahead = (await createEvaluator(world, policy))!;
          const { exact } = await ahead.evaluate();
          expect(exact.tv, `k = ${steps}`).toBeCloseTo(reported.tv, 5);
          expect(exact.klReverse, `k = ${steps}`).toBeCloseTo(reported.klReverse, 5);
          await ahead.dispose();
        }
      }
      await evaluator.dispose();
      await trainer.dispose();
    },
  );

  test("samples have that law", { timeout }, async () => {
    const { trainer, world } = await trained("learned");
    const policy = aheadPolicy(trainer, { steps: 2, ends: world });
    const evaluator = (await createEvaluator(world, policy))!;
    const law = await evaluator.law();
    const count = 8192;
    const { objects } = await drawSamples(world, policy, count, 11);
    const expected = new Map(Array.from(law, (p, i) => [space.sequenceAt(i), count * p]));
    const { statistic, degrees } = chiSquare(countsOf(objects), expected);
    expect(degrees).toBeGreaterThan(60);
    expect(statistic).toBeLessThan(far(degrees));
    // The policy itself has another law, which the same test tells apart.
    const plain = await drawSamples(world, trainer.policy, count, 11);
    expect(chiSquare(countsOf(plain.objects), expected).statistic).toBeGreaterThan(far(degrees));
    await evaluator.dispose();
    await trainer.dispose();
  });

  test("too far, or states that tokens do not tell, are refused", async () => {
    const { trainer } = await trained("known");
    expect(() => aheadPolicy(trainer, { steps: 11 })).toThrow(/3\^11 continuations/);
    await trainer.dispose();
  });
});

describe("finishing what was begun", () => {
  test("samples begin so, and go on as the policy does after it", { timeout }, async () => {
    const { trainer, world } = await trained("known");
    const beginning = readBeginning(world.environment, "BA");
    expect(beginning).toEqual([1, 0]);
    const count = 4096;
    const drawn = await drawSamples(world, trainer.policy, count, 3, { beginning });
    expect(drawn.objects.every((object) => object.startsWith("BA"))).toBe(true);
    expect(drawn.intended.every((text) => /^\.\.[ABC]{2}$/.test(text))).toBe(true);
    const law = exactLaw(await policyByDepth(trainer), stickyKernel(3, alpha));
    const all = Array.from(law, (p, i) => [space.sequenceAt(i), p] as const);
    const begun = all.filter(([object]) => object.startsWith("BA"));
    const mass = begun.reduce((sum, [, p]) => sum + p, 0);
    const expected = new Map(begun.map(([object, p]) => [object, (count * p) / mass]));
    const { statistic, degrees } = chiSquare(countsOf(drawn.objects), expected);
    expect(statistic).toBeLessThan(far(degrees));
    const next = await nextLetters(trainer.policy, beginning);
    const marginal = begun.filter(([object]) => object.startsWith("BAC")).reduce((sum, [, p]) => sum + p, 0);
    expect(next.map(({ letter }) => letter)).toEqual(["A", "B", "C"]);
    expect(next[2]!.real).toBeCloseTo(marginal / mass, 6);
    expect(next.reduce((sum, { intended }) => sum + intended, 0)).toBeCloseTo(1, 6);
    for (const { intended, real } of next) expect(real).toBeCloseTo(alpha / 3 + (1 - alpha) * intended, 6);
    await trainer.dispose();
  });

  test("what is no beginning is refused with the reason", async () => {
    const environment = environmentOf(landscape, stickyNoise(alpha));
    expect(() => readBeginning(environment, "BAXA")).toThrow(/^--complete: .*got "X" at position 3/);
    expect(() => readBeginning(environment, "ABCA")).toThrow(/is finished, expected the beginning/);
    expect(() => readBeginning(environment, "ABCAB")).toThrow(/is finished after 4 letters/);
  });
});
