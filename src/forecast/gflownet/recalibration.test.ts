import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { Recalibration } from "./recalibration.ts";

test("without pairs nothing is corrected", () => {
  const none = new Recalibration(8);
  for (const level of [0, 0.05, 0.31, 0.5, 0.99, 1]) expect(none.intention(3, level)).toBeCloseTo(level, 12);
});

test("a law that is half as wide as the truth is asked for wider levels", () => {
  // Intended: standard normal. Really: twice as wide, so the true 90 % quantile 2·1.2816 is the intended level Φ(2.563).
  const generator = Generator.fromSeed(1);
  const learned = new Recalibration(8);
  for (let i = 0; i < 20_000; i++) learned.add(i % 8, normalCdf(2 * generator.normal()));
  expect(learned.pairs).toBe(20_000);
  for (const level of [0.2, 0.35, 0.5, 0.65, 0.8]) {
    const exact = normalCdf(2 * normalQuantile(level));
    expect(Math.abs(learned.intention(2, level) - exact)).toBeLessThan(0.03);
  }
});

test("intentions ascend with the level, whatever came", () => {
  const learned = new Recalibration(3);
  for (let i = 0; i < 500; i++) learned.add(i % 3, 0.42);
  const levels = Array.from({ length: 101 }, (_, i) => learned.intention(1, i / 100));
  expect(levels).toEqual([...levels].sort((a, b) => a - b));
  expect(levels[0]).toBe(0);
  expect(levels[100]).toBeCloseTo(1, 9);
});
