/** Intervals: that they hold what they promise, and what earlier orders make of them. */
import { describe, expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { Calibration } from "./calibration.ts";
import { EarlierOrders, type PredictionOutcome } from "./earlier-orders.ts";

describe("intervals", () => {
  test("cover what they promise, also where errors grow and predictions are too high", () => {
    const generator = Generator.fromSeed(5);
    const draw = (): { predicted: number; value: number } => {
      const predicted = generator.float64();
      return { predicted, value: 0.8 * predicted + 0.3 * predicted * generator.normal() };
    };
    const seen = Array.from({ length: 2000 }, draw);
    const calibration = new Calibration(
      seen.map(({ predicted }) => predicted),
      seen.map(({ value }) => value),
    );
    expect(calibration.coverage()).toBeGreaterThan(0.77);
    expect(calibration.coverage()).toBeLessThan(0.84);
    const high = Array.from({ length: 4000 }, draw).filter(({ predicted }) => predicted > 0.95);
    const inside = high.filter(({ predicted, value }) => {
      const { low, high: top } = calibration.interval(predicted);
      return value >= low && value <= top;
    });
    expect(inside.length / high.length).toBeGreaterThan(0.7);
    expect(inside.length / high.length).toBeLessThan(0.9);
    expect(calibration.interval(0.9).middle).toBeCloseTo(0.72, 1);
  });

  test.each([
    ["grow as predictions do", (predicted: number, noise: number) => predicted * Math.exp(0.3 * noise)],
    ["stay the same", (predicted: number, noise: number) => predicted + 0.3 * noise],
  ])("hold what is predicted to be better than anything measured, where misses %s", (_, valueOf) => {
    const generator = Generator.fromSeed(8);
    const drawn = (predicted: number): number => valueOf(predicted, generator.normal());
    const seen = Array.from({ length: 2000 }, () => Math.exp(0.7 * generator.normal()));
    const calibration = new Calibration(seen, seen.map(drawn));
    expect(Math.max(...seen)).toBeLessThan(20);
    const { low, high } = calibration.interval(20);
    const came = Array.from({ length: 1000 }, () => drawn(20));
    const inside = came.filter((value) => value >= low && value <= high).length / came.length;
    expect(inside).toBeGreaterThan(0.7);
    expect(inside).toBeLessThan(0.96);
  });

  test("hardly anything measured still gives an interval", () => {
    const { low, middle, high } = new Calibration([1, 2], [1.5, 2.5]).interval(1.5);
    expect(low).toBeLessThanOrEqual(middle);
    expect(middle).toBeLessThanOrEqual(high);
    expect(new Calibration([1], [1]).coverage()).toBeTypeOf("number");
  });
});

describe("intervals after earlier orders", () => {
  const interval = { low: -1, middle: 0, high: 1 };
  const missedBy = (...misses: readonly number[]): PredictionOutcome[] =>
    misses.map((miss) => ({ predicted: interval, score: miss }));
  const twenty = (miss: number): PredictionOutcome[] => missedBy(...Array.from({ length: 20 }, () => miss));

  test("reach as far as the last two orders were missed, to either side, and never less far", () => {
    expect(new EarlierOrders([]).widen(interval)).toEqual(interval);
    expect(new EarlierOrders([twenty(0.1)]).widen(interval)).toEqual(interval);
    expect(new EarlierOrders([twenty(3)]).widen(interval)).toEqual({ low: -1, middle: 0, high: 3 });
    const both = new EarlierOrders([twenty(9), twenty(-4), twenty(3)]);
    expect(both.widen(interval)).toEqual({ low: -4, middle: 0, high: 3 });
    const even = missedBy(...Array.from({ length: 101 }, (_, i) => (i - 50) / 10));
    const { low, high } = new EarlierOrders([even]).widen(interval);
    expect(low).toBeCloseTo(-4.1, 1);
    expect(high).toBeCloseTo(4.1, 1);
  });

  test("make nothing of a handful of results, and look further back for more", () => {
    expect(new EarlierOrders([missedBy(3, 3, 3)]).widen(interval)).toEqual(interval);
    const ten = missedBy(...Array.from({ length: 10 }, () => 3));
    expect(new EarlierOrders([ten]).widen(interval)).toEqual({ low: -1, middle: 0, high: 3 });
    expect(new EarlierOrders([twenty(5), missedBy(3), []]).widen(interval).high).toBeGreaterThan(3);
  });

  test("count how many would beat a score", () => {
    const earlier = new EarlierOrders([[...twenty(2), ...twenty(-2)]]);
    expect(earlier.shareBetter(interval, 1, 1)).toBe(0.5);
    expect(earlier.shareBetter(interval, 3, -1)).toBe(1);
    expect(new EarlierOrders([]).shareBetter(interval, -5, 1)).toBe(0);
  });
});
