/** The numbers of reports against the pure functions of evaluation, and estimates against what is exact. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { exactLaw } from "../evaluation/law/exact-law.ts";
import { klReverse, tv } from "../evaluation/law/distances.ts";
import { limitReverseKl } from "../evaluation/limit/reverse-kl-limit.ts";
import { logPartition, targetLaw } from "../evaluation/law/log-z.ts";
import { stickyEntropy } from "../evaluation/law/dynamics.ts";
import { stickyKernel } from "../evaluation/law/kernel.ts";
import { buildExperiment } from "../run/config/build.ts";
import type { Experiment } from "../run/config/build.ts";
import type { ExperimentConfig } from "../run/config/config.ts";
import { createEvaluator, Evaluator } from "./evaluator.ts";
import { smallConfig } from "../run/config/small-run.fixture.ts";
import { gridEnvironment } from "../environment/grid.ts";
import { gridLandscape } from "../landscape/exact/grid-landscape.ts";
import { Reward } from "../landscape/reward.ts";
import { graphLaws } from "./law/graph-laws.ts";
import { openLaws } from "./law/laws.ts";
import { Judge } from "./judge.ts";
import { reportOn } from "./report.ts";
import { drawSamples } from "./samples.ts";
import { sequenceLaws, tableOf } from "./law/sequence-laws.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fixed = join(folder, "fixed.csv");
writeFileSync(fixed, "sequence,score\nACG,1\nGGG,0.9\nTTA,0.8\nCCC,0.4\n");
const varied = join(folder, "varied.csv");
writeFileSync(varied, "sequence,score\nA,0.2\nACG,1\nGG,0.9\nTTA,0.8\nC,0.4\n");

/** An experiment some iterations into training, so that nothing is uniform any more. */
async function trained(changes: Partial<ExperimentConfig>): Promise<Experiment> {
  const experiment = await buildExperiment(smallConfig(changes), folder);
  for (let i = 0; i < 20; i++) await experiment.trainer.iterate();
  return experiment;
}

const options = { samples: 4096, seed: 1, seconds: 2 };

describe("reportOn", () => {
  test("agrees with evaluation computed from the policy's own probabilities", async () => {
    const experiment = await trained({ oracleCsv: fixed });
    const evaluator = (await createEvaluator(experiment, experiment.trainer.policy))!;
    expect(evaluator.laws.naiveLaw).toBeDefined();
    const report = await reportOn(await Judge.of(experiment, experiment.trainer), options);
    const law = await evaluator.law();
    const logReward = Float64Array.from(evaluator.laws.scores, (y) => Math.log(Math.max(y ** 3, 1e-3)));
    const target = targetLaw(logReward);
    expect(law.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    expect(report.exact.tv).toBeCloseTo(tv(law, target), 12);
    expect(report.exact.klReverse).toBeCloseTo(klReverse(law, target), 12);
    expect(report.limit.klReverse).toBeCloseTo(limitReverseKl(logReward, stickyKernel(4, 0.25)).kl, 12);
    expect(report.logZ.exact).toBeCloseTo(logPartition(logReward), 12);
    expect(report.dynamics.entropy).toBeCloseTo(stickyEntropy(4, 0.25), 9);
    expect(report.dynamics.nll).toBeGreaterThan(report.dynamics.entropy!);
    expect(report.estimates).toBeNull();
    expect(report).toMatchObject({ samples: 4096, seconds: 2, steps: 20, oracleCalls: 20 * 16 + 64 });
    // A table is read, so only the samples were asked for beside training.
    expect(report.assessmentCalls).toBe(4096);
    await evaluator.dispose();
    await experiment.dispose();
  });

  test("walking the environment gives what the fast path over all sequences gives", async () => {
    const experiment = await trained({ oracleCsv: fixed });
    const both = [await sequenceLaws(experiment, tableOf(experiment)!), await graphLaws(experiment)];
    const [fast, slow] = (await Promise.all(
      both.map((laws) => Evaluator.of(laws, experiment.trainer.policy)),
    )) as [Evaluator, Evaluator];
    const order = fast.laws.objects.map((object) => slow.laws.objects.indexOf(object));
    const law = await slow.law();
    const expected = await fast.law();
    order.forEach((at, i) => expect(law[at]).toBeCloseTo(expected[i]!, 12));
    const [a, b] = [await fast.evaluate(1), await slow.evaluate(1)];
    expect(b.exact.klForward).toBeCloseTo(a.exact.klForward, 9);
    expect(b.limit.klReverse).toBeCloseTo(a.limit.klReverse, 9);
    expect(b.limit.klForward).toBeCloseTo(a.limit.klForward!, 9);
    expect(b.correlation.spearman).toBeCloseTo(a.correlation.spearman, 9);
    await fast.dispose();
    await slow.dispose();
    await experiment.dispose();
  });

  test.each([
    ["one length", { oracleCsv: fixed }],
    ["several lengths", { oracleCsv: varied }],
    ["no noise", { oracleCsv: varied, alpha: 0 }],
  ])("estimates lie within four standard errors of what is exact: %s", async (_, changes) => {
    const experiment = await trained(changes);
    const evaluator = (await createEvaluator(experiment, experiment.trainer.policy))!;
    // Enough of them to be worth the samples of the target that an interval asks for.
    const many = { ...options, samples: 40_000 };
    const exact = await reportOn(await Judge.of(experiment, experiment.trainer), many);
    const { estimates, ...rest } = await reportOn(
      await Judge.of({ ...experiment, free: false }, experiment.trainer),
      many,
    );
    const within = (got: { estimate: number; standardError: number } | null, truth: number | null): void => {
      expect(Math.abs(got!.estimate - truth!)).toBeLessThan(4 * got!.standardError + 1e-6);
    };
    within(estimates!.logZ, exact.logZ.exact);
    within(estimates!.elbo, exact.elbo);
    within(estimates!.klReverse, exact.exact.klReverse);
    expect(rest.exact.tv).toBeNull();
    expect(rest.top).toEqual({ ...exact.top, ceiling: null });
    await evaluator.dispose();
    await experiment.dispose();
  });

  test("log P of a sample is its probability under the exact law", async () => {
    const experiment = await trained({ oracleCsv: varied });
    const evaluator = (await createEvaluator(experiment, experiment.trainer.policy))!;
    const law = await evaluator.law();
    const { objects, logLaw } = await drawSamples(experiment, experiment.trainer.policy, 200, 5);
    objects.forEach((object, i) => {
      expect(Math.exp(logLaw![i]!)).toBeCloseTo(law[evaluator.laws.objects.indexOf(object)]!, 6);
    });
    await evaluator.dispose();
    await experiment.dispose();
  });

  test("the exact law of one length is what exactLaw makes of uniform intentions before training", async () => {
    const experiment = await buildExperiment(smallConfig({ oracleCsv: fixed, model: "table" }), folder);
    const evaluator = (await createEvaluator(experiment, experiment.trainer.policy))!;
    const uniform = [1, 4, 16].map((rows) => new Float64Array(rows * 4).fill(0.25));
    const expected = exactLaw(uniform, stickyKernel(4, 0.25));
    const law = await evaluator.law();
    law.forEach((p, i) => expect(p).toBeCloseTo(expected[i]!, 2));
    await evaluator.dispose();
    await experiment.dispose();
  });
});

test("a world that must be evaluated exactly and is too large for it is refused with its size", async () => {
  const grid = { side: 32, dimensions: 4 };
  const world = {
    environment: gridEnvironment(grid),
    landscape: gridLandscape(grid),
    reward: new Reward(),
    free: true,
  };
  expect(await openLaws(world)).toBeNull();
  await expect(openLaws({ ...world, exact: true })).rejects.toThrow(/got "exact: true" for [\d,]+ states/);
});
