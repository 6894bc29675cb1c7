import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, nearest, suggestion } from "./suggest.ts";

/** The definition, word by word: exponential, for short words only. */
function slowDistance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const swap =
    a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
      ? slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1
      : Infinity;
  return Math.min(
    slowDistance(a.slice(0, -1), b) + 1,
    slowDistance(a, b.slice(0, -1)) + 1,
    slowDistance(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
    swap,
  );
}

describe("editDistance", () => {
  test("textbook values", () => {
    // Wagner and Fischer's measure; kitten/sitting is the usual worked example.
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("bench", "bnech")).toBe(1);
    expect(editDistance("", "abc")).toBe(3);
  });

  test("equals the recursive definition", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
    fc.assert(fc.property(word, word, (a, b) => editDistance(a, b) === slowDistance(a, b)));
  });

  test("is symmetric, zero only for equal words, and at most the longer length", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

describe("suggestion", () => {
  test("near words are suggested, far ones listed", () => {
    expect(nearest("--sed", ["--seed", "--json"])).toBe("--seed");
    expect(nearest("BENCH", ["bench"])).toBe("bench");
    expect(suggestion("bnech", ["bench", "train"])).toBe("did you mean bench?");
    expect(suggestion("paint", ["bench", "train"])).toBe("expected one of bench, train.");
  });
});
