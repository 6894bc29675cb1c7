/** Small consecutive seeds, which people use, must give independent streams from the first draw on. */

import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { key, split } from "./key.ts";
import { correlationScore, LIMIT, meanScore, uniformScore } from "./statistics.fixture.ts";

const COUNT = 10_000;

function overSeeds(draw: (rng: Generator) => number): Float64Array {
  return Float64Array.from({ length: COUNT }, (_, seed) => draw(Generator.fromSeed(seed)));
}

const first = overSeeds((rng) => rng.float64());
const families: readonly [string, Float64Array][] = [
  ["first float64", first],
  ["first float32", overSeeds((rng) => rng.float32())],
  ["second float64", overSeeds((rng) => (rng.float64(), rng.float64()))],
  ["hundredth float64", overSeeds((rng) => (rng.fillUniform(new Float64Array(99)), rng.float64()))],
  ["first float64 of the first child", overSeeds((rng) => rng.split().float64())],
  [
    "first float64 of key children",
    Float64Array.from(split(key(0), COUNT), (child) => Generator.fromKey(child).float64()),
  ],
  [
    "first float64 of seeds that differ in high bits",
    Float64Array.from({ length: COUNT }, (_, i) => Generator.fromSeed(i * 2 ** 39).float64()),
  ],
];

describe.each(families)("the %s over 10,000 seeds", (_, draws) => {
  test("is uniform", () => {
    expect(Math.abs(uniformScore(draws, 100))).toBeLessThan(LIMIT);
    expect(Math.abs(meanScore(draws, 0.5, Math.sqrt(1 / 12)))).toBeLessThan(LIMIT);
  });

  test("says nothing about the next seeds", () => {
    for (const lag of [1, 2, 16]) {
      const score = correlationScore(draws.subarray(lag), draws.subarray(0, -lag));
      expect(Math.abs(score)).toBeLessThan(LIMIT);
    }
  });
});

test("first and second draw are not correlated over seeds", () => {
  const second = families[2]![1];
  expect(Math.abs(correlationScore(first, second))).toBeLessThan(LIMIT);
});

test("all first draws differ", () => {
  expect(new Set(first).size).toBe(COUNT);
});

test("whole streams of neighbouring seeds are not correlated", () => {
  const streams = Array.from({ length: 6 }, (_, seed) => {
    const sample = new Float64Array(20_000);
    Generator.fromSeed(seed).fillUniform(sample);
    return sample;
  });
  for (let a = 0; a < streams.length; a++) {
    for (let b = 0; b < a; b++) {
      expect(Math.abs(correlationScore(streams[a]!, streams[b]!))).toBeLessThan(LIMIT);
    }
  }
});
