import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean, editDistance, suggestion } from "./suggest.ts";

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
  test("a few that are alike, or share a word", () => {
    const flags = ["--rate", "--final-rate", "--dynamics-rate", "--seed"];
    expect(didYouMean("--learning-rate", flags)).toBe(
      "did you mean --rate, --final-rate or --dynamics-rate?",
    );
    expect(didYouMean("--learning-rate", flags, 1)).toBe("did you mean --rate?");
    expect(suggestion("finalRat", ["finalRate", "rate"])).toBe("did you mean finalRate?");
    expect(suggestion("tb", ["sdb", "db", "stb"])).toBe("did you mean stb?");
    expect(suggestion("sobtb", ["sdb", "stb", "ssubtb"])).toBe("did you mean stb or ssubtb?");
    const many = Array.from({ length: 40 }, (_, i) => `--option-${i}`);
    expect(suggestion("--optoin-7", many)).toBe("did you mean --option-7?");
  });

  test("what is abbreviated is completed, unless something is a letter away", () => {
    const flags = ["--kmer", "--iterations", "--rate", "--final-rate", "--item"];
    expect(didYouMean("--iter", flags)).toBe("did you mean --item?");
    expect(didYouMean("--itera", flags)).toBe("did you mean --iterations?");
    expect(didYouMean("--iter", flags.slice(0, 4))).toBe("did you mean --iterations?");
  });

  test("what is far from everything gets no suggestion, short words included", () => {
    const flags = [
      "--log",
      "--aim",
      "--out",
      "--clip",
      "--gamma",
      "--beta",
      ...Array.from("abcdefghij", (a) => `--${a.repeat(9)}`),
    ];
    for (const word of ["--gc", "--x", "--xyzzy"])
      expect(suggestion(word, flags)).toBe(`none of the ${flags.length} there are is like it.`);
    expect(suggestion("--lg", flags)).toBe("did you mean --log?");
    expect(suggestion("--bata", flags)).toBe("did you mean --beta?");
  });

  test("near words are suggested, far ones listed", () => {
    expect(didYouMean("--sed", ["--seed", "--json"])).toBe("did you mean --seed?");
    expect(didYouMean("BENCH", ["bench"])).toBe("did you mean bench?");
    expect(suggestion("bnech", ["bench", "train"])).toBe("did you mean bench?");
    expect(suggestion("paint", ["bench", "train"])).toBe("expected one of bench, train.");
  });
});
