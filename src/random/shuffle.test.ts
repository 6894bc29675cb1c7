import fc from "fast-check";
import { expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { chiSquareScore, LIMIT } from "./statistics.fixture.ts";

test("keeps the items", () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat({ max: 9 })), (seed, items) => {
      const shuffled = [...items];
      Generator.fromSeed(seed).shuffle(shuffled);
      expect([...shuffled].sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
    }),
  );
});

test("all 24 orders of four items are equally likely", () => {
  const rng = Generator.fromSeed(5);
  const counts = new Map<string, number>();
  const rounds = 24_000;
  for (let i = 0; i < rounds; i++) {
    const items = ["a", "b", "c", "d"];
    rng.shuffle(items);
    const order = items.join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(24);
  const score = chiSquareScore([...counts.values()], new Float64Array(24).fill(rounds / 24));
  expect(Math.abs(score)).toBeLessThan(LIMIT);
});

test("typed arrays and plain arrays come into the same order", () => {
  const plain = Array.from({ length: 700 }, (_, i) => i);
  const typed = Uint16Array.from(plain);
  Generator.fromSeed(3).shuffle(plain);
  Generator.fromSeed(3).shuffle(typed);
  expect([...typed]).toEqual(plain);
});

test("frozen output", () => {
  const items = "abcdefgh".split("");
  Generator.fromSeed(2024).shuffle(items);
  expect(items.join("")).toBe("efdbahcg");
});

test.each([2 ** 32 + 1, -1, NaN])("refuses a length of %d", (length) => {
  expect(() => Generator.fromSeed(1).shuffle({ length })).toThrow(
    expect.objectContaining({ code: "random/bad-count" }),
  );
});
