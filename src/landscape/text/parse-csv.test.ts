import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCsv } from "./parse-csv.ts";

function quote(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

describe("parseCsv", () => {
  test("reads back any fields that were quoted by the rules", () => {
    const field = fc.string({ unit: fc.constantFrom("a", "B", ",", '"', "\n", "\r", " ", "é") });
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom("\n", "\r\n"), (rows, lineEnd) => {
        const text = rows.map((fields) => fields.map(quote).join(",") + lineEnd).join("");
        const read = rows.map((fields) => fields.map((value) => value.replaceAll(/\r\n?/g, "\n")));
        expect(parseCsv(text).map((row) => "fields" in row && row.fields)).toEqual(read);
      }),
    );
  });

  test("keeps line numbers over quoted line breaks and skips empty lines", () => {
    expect(parseCsv('a,b\n\n"x\ny",2\nz,3')).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 3, fields: ["x\ny", "2"] },
      { line: 5, fields: ["z", "3"] },
    ]);
  });

  test("lines end in any way, also several ways in one file, and a byte order mark is no text", () => {
    expect(parseCsv('\uFEFFa,b\r\n"1",2\n3,"4"\r5,6')).toEqual([
      { line: 1, fields: ["a", "b"] },
      { line: 2, fields: ["1", "2"] },
      { line: 3, fields: ["3", "4"] },
      { line: 4, fields: ["5", "6"] },
    ]);
  });

  test("reports broken quotes by line and loses no row beside them", () => {
    expect(parseCsv('a"b,1\n"x"y,2\nok,3\n"never closed,4\n"ok",5')).toMatchObject([
      { line: 1, fields: ['a"b', "1"] },
      { line: 2, problem: expect.stringContaining("after a closing quote") as string },
      { line: 3, fields: ["ok", "3"] },
      { line: 4, problem: expect.stringContaining("after a closing quote") as string },
      { line: 5, fields: ["ok", "5"] },
    ]);
    expect(parseCsv('a,1\n"never closed,4\nb,2')).toMatchObject([
      { line: 1, fields: ["a", "1"] },
      { line: 2, problem: expect.stringContaining("never closed") as string },
      { line: 3, fields: ["b", "2"] },
    ]);
  });

  test("a file full of broken quotes is given up and says so", () => {
    const rows = parseCsv('"x"y,1\n'.repeat(100_000));
    expect(rows).toHaveLength(101);
    expect(rows.at(-1)).toMatchObject({ line: 101, problem: expect.stringContaining("stopped") as string });
  });
});
