import { expect, test } from "vitest";
import { klForward, klReverse, tv } from "./distances.ts";
import { distanceTo, evaluateExact, targetOf } from "./evaluate-exact.ts";
import { stickyKernel } from "./kernel.ts";
import { limitForwardKl } from "../limit/forward-kl-limit.ts";
import { limitReverseKl } from "../limit/reverse-kl-limit.ts";
import { targetLaw } from "./log-z.ts";
import { naiveLaw } from "./naive-policy.ts";

const logReward = [1, 2, 3, 10, 1, 1, 1, 30, 1].map(Math.log);
const kernel = stickyKernel(3, 0.5);
const limit = limitReverseKl(logReward, kernel);
const forwardLimit = limitForwardKl(logReward, kernel);
const naive = naiveLaw(logReward, kernel);

test("at the limit nothing is left to gain", () => {
  const report = evaluateExact({ law: limit.law, logReward, limit });
  expect(report.regret.klReverse).toBeCloseTo(0, 12);
  expect(report.exact.tv).toBeCloseTo(report.limit.tv, 12);
  expect(report.logZ).toEqual({ learned: null, exact: limit.logZ, error: null });
  expect([report.limit.klForward, report.regret.klForward, report.naive.tv]).toEqual([null, null, null]);
});

test("the naive policy: every figure agrees with the function it comes from", () => {
  const target = targetLaw(logReward);
  const report = evaluateExact({
    law: naive,
    logReward,
    limit,
    forwardLimit,
    naiveLaw: naive,
    learnedLogZ: 4,
  });
  expect(report.exact.tv).toBe(tv(naive, target));
  expect(report.exact.l1).toBeCloseTo(2 * report.exact.tv, 14);
  expect(report.exact.klReverse).toBeCloseTo(klReverse(naive, target), 13);
  expect(report.exact.klForward).toBeCloseTo(klForward(naive, target), 13);
  expect(report.naive.tv).toBe(report.exact.tv);
  expect(report.regret.klReverse).toBeGreaterThan(0);
  expect(report.regret.klForward).toBeGreaterThan(0);
  expect(report.logZ.exact).toBeCloseTo(Math.log(50), 14);
  expect(report.logZ.error).toBeCloseTo(4 - Math.log(50), 14);
  expect(report.elbo).toBeCloseTo(report.logZ.exact - report.exact.klReverse, 12);
  expect(report.eubo).toBeCloseTo(report.logZ.exact + report.exact.klForward, 12);
  expect(report.correlation.spearman).toBeGreaterThan(0.5);
});

test("the report is plain JSON with the names the command line promises", () => {
  const report = evaluateExact({ law: naive, logReward, limit, learnedLogZ: 4 });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  expect(Object.keys(report.exact)).toEqual(["tv", "l1", "klReverse", "klForward", "jsd"]);
});

test("the figures taken while a policy learns are those of the report, to the last bit", () => {
  const target = targetOf(logReward);
  const report = evaluateExact({ law: naive, logReward, limit });
  expect(distanceTo(target, naive, limit)).toEqual({
    tv: report.exact.tv,
    klReverse: report.exact.klReverse,
    regret: report.regret.klReverse,
  });
  expect(evaluateExact({ law: naive, logReward, limit, target })).toEqual(report);
});
