/** What scores are worth, and what is made of predictions and their uncertainty. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acquisition } from "./acquisition.ts";
import { logScores } from "./log-scores.ts";
import { checkUtility, createUtility, utilityKinds } from "./utility-map.ts";

describe("utility", () => {
  test.each(utilityKinds)(
    "%s rises with the score, is positive, and goes on beyond what was measured",
    (kind) => {
      const scores = fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), {
        minLength: 3,
        maxLength: 40,
      });
      fc.assert(
        fc.property(
          scores,
          fc.double({ min: 0, max: 120, noNaN: true }),
          fc.double({ min: 0, max: 5, noNaN: true }),
          (list, score, more) => {
            const map = createUtility(kind, list);
            expect(map.of(score)).toBeGreaterThan(0);
            expect(map.of(score + more)).toBeGreaterThanOrEqual(map.of(score));
          },
        ),
        { seed: 9, numRuns: 100 },
      );
    },
  );

  test("rank: of more than a hundred thousand some share a rank, so that none is worth nothing", () => {
    const scores = Float64Array.from({ length: 250_001 }, (_, i) => i);
    const map = createUtility("rank", scores);
    expect(() => checkUtility(map, scores)).not.toThrow();
    expect(map.of(250_000)).toBe(1);
    // 2.5 sequences to a rank: the sixth best is two ranks below the best.
    expect(map.of(249_995)).toBeCloseTo(1 / 3, 4);
    expect(map.of(100)).toBeGreaterThan(map.of(0));
    expect(map.description).toBe(
      "1 / (1 + the number of measured sequences that score better, in every 100000)",
    );
  });

  test("rank: one over one plus the number of better ones", () => {
    const map = createUtility("rank", [5, 1, 4, 2, 3]);
    const of = (score: number): number => map.of(score);
    expect([5, 4, 3, 2, 1].map(of)).toEqual(
      [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5].map((value) => expect.closeTo(value, 12) as unknown),
    );
    expect(of(5.5)).toBeGreaterThan(1);
    expect(of(-100)).toBeCloseTo(1 / 6, 12);
  });

  test("a map that leaves most at the floor is refused before anything is trained, with what to do", () => {
    const negative = [-9.1, -8.2, -7.7, -10.3];
    expect(() => checkUtility(createUtility("given", negative), negative)).toThrow(
      /^--utility given: got 4 of 4 measured sequences at the floor.*--utility rank.*--minimize/,
    );
    expect(() => checkUtility(createUtility("given", negative), negative, true)).toThrow(
      /with --log their log10 is what counts.*or leave --log out/,
    );
    expect(() => checkUtility(createUtility("rank", negative), negative)).not.toThrow();
    const skewed = [...Array.from({ length: 50 }, (_, i) => i / 100), 1000];
    expect(() => checkUtility(createUtility("exp", skewed), skewed)).toThrow(/too steep.*--utility-width/);
    expect(() => checkUtility(createUtility("exp", skewed, 500), skewed)).not.toThrow();
  });
});

describe("acquisition", () => {
  const at = (kind: Parameters<typeof acquisition>[0]["kind"], mean: number, spread: number): number =>
    acquisition({ kind, kappa: 2, best: 1, threshold: 1 })(mean, spread);

  test("known values", () => {
    expect(at("mean", 3, 9)).toBe(3);
    expect(at("explore", 3, 0.5)).toBe(4);
    expect(at("safe", 3, 0.5)).toBe(2);
    // E max(N(1, 1) − 1, 0) = 1/√(2π)
    expect(at("improvement", 1, 1)).toBeCloseTo(1 / Math.sqrt(2 * Math.PI), 14);
    expect(at("improvement", 3, 0)).toBe(2);
    expect(at("exceed", 1, 1)).toBe(0.5);
    expect(at("exceed", 2, 0)).toBe(1);
    // Φ(−1) and Φ(−6) as tables print them; six deviations below the best, φ(6) and 6 Φ(−6) nearly cancel.
    expect(at("exceed", 0, 1)).toBeCloseTo(0.15865525393145707, 13);
    expect(at("improvement", -5, 1)).toBeCloseTo(
      Math.exp(-18) / Math.sqrt(2 * Math.PI) - 6 * 9.865876450376981e-10,
      20,
    );
  });

  test("exceed needs something to exceed", () => {
    expect(() => acquisition({ kind: "exceed", kappa: 1, best: 0 })).toThrow("--threshold");
  });
});

test("logarithms of scores, and the one that has none", () => {
  const one = { sequence: "AC", score: 100, count: 2, spread: 10 };
  expect(logScores([one])).toEqual([
    { ...one, score: 2, spread: expect.closeTo(0.1 / Math.LN10, 12) as unknown },
  ]);
  expect(() => logScores([{ ...one, score: 0 }])).toThrow("AC scores 0, expected scores above 0");
});
