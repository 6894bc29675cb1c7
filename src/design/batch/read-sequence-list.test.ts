import { expect, test } from "vitest";
import { otherLengths, readSequenceList, unreadEntries } from "./read-sequence-list.ts";

test("listed sequences of lengths that are never made are told", () => {
  expect(otherLengths(["ACGT", "ACG"], { minLength: 3, maxLength: 4 })).toBeUndefined();
  expect(otherLengths(["ACGT", "ACG"], { minLength: 4, maxLength: 4 })).toBe(
    "1 of 2 listed sequences have another length than what is made (4 letters), so leaving them out changes nothing.",
  );
});

test("entries that hold no sequence are named, but for a heading", () => {
  expect(unreadEntries("sequence,note\nACGT,a\nacgg,b\n", "ACGT")).toBeUndefined();
  const typo = "name\nACGT\nTGXG\n\nACNN\n";
  expect(readSequenceList(typo, "ACGT")).toEqual(["ACGT"]);
  expect(unreadEntries(typo, "ACGT")).toBe(
    '"TGXG" and 1 more passed over, because there is no sequence over ACGT in it.',
  );
  expect(unreadEntries(">a\nACGT\n>b\nAXGT\n", "ACGT")).toContain('"AXGT" passed over');
});
