import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAlphabet } from "./alphabet.ts";

/** Different characters that are allowed in an alphabet. */
const arbitrarySymbols = fc
  .uniqueArray(
    fc.integer({ min: 0x21, max: 0xfff }).map((code) => String.fromCharCode(code)),
    { minLength: 1, maxLength: 30 },
  )
  .map((symbols) => symbols.filter((symbol) => !/[\s\p{Cc}",]/u.test(symbol)).join(""))
  .filter((symbols) => symbols.length > 0);

describe("createAlphabet", () => {
  test("numbers letters by their place", () => {
    const dna = createAlphabet("ACGT");
    expect(dna.size).toBe(4);
    expect(dna.symbols).toBe("ACGT");
    expect(dna.encode("TGCA")).toEqual(Int32Array.of(3, 2, 1, 0));
    expect(dna.decode([0, 0, 3])).toBe("AAT");
    expect(dna.encode("")).toEqual(new Int32Array(0));
    expect(dna.decode([])).toBe("");
  });

  test("tokens and text are each other's inverse", () => {
    const cases = arbitrarySymbols.chain((symbols) =>
      fc.record({
        symbols: fc.constant(symbols),
        tokens: fc.array(fc.integer({ min: 0, max: symbols.length - 1 })),
      }),
    );
    fc.assert(
      fc.property(cases, ({ symbols, tokens }) => {
        const alphabet = createAlphabet(symbols);
        const text = alphabet.decode(tokens);
        expect(text).toHaveLength(tokens.length);
        expect(Array.from(alphabet.encode(text))).toEqual(tokens);
      }),
    );
  });

  test.each([
    ["", "it is empty"],
    ["AC GT", "it has a space"],
    ["A,C", "it has a space, comma"],
    ["ACGA", '"A" occurs twice'],
    ["A🧬", "beyond Unicode's basic plane"],
  ])("refuses %j", (symbols, problem) => {
    expect(() => createAlphabet(symbols)).toThrow(
      expect.objectContaining({
        code: "environment/bad-alphabet",
        message: expect.stringContaining(problem) as string,
      }),
    );
  });

  test.each([
    [
      "ACGT",
      "ACg",
      '"g" at position 3, expected letters of "ACGT". It is lower case; write it in upper case: ACG.',
    ],
    ["acgt", "aC", '"C" at position 2, expected letters of "acgt". It is upper case'],
    ["ACGT", "a".repeat(70), "It is lower case; write it in upper case."],
    ["ACGT", "AUG", '"U" at position 2, expected letters of "ACGT". This looks like RNA'],
    ["ACGU", "ATG", "This looks like DNA"],
    ["ACGT", "ACG\n", "white space"],
    ["ACGT", "A-CG", "gap"],
    ["ACGT", "NACG", "unknown base"],
    ["ACDEFGHIKLMNPQRSTVWY", "MK*", "stop codon"],
    ["01", "012", '"2" at position 3, expected letters of "01".'],
    ["ACGT", "AC🧬", '"🧬" at position 3'],
    ["ACGT", `${"A".repeat(70)}x`, '"… (71 letters): got "x" at position 71'],
  ])("over %s says what is wrong with %j", (symbols, text, problem) => {
    expect(() => createAlphabet(symbols).encode(text)).toThrow(
      expect.objectContaining({
        code: "environment/unknown-character",
        message: expect.stringContaining(problem) as string,
      }),
    );
  });

  test("refuses tokens without a letter", () => {
    expect(() => createAlphabet("ACGT").decode([0, 4])).toThrow("got token 4 at position 2");
  });
});
