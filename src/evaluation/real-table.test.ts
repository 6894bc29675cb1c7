import { describe, expect, test } from "vitest";
import { tv } from "./law/distances.ts";
import { exactLaw } from "./law/exact-law.ts";
import { stickyKernel } from "./law/kernel.ts";
import { limitForwardKl } from "./limit/forward-kl-limit.ts";
import { limitReverseKl } from "./limit/reverse-kl-limit.ts";
import { targetLaw } from "./law/log-z.ts";
import { modesFound, referenceModes } from "./sample/modes.ts";
import { naiveLaw } from "./law/naive-policy.ts";
import {
  allEightMers,
  hasRealTable,
  hasReferenceModes,
  publishedModes,
  realScores,
} from "./real-table.fixture.ts";
import { sequenceTable } from "./sample/sequence-table.ts";
import { topKCeiling } from "./sample/top-k.ts";

const logRewards = (): Float64Array => realScores().map((y) => Math.log(Math.max(y ** 3, 1e-3)));

describe("the real TFBind8 table, R = max(y³, 1e-3): docs/evaluation.md to all printed digits", () => {
  test.runIf(hasRealTable).each([
    ["0.01", "0.00000 (0.0000)", "0.0000 (0.0000)", "0.0042"],
    ["0.10", "0.00023 (0.0006)", "0.0001 (0.0004)", "0.0416"],
    ["0.25", "0.00293 (0.0074)", "0.0020 (0.0053)", "0.1037"],
    ["0.50", "0.02437 (0.0514)", "0.0178 (0.0459)", "0.2057"],
    ["0.75", "0.12374 (0.1640)", "0.0979 (0.1641)", "0.3058"],
  ])("α = %s: reverse %s, forward %s, naive %s", (alpha, reverse, forward, naive) => {
    const logReward = logRewards();
    const kernel = stickyKernel(4, Number(alpha));
    const best = limitReverseKl(logReward, kernel);
    const covering = limitForwardKl(logReward, kernel);
    expect(`${best.kl.toFixed(5)} (${best.tv.toFixed(4)})`).toBe(reverse);
    expect(`${covering.kl.toFixed(4)} (${covering.tv.toFixed(4)})`).toBe(forward);
    expect(tv(naiveLaw(logReward, kernel), targetLaw(logReward)).toFixed(4)).toBe(naive);
  });

  test.runIf(hasRealTable)("a uniform policy has TV 0.4034", () => {
    const uniform = Array.from({ length: 8 }, (_, t) => new Float64Array(4 ** (t + 1)).fill(0.25));
    expect(tv(exactLaw(uniform, stickyKernel(4, 0)), targetLaw(logRewards())).toFixed(4)).toBe("0.4034");
  });
});

describe("the real TFBind8 table: modes and best of docs/evaluation.md", () => {
  test.runIf(hasRealTable)("the mean of the top 100 is 0.98366", () => {
    expect(topKCeiling(realScores(), 100).toFixed(5)).toBe("0.98366");
  });

  test.runIf(hasReferenceModes)("the 328 reference modes: descending score, distance ≥ 2", () => {
    const words = allEightMers();
    const score = realScores();
    const published = publishedModes();
    const table = sequenceTable(words);
    const reference = referenceModes(table, score, { radius: 1, limit: 328 });
    expect(Array.from(reference.indices, (i) => words[i])).toEqual(published.map(({ sequence }) => sequence));
    for (const [rank, i] of reference.indices.entries())
      expect(score[i]).toBeCloseTo(published[rank]!.score, 6);
    expect(reference.threshold.toFixed(4)).toBe("0.8892");
    const samples = sequenceTable(["AGGTATCA", "TGATACCT", "AGGTATCA", "AAAAAAAA"]);
    expect(modesFound(samples, table, reference)).toEqual({
      found: 2,
      total: 328,
      radius: 1,
      threshold: reference.threshold,
    });
  });

  test.runIf(hasRealTable)("all modes of the whole table are found in seconds, not minutes", () => {
    const table = sequenceTable(allEightMers());
    const score = realScores();
    const start = performance.now();
    const { total } = referenceModes(table, score, { radius: 1 });
    expect(total).toBeGreaterThan(4_096);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
