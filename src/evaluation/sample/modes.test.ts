import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modesFound, referenceModes, selectModes } from "./modes.ts";
import { byDescendingScore, hamming, PAD, sequenceTable } from "./sequence-table.ts";

/** The definition, word for word. */
function obviousModes(words: readonly string[], radius: number): number[] {
  const table = sequenceTable(words);
  const kept: number[] = [];
  for (let i = 0; i < words.length; i++) {
    if (kept.every((j) => hamming(table, i, table, j) > radius)) kept.push(i);
  }
  return kept;
}

const words = fc.array(fc.stringMatching(/^[AC]{0,6}$/), { minLength: 0, maxLength: 40 });

describe("selecting", () => {
  test("by hand: order decides, ties go to the lower index", () => {
    const table = sequenceTable(["AAAA", "AAAC", "CCCC", "CCCA", "AACC"]);
    expect([...selectModes(table, 1)]).toEqual([0, 2, 4]);
    expect([...referenceModes(table, [1, 2, 1, 1, 0], { radius: 1 }).indices]).toEqual([1, 2]);
    expect([...selectModes(table, 0)]).toEqual([0, 1, 2, 3, 4]);
    expect([...selectModes(table, 4)]).toEqual([0]);
  });

  test("the index finds exactly what comparing with everything finds, at every radius and length", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 7 }), (list, radius) => {
        expect([...selectModes(sequenceTable(list), radius)]).toEqual(obviousModes(list, radius));
      }),
      { numRuns: 300 },
    );
  });

  test("modes are far from each other and everything else is near one of them", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 3 }), (list, radius) => {
        const table = sequenceTable(list);
        const kept = [...selectModes(table, radius)];
        for (let i = 0; i < list.length; i++) {
          const near = kept.filter((j) => hamming(table, i, table, j) <= radius);
          expect(kept.includes(i) ? near : near.slice(0, 1)).toHaveLength(1);
        }
      }),
    );
  });

  test("permuting the alphabet changes nothing", () => {
    fc.assert(
      fc.property(words, (list) => {
        const renamed = list.map((word) => word.replace(/./g, (letter) => (letter === "A" ? "C" : "A")));
        expect(selectModes(sequenceTable(renamed), 2)).toEqual(selectModes(sequenceTable(list), 2));
      }),
    );
  });
});

describe("reference sets", () => {
  const table = sequenceTable(["AA", "AC", "CA", "CC"]);

  test("a limit and a threshold both end the set, and the lowest score is reported", () => {
    const score = [0.9, 0.8, 0.7, 0.6];
    expect(referenceModes(table, score, { radius: 0, limit: 2 })).toEqual({
      indices: Int32Array.of(0, 1),
      total: 2,
      radius: 0,
      threshold: 0.8,
    });
    expect(referenceModes(table, score, { radius: 1, threshold: 0.65 }).total).toBe(1);
    expect(referenceModes(table, score, { radius: 1, threshold: 2 })).toMatchObject({
      total: 0,
      threshold: 2,
    });
  });

  test("found: exactly, or within a tolerance", () => {
    const reference = referenceModes(table, [1, 1, 1, 1], { radius: 1 });
    expect([...reference.indices]).toEqual([0, 3]);
    const samples = sequenceTable(["AC", "AC", "AA"]);
    expect(modesFound(samples, table, reference).found).toBe(1);
    expect(modesFound(samples, table, reference, 1).found).toBe(2);
    expect(modesFound(sequenceTable([]), table, reference).found).toBe(0);
  });

  test("mistakes are named", () => {
    expect(() => selectModes(table, 1.5)).toThrowError(/radius 1.5/);
    expect(() => referenceModes(table, [1, NaN, 1, 1], { radius: 1 })).toThrowError(
      /score NaN for sequence 1/,
    );
    expect(() => referenceModes(table, [1], { radius: 1 })).toThrowError(/1 scores for 4 sequences/);
    const reference = referenceModes(table, [1, 1, 1, 1], { radius: 1 });
    expect(() => modesFound(sequenceTable(["AAA"]), table, reference)).toThrowError(/3 and of 2 tokens/);
  });
});

test("distance: a missing position is a difference, and counting stops early when told", () => {
  const table = sequenceTable(["ACGT", "AC", "TGCA"]);
  expect(table.tokens[6]).toBe(PAD);
  expect(hamming(table, 0, table, 1)).toBe(2);
  expect(hamming(table, 0, table, 2)).toBe(4);
  expect(hamming(table, 0, table, 2, 2)).toBe(2);
});

test("descending order keeps ties in place", () => {
  expect(byDescendingScore([1, 3, 2, 3, 1])).toEqual([1, 3, 2, 0, 4]);
});
