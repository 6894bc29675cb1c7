import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { chiSquareScore, LIMIT } from "./statistics.fixture.ts";

function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - top));
  const sum = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / sum);
}

test.each([
  [[0, 0, 0, 0]],
  [[1, 2, 3, 4]],
  [[0, -Infinity, 1, -Infinity, 2]],
  [[1000, 1001, 999]],
  [[-1e6, -1e6 + 1]],
])("frequencies follow softmax(%j)", (logits) => {
  const rng = Generator.fromSeed(12);
  const draws = 40_000;
  const counts = new Float64Array(logits.length);
  for (let i = 0; i < draws; i++) counts[rng.categorical(logits)]!++;
  const expected = softmax(logits).map((p) => p * draws);
  expected.forEach((value, i) => {
    if (value === 0) expect(counts[i]).toBe(0);
  });
  expect(Math.abs(chiSquareScore(counts, expected))).toBeLessThan(LIMIT);
});

const logit = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: -50, max: 50, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(-Infinity) },
);
const someLogits = fc
  .array(logit, { minLength: 1, maxLength: 1100 })
  .filter((row) => row.some(Number.isFinite));

test("is the argmax of the logits plus fillGumbel's noise, and uses one block per category", () => {
  fc.assert(
    fc.property(fc.nat(), someLogits, (seed, logits) => {
      const rng = Generator.fromSeed(seed);
      const index = rng.categorical(logits);
      const noise = new Float64Array(logits.length);
      Generator.fromSeed(seed).fillGumbel(noise);
      const scores = logits.map((value, i) => value + noise[i]!);
      expect(index).toBe(scores.indexOf(Math.max(...scores)));
      expect(rng.save().counter).toBe(logits.length);
    }),
  );
});

test("a row of a flat matrix gives what the row alone gives", () => {
  const flat = Float32Array.of(0, 9, 1, -Infinity, 2, 0.5, 7);
  for (let seed = 0; seed < 50; seed++) {
    const row = Generator.fromSeed(seed).categorical(flat.slice(2, 6));
    expect(Generator.fromSeed(seed).categorical(flat, 2, 6)).toBe(row);
  }
});

test("the only allowed category is always drawn, however unlikely its logit", () => {
  const rng = Generator.fromSeed(0);
  for (let i = 0; i < 100; i++) expect(rng.categorical([-Infinity, -Number.MAX_VALUE, -Infinity])).toBe(1);
});

test("frozen outputs", () => {
  const rng = Generator.fromSeed(2024);
  const draws = Array.from({ length: 12 }, () => rng.categorical([0, 1, -Infinity, 2]));
  expect(draws).toEqual([1, 3, 3, 0, 3, 1, 3, 3, 3, 1, 3, 3]);
});

describe("mistakes, which leave the generator where it was", () => {
  test.each<[string, number[], RegExp]>([
    ["no category", [], /at least one category/],
    ["all forbidden", [-Infinity, -Infinity], /all -Infinity.*mask/],
    ["NaN", [0, NaN, -Infinity], /NaN at index 1/],
    ["NaN among forbidden ones", [-Infinity, NaN], /NaN at index 1/],
    ["+Infinity", [Infinity, 0], /Infinity at index 0/],
  ])("%s", (_, logits, message) => {
    const rng = Generator.fromSeed(1);
    expect(() => rng.categorical(logits)).toThrow(expect.objectContaining({ code: "random/bad-logits" }));
    expect(() => rng.categorical(logits)).toThrow(message);
    expect(rng.save().counter).toBe(0);
  });

  test.each([
    [0, 4],
    [2, 2],
    [3, 1],
    [-1, 2],
    [0.5, 2],
  ])("the range %d to %d of 3 logits", (start, end) => {
    const rng = Generator.fromSeed(1);
    expect(() => rng.categorical([0, 0, 0], start, end)).toThrow(/range/);
  });
});
