import fc from "fast-check";
import { expect, test } from "vitest";
import { EditDistances } from "./edit-distance.ts";
import { LettersApart } from "./letters-apart.ts";

test("one inserted letter is one letter apart where lengths vary, and many places where they do not", () => {
  expect(new LettersApart(false, ["GCGCGCTTC"]).to(0, "AGCGCGCTTC")).toBe(1);
  expect(new LettersApart(false, ["ACACAC"]).to(0, "CACACA")).toBe(2);
  expect(new LettersApart(true, ["ACACAC"]).to(0, "CACACA")).toBe(6);
});

test("whether anything is nearer is what all distances say", () => {
  const text = fc.string({ unit: fc.constantFrom("A", "C"), maxLength: 9 });
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 6 }),
      text,
      fc.integer({ min: 1, max: 6 }),
      (others, one, least) => {
        const nearest = Math.min(Infinity, ...new EditDistances(others).to(one));
        expect(new LettersApart(false, others).hasNearer(one, least)).toBe(nearest < least);
      },
    ),
  );
});
