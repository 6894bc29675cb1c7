import { expect, test } from "vitest";
import { otherLengths } from "./read-sequence-list.ts";

test("listed sequences of lengths that are never made are told", () => {
  expect(otherLengths(["ACGT", "ACG"], { minLength: 3, maxLength: 4 })).toBeUndefined();
  expect(otherLengths(["ACGT", "ACG"], { minLength: 4, maxLength: 4 })).toBe(
    "1 of 2 listed sequences have another length than what is made (4 letters), so leaving them out changes nothing.",
  );
});
