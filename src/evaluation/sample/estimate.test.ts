import { expect, test } from "vitest";
import { randomRows, testUniform } from "../brute-force.fixture.ts";
import { klReverse } from "../law/distances.ts";
import { elbo } from "../law/elbo-eubo.ts";
import { estimateFromSamples, estimateMean, type Estimate } from "./estimate.ts";
import { logPartition, targetLaw } from "../law/log-z.ts";

const uniform = testUniform(21);
const law = randomRows(1, 30, uniform).map((p) => 0.5 * p + 0.5 / 30);
const logReward = Float64Array.from(law, () => 3 * uniform() - 1);

function draw(count: number): { logLaw: Float64Array; logReward: Float64Array } {
  const drawn = Array.from({ length: count }, () => {
    let left = uniform();
    let x = 0;
    while (x < law.length - 1 && left >= law[x]!) left -= law[x++]!;
    return x;
  });
  return {
    logLaw: Float64Array.from(drawn, (x) => Math.log(law[x]!)),
    logReward: Float64Array.from(drawn, (x) => logReward[x]!),
  };
}

test("a mean by hand: 1, 2, 3 → 2 ± 1/√3", () => {
  const { estimate, standardError, samples } = estimateMean([1, 2, 3]);
  expect([estimate, samples]).toEqual([2, 3]);
  expect(standardError).toBeCloseTo(1 / Math.sqrt(3), 15);
});

test("on a space small enough to check, the truth lies within two standard errors about 95 times in 100", () => {
  const truth = {
    elbo: elbo(law, logReward),
    logZ: logPartition(logReward),
    klReverse: klReverse(law, targetLaw(logReward)),
    meanReward: law.reduce((sum, p, x) => sum + p * Math.exp(logReward[x]!), 0),
  };
  const runs = 400;
  const covered = { elbo: 0, logZ: 0, klReverse: 0, meanReward: 0 };
  const keys = ["elbo", "logZ", "klReverse", "meanReward"] as const;
  for (let i = 0; i < runs; i++) {
    const sample = draw(500);
    const report = estimateFromSamples(sample.logLaw, sample.logReward);
    for (const key of keys) {
      const { estimate, standardError }: Estimate = report[key]!;
      if (Math.abs(estimate - truth[key]) < 1.96 * standardError) covered[key]++;
    }
  }
  for (const key of keys) {
    expect(covered[key] / runs, key).toBeGreaterThan(0.9);
    expect(covered[key] / runs, key).toBeLessThan(0.99);
  }
});

test("samples of the target itself: log Z exactly, no error, every sample counts", () => {
  const target = targetLaw(logReward);
  const report = estimateFromSamples(target.map(Math.log), logReward);
  expect(report.logZ!.estimate).toBeCloseTo(logPartition(logReward), 12);
  expect(report.logZ!.standardError).toBeCloseTo(0, 12);
  expect(report.klReverse!.estimate).toBeCloseTo(0, 12);
  expect(report.effectiveSamples).toBeCloseTo(30, 9);
});

test("very small rewards do not underflow", () => {
  const sample = draw(100);
  const near = estimateFromSamples(sample.logLaw, sample.logReward);
  const far = estimateFromSamples(
    sample.logLaw,
    sample.logReward.map((value) => value - 5000),
  );
  expect(far.logZ!.estimate).toBeCloseTo(near.logZ!.estimate - 5000, 9);
  expect(far.logZ!.standardError).toBeCloseTo(near.logZ!.standardError, 12);
});

test("heavy tails get a lower bound, which holds, and no interval", () => {
  // log w = min(17, 1.4 E) with E exponential: half of Z comes from samples of which there is one in 190,000.
  const last = 17 / 1.4;
  const logZ = Math.log((Math.exp(0.4 * last) - 1) / 0.4 + Math.exp(17 - last));
  const klReverseTrue = logZ - 1.4 * (1 - Math.exp(-last));
  const runs = 400;
  let [boundsZ, boundsKl, intervals, mean] = [0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const logWeights = Float64Array.from({ length: 1000 }, () => Math.min(17, -1.4 * Math.log(uniform())));
    const report = estimateFromSamples(new Float64Array(1000), logWeights);
    if (report.atLeast.logZ! <= logZ) boundsZ++;
    if (report.atLeast.klReverse! <= klReverseTrue) boundsKl++;
    if (report.logZ !== null) intervals++;
    mean += report.atLeast.klReverse! / runs;
  }
  expect(boundsZ / runs).toBeGreaterThanOrEqual(0.975);
  expect(boundsKl / runs).toBeGreaterThanOrEqual(0.975);
  expect(intervals / runs).toBeLessThan(0.02);
  // And they say something.
  expect(mean).toBeGreaterThan(klReverseTrue / 4);
});

test("mistakes are named", () => {
  expect(() => estimateMean([1])).toThrowError(/got 1 samples/);
  expect(() => estimateFromSamples([0, 0], [0])).toThrowError(/2 log probabilities and 1 log rewards/);
  expect(() => estimateFromSamples([0, 0], [-Infinity, -Infinity])).toThrowError(
    /largest log weight of -Infinity/,
  );
});
