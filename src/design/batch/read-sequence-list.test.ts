import { describe, expect, test } from "vitest";
import { notesOnList, readSequenceList } from "./read-sequence-list.ts";

const dna = { alphabet: "ACGT" };
const protein = { alphabet: "ACDEFGHIKLMNPQRSTVWY", minLength: 6, maxLength: 6 };

test("listed sequences of lengths that are never made are told", () => {
  expect(notesOnList("ACGT\nACG\n", { ...dna, minLength: 3, maxLength: 4 })).toEqual([]);
  expect(notesOnList("ACGT\nACG\n", { ...dna, minLength: 4, maxLength: 4 })).toEqual([
    "1 of 2 listed sequences have another length than what is made (4 letters), so leaving them out changes nothing.",
  ]);
});

test("entries that hold no sequence are named, but for a heading", () => {
  expect(notesOnList("sequence\nACGT\nacgg\n", dna)).toEqual([]);
  const typo = "name\nACGT\nTGXG\n\nACNN\n";
  expect(readSequenceList(typo, dna)).toEqual(["ACGT"]);
  expect(notesOnList(typo, dna)).toEqual([
    '"TGXG" and 1 more passed over, because there is no sequence over ACGT in it.',
  ]);
  expect(notesOnList(">a\nAXGT\n>b\nACGT\n", dna)[0]).toContain('"AXGT" passed over');
  expect(notesOnList("name,sequence\nx,AXGT\ny,ACGT\n", dna)[1]).toContain('"x AXGT" passed over');
});

describe("the column of a table", () => {
  test.each([
    ["by its name", "project,peptide\nLEAD,SSSSSH\nLEAD,SHSSHS\n", "peptide"],
    ["by its name, one row", "project,peptide\nLEAD,SSSSSH\n", "peptide"],
    ["by its name, below a title", "Plate 3,\nproject,peptide\nLEAD,SSSSSH\nLEAD,SHSSHS\n", "peptide"],
    ["by lengths", "project,construct\nLEAD,SSSSSH\nLEAD,SHSSHS\n", "construct"],
    ["by lengths, without names", "LEAD;SSSSSH\nLEAD;SHSSHS\n", "column 2"],
    ["where a kind stands beside", "SSSSSH,peptide\nSHSSHS,peptide\n", "column 1"],
    ["by what it holds", "Sequence Name,Sequence\nr1-01,SSSSSH\nr1-02,shsshs\n", "Sequence"],
    ["where a name promises another", "variant,construct\nv1,SSSSSH\nv2,SHSSHS\n", "construct"],
  ])("%s", (_, text, column) => {
    const expected = ["SSSSSH", "SHSSHS"].filter((sequence) => text.toUpperCase().includes(sequence));
    expect(readSequenceList(text, protein)).toEqual(expected);
    expect(notesOnList(text, protein)[0]).toBe(
      `sequences from "${column}"; the other columns were not looked at.`,
    );
  });

  test("names that are sequences are none of the list", () => {
    const text = "name,sequence\nCAT,GGACGAC\nGAC,GACGGAC\nTAG,GGGGGAC\n";
    expect(readSequenceList(text, { ...dna, minLength: 3, maxLength: 8 })).toEqual([
      "GGACGAC",
      "GACGGAC",
      "GGGGGAC",
    ]);
  });

  test("an order file lists what was ordered, not what is near it", () => {
    const text = "name,sequence,predicted,nearest_measured\nr1-1,ACGT,1.5,ACGG\nr1-2,AAAA,2,AAAC\n";
    expect(readSequenceList(text, dna)).toEqual(["ACGT", "AAAA"]);
  });

  test("several that would do are refused", () => {
    const text = "project,construct\nLEAD,SSSSSH\nLEAD,SHSSHS\n";
    expect(() => readSequenceList(text, { alphabet: protein.alphabet }, "--exclude: x.csv")).toThrow(
      '--exclude: x.csv: got several columns that could be sequences ("project", "construct"), expected one; call the one that counts "sequence" in the first line, or leave the others out',
    );
    expect(() => readSequenceList("ACGT,AAAA\nCCCC,GGGG\n", dna)).toThrow(/several columns/);
  });
});

test("plain lists and FASTA, with ends around sequences", () => {
  expect(readSequenceList("5'-ACGT-3'\nacgg\n\nACGT, again\n", dna)).toEqual(["ACGT", "ACGG", "ACGT"]);
  expect(readSequenceList(">a CAT\nSSS\nSSH*\n>b\nSHSSHS\n", protein)).toEqual(["SSSSSH", "SHSSHS"]);
  const many = "ACGT\n".repeat(300_000);
  expect(readSequenceList(many, dna)).toHaveLength(300_000);
});

test("a line that no sequence has is refused before it is parsed", () => {
  expect(() => readSequenceList(`ACGT\n${'"'.repeat(2_000_000)}`, dna, "never.txt")).toThrow(
    "never.txt:2: got a line of 2,000,000 characters, expected at most 1,048,576; is this a list of sequences?",
  );
});
