/** What stands in a cell of sequences besides letters: taken off and said, or refused with what to do. */
import { describe, expect, test } from "vitest";
import { readAssay } from "./read-assay.ts";

const bases = ["GGATCACAGT", "CTACACTGCT", "CACTCCAACC", "CCGGCCCCTG", "AGTCCGAGGA", "TTGACCGTAA"];
const table = (sequences: readonly string[], name = "sequence"): string =>
  [`${name},score`, ...sequences.map((sequence, i) => `${sequence},${i + 0.5}`)].join("\n");
const read = (text: string): readonly string[] =>
  readAssay(text).measurements.map(({ sequence }) => sequence);

describe("what is taken off", () => {
  test.each([
    ["5'-GGATCACAGT-3'", "as text"],
    ["5′-GGATCACAGT-3′", "as typeset"],
    ["5’ GGATCACAGT 3’", "without hyphens"],
    ["5'GGATCACAGT3'", "close to the letters"],
    ["5'-ggatcacagt", "at one end"],
  ])("%s, ends %s", (written) => {
    const assay = readAssay(table([written, ...bases.slice(1)]));
    expect(assay.alphabet).toBe("ACGT");
    expect(assay.measurements.map(({ sequence }) => sequence)).toEqual(bases);
    expect(assay.notes).toContain("5' and 3' around 1 sequence taken off");
  });

  test("ends in every row of a column that has no telling name", () => {
    const text = table(
      bases.map((sequence) => `5'-${sequence}-3'`),
      "what",
    );
    expect(read(text)).toEqual(bases);
    expect(readAssay(text).notes).toContain("5' and 3' around 6 sequences taken off");
    // A project reads its files again with the alphabet they turned out to have.
    expect(readAssay(text, { alphabet: "ACGT" }).measurements).toHaveLength(6);
  });

  test("the * of proteins, where every one of them has it and no alphabet names it", () => {
    const proteins = ["LGTQEVIRECIE", "LNHEVVIRECYE"];
    const text = table(proteins.map((sequence) => `${sequence}*`));
    const assay = readAssay(text);
    expect(assay).toMatchObject({ alphabet: "ACDEFGHIKLMNPQRSTVWY" });
    expect(assay.measurements.map(({ sequence }) => sequence)).toEqual(proteins);
    expect(assay.notes).toContain('"*" at the end of every sequence taken off; --alphabet with a * keeps it');
    const kept = readAssay(text, { alphabet: "ACDEFGHIKLMNPQRSTVWY*" });
    expect(kept.measurements[0]!.sequence).toBe("LGTQEVIRECIE*");
  });
});

describe("what is refused", () => {
  test.each([
    [
      "gaps in every row",
      table(bases.map((sequence) => sequence.replace("C", "-"))),
      /6 of 6 rows[^]*assay:2: column "sequence": "GGAT-ACAGT" has "-" at position 5[^]*over "ACGT"[^]*"-" is a gap of an alignment: take it out, or name it as a letter with --alphabet "ACGT-"\.$/,
    ],
    [
      "modifications",
      table(bases.map((sequence) => `/56-FAM/${sequence}`)),
      /assay:2: column "sequence": "\/56-FAM\/GGATCACAGT" has "\/" at position 1[^]*over "ACGT"[^]*such as \/56-FAM\/ [^]*belong in a column of their own/,
    ],
    [
      "modified bases",
      table(["5'-rGrGrArUrC-3'", "rCrUrArCrA", "mArCrGrUrU"]),
      /3 of 3 rows[^]*"5'-rGrGrArUrC-3'" has "r" at position 4[^]*over "ACGU"[^]*\nModifications, such as [^]*the r of rA[^]*column of their own\.$/,
    ],
    [
      "modifications between ends",
      table(bases.map((sequence) => `5'-[Cy5]${sequence}-3'`)),
      /"5'-\[Cy5\]GGATCACAGT-3'" has "\[" at position 4/,
    ],
    [
      "the * of some proteins",
      table(["LGTQEVIRECIE*", "LNHEVVIRECYE"]),
      /1 of 2 rows[^]*"LGTQEVIRECIE\*" has "\*" at position 13[^]*take them off/,
    ],
    [
      "digits among letters",
      table(["HSX1", "HHX2", "SSX1"]),
      /3 of 3 rows[^]*has "1" at position 4[^]*over "HSX"[^]*"1" is no letter: take it out, or name it/,
    ],
    [
      "signs alone",
      table(["+-+-", "--++"]),
      /2 of 2 rows[^]*has "\+" at position 1[^]*Expected .* over letters/,
    ],
    [
      "sequences from the other end",
      table(bases.map((sequence) => `3'-${sequence}-5'`)),
      /has "3" at position 1[^]*from 3' to 5' have to be turned round/,
    ],
    [
      "codes for several letters in every second sequence of DNA",
      table(bases.flatMap((sequence) => [sequence, sequence.replace("C", "Y")])),
      /6 of 12 rows[^]*assay:3: column "sequence": "GGATYACAGT" has "Y" at position 5[^]*over "ACGT"[^]*N and the like stand for several letters [^]*--alphabet ACDEFGHIKLMNPQRSTVWY/,
    ],
  ])("%s", (_, text, message) => {
    expect(() => readAssay(text)).toThrow(message);
  });

  test("nobody who told the alphabet is asked for another one", () => {
    const text = table(bases.map((sequence) => sequence.replace("C", "-")));
    expect(() => readAssay(text, { alphabet: "ACGT" })).toThrow(/a gap of an alignment: take it out\.$/);
    expect(readAssay(text, { alphabet: "ACGT-" }).measurements[0]!.sequence).toBe("GGAT-ACAGT");
  });
});

describe("alphabets that are still guessed", () => {
  test.each([
    ["digits throughout", table(["0110", "1111", "0001"]), "01"],
    ["own letters", table(["HSHX", "XSOO"]), "HOSX"],
    ["peptides of few kinds of residues", table(["AAAAAAAAAK", "GAAAAAAAAK", "AATCAAAAAK"]), "protein"],
    ["columns of peptides", table(["ACGTACGTACGTK", "CCGTACGTACGTR"], "peptide"), "protein"],
    ["random peptides", table(["MKVDHSW", "RYKMNAC"]), "protein"],
  ])("%s", (_, text, alphabet) => {
    expect(readAssay(text).alphabet).toBe(alphabet === "protein" ? "ACDEFGHIKLMNPQRSTVWY" : alphabet);
  });
});
