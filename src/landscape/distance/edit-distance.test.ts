import fc from "fast-check";
import { expect, test } from "vitest";
import { EditDistances } from "./edit-distance.ts";

/** The obvious table, row by row. */
function plain(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, last[j]! + 1, row[j - 1]! + 1));
    }
    last = row;
  }
  return last[b.length]!;
}

test("known distances", () => {
  const to = (pattern: string, text: string): number => new EditDistances([pattern]).to(text)[0]!;
  expect(to("kitten", "sitting")).toBe(3);
  expect(to("", "abc")).toBe(3);
  expect(to("abc", "")).toBe(3);
  expect(to("0".repeat(120), "1".repeat(120))).toBe(120);
  // Shifted by one: one deletion and one insertion, however many places differ.
  expect(to("01".repeat(60), "10".repeat(60))).toBe(2);
});

test("as the obvious table has them, across blocks of 32", () => {
  const text = fc.string({ unit: fc.constantFrom("0", "1", "2"), maxLength: 140 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), text, (patterns, other) => {
      expect([...new EditDistances(patterns).to(other)]).toEqual(patterns.map((one) => plain(one, other)));
    }),
    { numRuns: 200 },
  );
});
