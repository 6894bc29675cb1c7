import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { gumbelAt } from "./gumbel.ts";
import { correlationScore, kolmogorovScore, LIMIT, meanScore } from "./statistics.fixture.ts";
import { firstWords, secondWords } from "./stream.ts";

const EULER = 0.5772156649015329;

describe("statistics of 200,000 draws", () => {
  const sample = new Float64Array(200_000);
  Generator.fromSeed(57).fillGumbel(sample);

  test("the distribution function exp(-exp(-x))", () => {
    expect(kolmogorovScore(sample, (x) => Math.exp(-Math.exp(-x)))).toBeLessThan(2);
  });

  test("the mean is Euler's constant", () => {
    expect(Math.abs(meanScore(sample, EULER, Math.PI / Math.sqrt(6)))).toBeLessThan(LIMIT);
  });

  // The fourth central moment of the Gumbel law is 27/5 times the squared variance.
  test("the variance is π²/6", () => {
    const variance = Math.PI ** 2 / 6;
    const squares = sample.map((x) => (x - EULER) ** 2);
    const deviation = variance * Math.sqrt(27 / 5 - 1);
    expect(Math.abs(meanScore(squares, variance, deviation))).toBeLessThan(LIMIT);
  });

  test("neighbours are not correlated", () => {
    const score = correlationScore(sample.subarray(1), sample.subarray(0, -1));
    expect(Math.abs(score)).toBeLessThan(LIMIT);
  });
});

test("the extreme blocks give finite values", () => {
  firstWords[0] = 0;
  secondWords[0] = 0;
  expect(gumbelAt(0)).toBeCloseTo(-Math.log(53 * Math.LN2), 12);
  firstWords[0] = -1;
  secondWords[0] = -1;
  expect(gumbelAt(0)).toBeCloseTo(53 * Math.LN2, 12);
});

test("agrees with Math.log", () => {
  const gumbels = Generator.fromSeed(6);
  const uniforms = Generator.fromSeed(6);
  for (let i = 0; i < 1000; i++) {
    const bits52 = Math.floor(uniforms.float64() * 2 ** 52);
    const expected = -Math.log(-Math.log((bits52 + 0.5) / 2 ** 52));
    expect(gumbels.gumbel()).toBeCloseTo(expected, 13);
  }
});

test("frozen outputs", () => {
  const rng = Generator.fromSeed(2024);
  expect(Array.from({ length: 4 }, () => rng.gumbel())).toEqual([
    0.25762702313185365, 1.0712700241315678, 0.36419457111951403, -0.466583983859428,
  ]);
});
