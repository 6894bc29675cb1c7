import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { chiSquareScore, LIMIT, uniformScore } from "./statistics.fixture.ts";

test("stays below the bound for any bound", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
      const value = Generator.fromSeed(seed).integer(bound);
      expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true);
    }),
  );
});

test("bound 1 gives 0 and bound 2^32 gives the words themselves", () => {
  expect(Generator.fromSeed(4).integer(1)).toBe(0);
  expect(Generator.fromSeed(4).integer(2 ** 32)).toBe(Generator.fromSeed(4).nextUint32());
});

describe("no modulo bias", () => {
  test.each([2, 3, 4, 6, 7, 10, 20, 100])("bound %i is even by chi-square", (bound) => {
    const out = new Int32Array(100_000);
    Generator.fromSeed(bound).fillIntegers(out, bound);
    const counts = new Float64Array(bound);
    for (const value of out) counts[value]!++;
    const score = chiSquareScore(counts, new Float64Array(bound).fill(out.length / bound));
    expect(Math.abs(score)).toBeLessThan(LIMIT);
  });

  // A plain remainder would give the lowest third of this range twice as often as the rest.
  test("bound 3·2^30, where a plain remainder would be badly off", () => {
    const bound = 3 * 2 ** 30;
    const out = new Uint32Array(100_000);
    Generator.fromSeed(77).fillIntegers(out, bound);
    const fractions = Float64Array.from(out, (value) => value / bound);
    expect(Math.abs(uniformScore(fractions, 300))).toBeLessThan(LIMIT);
  });
});

test("a fill equals single draws and leaves the stream at the same place, rejections included", () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat({ max: 1200 }),
      fc.constantFrom(1, 5, 2 ** 16, 3 * 2 ** 29, 2 ** 31 + 1, 2 ** 32),
      (seed, length, bound) => {
        const bulk = Generator.fromSeed(seed);
        const single = Generator.fromSeed(seed);
        const out = new Uint32Array(length);
        bulk.fillIntegers(out, bound);
        expect(out).toEqual(Uint32Array.from(out, () => single.integer(bound)));
        expect(bulk.save()).toEqual(single.save());
      },
    ),
    { numRuns: 40 },
  );
});

test("frozen outputs", () => {
  const dice = Generator.fromSeed(2024);
  expect(Array.from({ length: 12 }, () => dice.integer(6))).toEqual([2, 1, 1, 0, 4, 2, 5, 2, 2, 4, 0, 1]);
  const large = Generator.fromSeed(2024);
  const values = Array.from({ length: 4 }, () => large.integer(3_000_000_000));
  expect(values).toEqual([300553748, 496906351, 740875782, 2687697374]);
  expect(large.save().counter).toBe(6);
});

describe("mistakes", () => {
  test.each([0, -1, 1.5, NaN, Infinity, 2 ** 32 + 1, "6"])("bound %s", (bound) => {
    const rng = Generator.fromSeed(1);
    expect(() => rng.integer(bound as number)).toThrow(
      expect.objectContaining({ code: "random/bad-bound", kind: "user" }),
    );
    expect(rng.save().counter).toBe(0);
  });

  test("a bound that an Int32Array cannot hold", () => {
    const rng = Generator.fromSeed(1);
    expect(() => rng.fillIntegers(new Int32Array(1), 2 ** 31 + 1)).toThrow(/from 1 to 2\^31/);
    expect(() => rng.fillIntegers(new Int32Array(1), 2 ** 31)).not.toThrow();
  });
});
