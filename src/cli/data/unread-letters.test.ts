import { describe, expect, test } from "vitest";
import { readReads } from "../../design/synthesis/read-reads.ts";
import { withoutUnreadLetters } from "./unread-letters.ts";

describe("reads with letters that could not be told", () => {
  test("are left out and counted, and the others are read as they stand", () => {
    const text =
      "\uFEFFintended;observed;count\r\nACGT;ACNT;7\r\nACGT;ACGA;2\r\nACGT;nnnn;1\r\nACGT;ACGT;5\r\n";
    const clear = withoutUnreadLetters(text, "ACGT", "reads.csv");
    expect(clear).toMatchObject({ leftOut: 8, mark: "N" });
    expect(readReads(clear.text, "ACGT")).toEqual([
      { intended: "ACGT", observed: "ACGA", count: 2 },
      { intended: "ACGT", observed: "ACGT", count: 5 },
    ]);
  });

  test("so are rows where nothing was observed", () => {
    const clear = withoutUnreadLetters("intended,observed\nACGT,\nACGT,ACGT\nACGT,NA\n", "ACGT", "f.csv");
    expect(clear.leftOut).toBe(2);
    expect(readReads(clear.text, "ACGT")).toEqual([{ intended: "ACGT", observed: "ACGT", count: 1 }]);
  });

  test("a file without the columns is left as it is", () => {
    const text = "want,got\nACGT,ACGT\n";
    expect(withoutUnreadLetters(text, "ACGT", "f.csv").text).toBe(text);
    expect(() => readReads(text, "ACGT", "f.csv")).toThrow('expected "intended" and "observed"');
  });

  test("leave the lines of other mistakes as they are", () => {
    const text = "intended,observed\nACGT,ANGT\nACGT,ACGT\nACGT,ACUT\n";
    const clear = withoutUnreadLetters(text, "ACGT", "reads.csv");
    expect(clear.leftOut).toBe(1);
    expect(() => readReads(clear.text, "ACGT", "reads.csv")).toThrow(
      /^reads\.csv:4: .*got "U" at position 3/,
    );
    const intended = "intended,observed\nANGT,ACGT\nANGT,ANGT\n";
    expect(withoutUnreadLetters(intended, "ACGT", "reads.csv")).toMatchObject({ text: intended, leftOut: 0 });
  });

  test("are X where N is a letter, and nothing where the text has none", () => {
    const protein = "ACDEFGHIKLMNPQRSTVWY";
    const text = "intended,observed\nNKV,NXV\nNKV,NKV\n";
    expect(withoutUnreadLetters(text, protein, "f")).toMatchObject({ leftOut: 1, mark: "X" });
    const clean = "intended,observed\nNKV,NKV\n";
    expect(withoutUnreadLetters(clean, protein, "f").text).toBe(clean);
    expect(withoutUnreadLetters("", "ACGT", "f").text).toBe("");
  });

  test("are refused where nothing is left", () => {
    expect(() => withoutUnreadLetters("intended,observed\nACGT,ACGN\n", "ACGT", "f.csv")).toThrow(
      "f.csv: got N, a letter that could not be told, or nothing in every read",
    );
  });
});
