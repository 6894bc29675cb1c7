import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import {
  correlationScore,
  kolmogorovScore,
  LIMIT,
  meanScore,
  normalDistribution,
} from "./statistics.fixture.ts";

describe("statistics of 200,000 draws", () => {
  const sample = new Float64Array(200_000);
  Generator.fromSeed(31).fillNormal(sample);

  test("the distribution function", () => {
    expect(kolmogorovScore(sample.subarray(0, 50_000), normalDistribution)).toBeLessThan(2);
  });

  // Deviations of x, x², x³, x⁴ under the normal law: 1, √2, √15, √96.
  test.each([
    [1, 0, 1],
    [2, 1, Math.sqrt(2)],
    [3, 0, Math.sqrt(15)],
    [4, 3, Math.sqrt(96)],
  ])("moment %i is %d", (power, moment, deviation) => {
    const powers = sample.map((x) => x ** power);
    expect(Math.abs(meanScore(powers, moment, deviation))).toBeLessThan(LIMIT);
  });

  test("the share beyond 3 is 0.0027", () => {
    const share = 2 * (1 - normalDistribution(3));
    const beyond = sample.map((x) => (Math.abs(x) > 3 ? 1 : 0));
    expect(Math.abs(meanScore(beyond, share, Math.sqrt(share * (1 - share))))).toBeLessThan(LIMIT);
  });

  test("neighbours are not correlated", () => {
    const score = correlationScore(sample.subarray(1), sample.subarray(0, -1));
    expect(Math.abs(score)).toBeLessThan(LIMIT);
  });
});

test("frozen outputs", () => {
  const rng = Generator.fromSeed(2024);
  expect(Array.from({ length: 4 }, () => rng.normal())).toEqual([
    -0.09620238559419267, 0.5532128768746906, -0.0020147390798075124, -0.8309451364344761,
  ]);
});
