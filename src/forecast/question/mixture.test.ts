import fc from "fast-check";
import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { agree, intervalOf, mixtureEstimate } from "./mixture.ts";
import type { Stratum } from "./mixture.ts";
import { partInTwo } from "./part-in-two.ts";

/** Three outcomes; the last two meet the question, and the tilted sampler hardly ever draws the last. */
const law = [0.98, 0.01, 0.01];
const tilted = [0.1, 0.9 - 1e-9, 1e-9];
const rewards = [-Infinity, 0, 0];
const size = 1000;

function draw(from: readonly number[], generator: Generator): number[] {
  const logits = from.map(Math.log);
  return Array.from({ length: size }, () => generator.categorical(logits, 0, 3));
}

const stratum = (outcomes: readonly number[], logWeight: (outcome: number) => number): Stratum => ({
  logReward: Float64Array.from(outcomes, (outcome) => rewards[outcome]!),
  logWeight: Float64Array.from(outcomes, logWeight),
});

test("weighed by the mixture, what the tilted sampler misses is not lost, and its interval says so", () => {
  const together = (outcome: number): number =>
    Math.log(law[outcome]! / (law[outcome]! + tilted[outcome]!) / size);
  const alone = (outcome: number): number => Math.log(law[outcome]! / tilted[outcome]! / size);
  let [sum, covered, coveredAlone] = [0, 0, 0];
  const rounds = 300;
  for (let seed = 0; seed < rounds; seed++) {
    const generator = Generator.fromSeed(seed);
    const [ours, plain] = [draw(tilted, generator), draw(law, generator)];
    const both = mixtureEstimate([stratum(ours, together), stratum(plain, together)]);
    const covers = ([low, high]: readonly [number, number]): number => Number(low <= 0.02 && 0.02 <= high);
    sum += both.probability;
    covered += covers(intervalOf(both, size, 1));
    coveredAlone += covers(intervalOf(mixtureEstimate([stratum(ours, alone)]), size, 1));
  }
  expect(sum / rounds / 0.02).toBeCloseTo(1, 1);
  expect(covered / rounds).toBeGreaterThan(0.9);
  expect(coveredAlone).toBe(0);
});

test("samplers that are all the law itself give the share that meets the question", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 40 }), (met) => {
      const half: Stratum = {
        logReward: Float64Array.from(met, (isMet) => (isMet ? 0 : -Infinity)),
        logWeight: new Float64Array(met.length).fill(-Math.log(2 * met.length)),
      };
      const share = met.filter(Boolean).length / met.length;
      for (const complement of share > 0 ? [false, true] : [false]) {
        const { probability, effectiveSamples } = mixtureEstimate([half, half], complement);
        expect(probability).toBeCloseTo(share, 12);
        expect(effectiveSamples).toBeCloseTo(2 * share * met.length, 9);
      }
    }),
    { seed: 1 },
  );
});

test("of nothing found there is an upper bound only where the largest weight is known", () => {
  const none = { probability: 0, standardError: 0, effectiveSamples: 0 };
  expect(intervalOf(none, 4000, 1)).toEqual([0, 0.00075]);
  expect(intervalOf(none, 4000, Infinity)).toEqual([0, Infinity]);
});

test("estimates agree as far as chance explains", () => {
  const tiltedOne = { probability: 1e-5, standardError: 3e-7, effectiveSamples: 900 };
  const plainOf = (hits: number) => ({
    probability: hits / 4000,
    standardError: Math.sqrt(hits) / 4000,
    effectiveSamples: hits,
  });
  // Of 4,000 paths 0.04 are expected: one happens once in 25 times, two once in 1,200.
  expect([0, 1, 2, 4].map((hits) => agree(tiltedOne, plainOf(hits), 4000, 1))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const likely = { probability: 0.01, standardError: 1e-4, effectiveSamples: 900 };
  expect([0, 12, 40, 90].map((hits) => agree(likely, plainOf(hits), 4000, 1))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(agree({ ...likely, probability: 0 }, plainOf(40), 4000, 1)).toBe(true);
  expect(agree(likely, plainOf(0), 4000, Infinity)).toBe(true);
});

test("two clouds are parted, and equal points leave a part empty", () => {
  const generator = Generator.fromSeed(3);
  const points = Array.from({ length: 60 }, (_, i) =>
    Float64Array.from({ length: 5 }, (__, t) => generator.normal() + (t === (i % 3 === 0 ? 1 : 4) ? 6 : 0)),
  );
  const isFirst = partInTwo(points);
  for (let i = 0; i < 60; i++) expect(isFirst[i] === isFirst[0]).toBe(i % 3 === 0);
  expect(new Set(partInTwo([Float64Array.of(1, 2), Float64Array.of(1, 2)])).size).toBe(1);
});
