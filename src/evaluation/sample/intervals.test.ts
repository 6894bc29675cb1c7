import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testUniform } from "../brute-force.fixture.ts";
import { meanInterval, pairedDifference } from "./intervals.ts";

const figure = fc.double({ min: -100, max: 100, noNaN: true });

describe("meanInterval", () => {
  test("by hand: 1, 2, 3 → 2 ± 4.303/√3", () => {
    const { mean, low, high, half, count } = meanInterval([1, 2, 3]);
    expect([mean, count]).toEqual([2, 3]);
    expect(half).toBeCloseTo(4.302_652_73 / Math.sqrt(3), 7);
    expect([low, high]).toEqual([2 - half!, 2 + half!]);
  });

  test("one value has a mean and no interval", () => {
    expect(meanInterval([5])).toEqual({ mean: 5, low: null, high: null, half: null, count: 1 });
  });

  test("holds the true mean in 95 of 100 cases, and in 80 when asked for 80", () => {
    const uniform = testUniform(3);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    const runs = 4000;
    for (const level of [0.8, 0.95]) {
      let held = 0;
      for (let i = 0; i < runs; i++) {
        const { low, high } = meanInterval([normal(), normal(), normal()], level);
        if (low! <= 0 && high! >= 0) held++;
      }
      // Three standard deviations of the share of that many trials.
      expect(Math.abs(held / runs - level)).toBeLessThan(3 * Math.sqrt((level * (1 - level)) / runs));
    }
  });

  test("mistakes are named", () => {
    expect(() => meanInterval([])).toThrowError(/got no values/);
    expect(() => meanInterval([1, 2], 95)).toThrowError(/got a level of 95/);
  });
});

describe("pairedDifference", () => {
  test("is the interval of the differences of complete pairs", () => {
    const pair = fc.tuple(fc.option(figure), fc.option(figure));
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const complete = pairs.filter(([a, b]) => a !== null && b !== null);
        const expected = complete.map(([a, b]) => a! - b!);
        expect(
          pairedDifference(
            pairs.map(([a]) => a),
            pairs.map(([, b]) => b),
          ),
        ).toEqual(expected.length === 0 ? null : meanInterval(expected));
      }),
    );
  });

  test("what pairs share cancels: the interval is sharper than that of either side", () => {
    const values = [1.1, 5.2, 9.1];
    const reference = [1, 5, 9];
    const { mean, half } = pairedDifference(values, reference)!;
    expect(mean).toBeCloseTo(0.4 / 3, 12);
    expect(half!).toBeLessThan(meanInterval(values).half! / 10);
  });

  test("mistakes are named", () => {
    expect(() => pairedDifference([1], [1, 2])).toThrowError(/got 1 values and 2/);
  });
});
