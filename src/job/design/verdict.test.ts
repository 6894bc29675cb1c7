import { expect, test } from "vitest";
import { chanceOfAtLeast, verdictOn } from "./verdict.ts";

test("a report says in words where intervals held too little or too much", () => {
  const round = (number: number, covered: number, meanMeasured = 2): Parameters<typeof verdictOn>[0] => ({
    round: number,
    measured: 50,
    resultsSoFar: 50 * number,
    covered,
    meanPredicted: 1,
    meanMeasured,
  });
  expect(verdictOn(round(1, 0.02), false)).toEqual([
    "Only 1 of 50 results of order 1 lie in their 80 % interval, about 40 should; on average they came better than predicted. A first order is chosen to be better than what was measured, and nothing measured can tell how far off its predictions are: do not rely on the intervals of a first order. The next order has wider intervals, made of these misses.",
  ]);
  expect(verdictOn(round(2, 0.5), true)[0]).toMatch(/^Only 25 of 50 .* came worse than predicted\. The next/);
  expect(verdictOn(round(2, 0.98), false)[0]).toMatch(/^49 of 50 .* wider than they had to be, as/);
  expect(verdictOn(round(1, 0.98), false)[0]).toMatch(/wider than they had to be\.$/);
  // All of ten, or six of ten, happen by chance: 0.8^10 = 0.107, and P(at most 6 of 10) = 0.121.
  expect(verdictOn({ ...round(1, 1), measured: 10 }, false)).toEqual([]);
  expect(verdictOn({ ...round(1, 0.6), measured: 10 }, false)).toEqual([
    "6 of 10 results of order 1 lie in their 80 % interval, about 8 should: with so few results that may be chance.",
  ]);
  expect([chanceOfAtLeast(10, 10), 1 - chanceOfAtLeast(7, 10), chanceOfAtLeast(0, 10)]).toEqual([
    expect.closeTo(0.107374, 6),
    expect.closeTo(0.120874, 6),
    expect.closeTo(1, 12),
  ]);
  expect(verdictOn(round(2, 0.8), false)).toEqual([]);
});

test("of few results it is said too that intervals did not hold, with how few there are", () => {
  const few = { round: 1, meanPredicted: 1, meanMeasured: 2 };
  const words = (measured: number, covered: number, more = {}): string =>
    verdictOn({ ...few, measured, covered, resultsSoFar: measured, ...more }, false).join("\n");
  // P(none of 8) = 0.2^8.
  expect(words(8, 0)).toMatch(
    /^None of 8 results of order 1 lies in its 80 % interval, about 6 should, and though 8 are few, chance alone hardly explains that; on average they came better than predicted\. A first order .* The intervals of the next order will be no wider for it, since that takes 10 results: do not rely on them\.$/,
  );
  // With earlier orders there may be enough of them.
  expect(words(8, 0, { round: 2, resultsSoFar: 16 })).toMatch(
    /predicted\. The next order has wider intervals, made of these misses\.$/,
  );
  // Of an order before the last one with results, what came later decides about the next.
  expect(verdictOn({ ...few, measured: 8, covered: 0, resultsSoFar: 8 }, false, false)[0]).toMatch(
    /do not rely on the intervals of a first order\.$/,
  );
  expect(words(8, 0.5)).toMatch(/^4 of 8 results .* with so few results that may be chance\.$/);
  expect(words(1, 0)).toBe(
    "None of 1 result of order 1 lies in its 80 % interval, about 1 should: with so few results that may be chance.",
  );
  expect(words(8, 0.75)).toBe("");
  expect(words(0, 0, { covered: null, meanPredicted: null, meanMeasured: null })).toBe("");
});
