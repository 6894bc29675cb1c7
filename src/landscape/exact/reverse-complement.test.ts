import fc from "fast-check";
import { expect, test } from "vitest";
import { reverseComplement, reverseComplementIndex } from "./reverse-complement.ts";
import { DNA, SequenceSpace } from "./sequence-space.ts";

test("known pairs", () => {
  // The first rows of any UniPROBE 8-mer table pair these.
  expect(reverseComplement("AAAAAAAC")).toBe("GTTTTTTT");
  expect(reverseComplement("AGGTATCA")).toBe("TGATACCT");
  expect(reverseComplement("ACGT")).toBe("ACGT");
});

test("index form agrees with the string form and undoes itself", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.nat(), (length, pick) => {
      const space = new SequenceSpace(DNA, length);
      const index = pick % space.size;
      const partner = reverseComplementIndex(index, length);
      expect(space.sequenceAt(partner)).toBe(reverseComplement(space.sequenceAt(index)));
      expect(reverseComplementIndex(partner, length)).toBe(index);
    }),
  );
});
