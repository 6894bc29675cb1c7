import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { chiSquareScore, LIMIT } from "./statistics.fixture.ts";

const request = fc
  .nat({ max: 400 })
  .chain((population) => fc.tuple(fc.constant(population), fc.nat({ max: population })));

test("is the front of a full shuffle, whichever way it is computed", () => {
  fc.assert(
    fc.property(fc.nat(), request, (seed, [population, count]) => {
      const everything = Array.from({ length: population }, (_, i) => i);
      Generator.fromSeed(seed).shuffle(everything);
      const sample = Generator.fromSeed(seed).sampleWithoutReplacement(population, count);
      expect([...sample]).toEqual(everything.slice(0, count));
    }),
    { numRuns: 300 },
  );
});

test("a small sample of the largest population has no repeats and needs no table", () => {
  const sample = Generator.fromSeed(1).sampleWithoutReplacement(2 ** 32, 1000);
  expect(new Set(sample).size).toBe(1000);
});

test("all ordered pairs of five are equally likely", () => {
  const rng = Generator.fromSeed(21);
  const counts = new Float64Array(25);
  const rounds = 20_000;
  for (let i = 0; i < rounds; i++) {
    const [a, b] = rng.sampleWithoutReplacement(5, 2);
    counts[a! * 5 + b!]!++;
  }
  const expected = counts.map((_, cell) => (cell % 6 === 0 ? 0 : rounds / 20));
  for (let same = 0; same < 25; same += 6) expect(counts[same]).toBe(0);
  expect(Math.abs(chiSquareScore(counts, expected))).toBeLessThan(LIMIT);
});

test("frozen output", () => {
  expect([...Generator.fromSeed(2024).sampleWithoutReplacement(1000, 6)]).toEqual([
    748, 755, 119, 100, 572, 394,
  ]);
});

describe("mistakes", () => {
  test.each([
    [5, 6],
    [5, -1],
    [5, 1.5],
    [-1, 0],
    [2 ** 32 + 1, 1],
    [NaN, 0],
  ])("%d, %d", (population, count) => {
    expect(() => Generator.fromSeed(1).sampleWithoutReplacement(population, count)).toThrow(
      expect.objectContaining({ code: "random/bad-count" }),
    );
  });
});
