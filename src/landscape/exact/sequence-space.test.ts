import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DNA, SequenceSpace } from "./sequence-space.ts";

const spaces = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(..."ACGTUNXYZ01".split("")), { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 1, max: 8 }),
  )
  .map(([letters, length]) => new SequenceSpace(letters.join(""), length));

describe("SequenceSpace", () => {
  test("numbers sequences lexicographically", () => {
    const space = new SequenceSpace(DNA, 2);
    const all = Array.from({ length: space.size }, (_, index) => space.sequenceAt(index));
    expect(all.join(" ")).toBe("AA AC AG AT CA CC CG CT GA GC GG GT TA TC TG TT");
    expect(all).toEqual(all.toSorted());
  });

  test("index and sequence are each other's inverse", () => {
    fc.assert(
      fc.property(spaces, fc.nat(), (space, pick) => {
        const index = pick % space.size;
        const sequence = space.sequenceAt(index);
        expect(space.problemWith(sequence)).toBeUndefined();
        expect(space.indexOf(sequence)).toBe(index);
      }),
    );
  });

  test("finds what is wrong with any string that does not belong", () => {
    fc.assert(
      fc.property(spaces, fc.string(), (space, text) => {
        expect(space.find(text) < 0).toBe(space.problemWith(text) !== undefined);
      }),
    );
  });

  test("says which letter is wrong, and where", () => {
    const space = new SequenceSpace(DNA, 4);
    expect(() => space.indexOf("ACNT")).toThrow(
      'sequence "ACNT" has "N" at position 3, expected letters of "ACGT"',
    );
    expect(() => space.indexOf("ACG")).toThrow('"ACG" has 3 letters, expected 4');
    expect(() => space.indexOf("A".repeat(100))).toThrow(
      `"${"A".repeat(60)}"… (100 letters) has 100 letters`,
    );
  });

  test.each([
    ["", 3, "it is empty"],
    ["ACCA", 3, "a letter occurs twice"],
    ["A C", 3, "space"],
    ["A\u0000", 3, "control character"],
    ["A😀", 3, "basic plane"],
  ])("refuses the alphabet %j", (alphabet, length, message) => {
    expect(() => new SequenceSpace(alphabet, length)).toThrow(message);
  });

  test.each([0, -1, 1.5, Number.NaN])("refuses the length %d", (length) => {
    expect(() => new SequenceSpace(DNA, length)).toThrow(
      expect.objectContaining({ code: "landscape/invalid-space" }),
    );
  });

  test("describes spaces too large for a table, and refuses to tabulate them", () => {
    const space = new SequenceSpace("ACDEFGHIKLMNPQRSTVWY", 100);
    expect(space.problemWith("A".repeat(100))).toBeUndefined();
    expect(() => space.checkTabular()).toThrow(expect.objectContaining({ code: "landscape/too-large" }));
    expect(() => new SequenceSpace(DNA, 2).sequenceAt(16)).toThrow("from 0 to 15");
  });
});
