import fc from "fast-check";
import { expect, test } from "vitest";
import { sequenceTable } from "./sequence-table.ts";
import { diversity, novelty, topK, topKCeiling } from "./top-k.ts";

const samples = sequenceTable(["AAAA", "CCCC", "AAAA", "AACC", "GGGG"]);
const score = [0.9, 0.7, 0.9, 0.8, 0.1];

test("the top 3 by hand: repeats count once, pairs AAAA–AACC 2, AAAA–CCCC 4, AACC–CCCC 2", () => {
  const top = topK(samples, score, 3);
  expect([...top.indices]).toEqual([0, 3, 1]);
  expect(top.mean).toBeCloseTo(0.8, 15);
  expect(top.diversity).toBeCloseTo(8 / 3, 15);
});

test("asking for more than there is says how many there were", () => {
  expect(topK(samples, score, 100).k).toBe(4);
  expect(topK(sequenceTable([]), [], 3)).toMatchObject({ k: 0, mean: NaN });
  expect(topK(samples, score, 1).diversity).toBe(0);
});

test("novelty is the distance to the nearest known sequence", () => {
  expect([...novelty(samples, sequenceTable(["AAAC", "GGGG"]))]).toEqual([1, 3, 1, 1, 0]);
  expect(novelty(samples, sequenceTable([]))[0]).toBe(Infinity);
});

test("no distinct top k beats the ceiling of the space, and diversity stays within the length", () => {
  const space = sequenceTable(["AA", "AC", "CA", "CC"]);
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      (values, drawn, k) => {
        const words = ["AA", "AC", "CA", "CC"];
        const top = topK(
          sequenceTable(drawn.map((i) => words[i]!)),
          drawn.map((i) => values[i]!),
          k,
        );
        expect(top.mean).toBeLessThanOrEqual(topKCeiling(values, top.k) + 1e-15);
        expect(top.diversity).toBeLessThanOrEqual(2);
        expect(diversity(space, [0, 1, 2, 3])).toBeCloseTo(8 / 6, 15);
      },
    ),
  );
});

test("a count that is no count is refused", () => {
  expect(() => topK(samples, score, 0)).toThrowError(/topK: got k = 0/);
  expect(() => topKCeiling(score, 1.5)).toThrowError(/k = 1.5/);
});
