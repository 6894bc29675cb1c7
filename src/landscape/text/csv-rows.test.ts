import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvBounds, type CsvRow, CsvRows } from "./csv-rows.ts";
import { parseCsv } from "./parse-csv.ts";

function inPieces(text: string, size: number, bounds: Partial<CsvBounds> = {}): CsvRow[] {
  const reader = new CsvRows(",", bounds);
  const rows: CsvRow[] = [];
  for (let at = 0; at < text.length; at += size) rows.push(...reader.push(text.slice(at, at + size)));
  return [...rows, ...reader.end()];
}

test("pieces of any size give the rows of the whole text, broken ones included", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", ",", '"', "\n", "\r", " ", "\uFEFF"),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, size) => {
      expect(inPieces(whole, size)).toEqual(parseCsv(whole));
    }),
    { numRuns: 2000 },
  );
});

test("a quote that nobody closes is told with its line as soon as its field is too long, and costs that line alone", () => {
  const text = `a,b\n1,2\n3,"4\n${"5,6\n".repeat(100)}`;
  const rows = inPieces(text, 7, { cell: 50 });
  expect(rows[2]).toMatchObject({
    line: 3,
    problem: expect.stringMatching(/not closed within 50 characters in "3,\\"4"/) as string,
  });
  expect(rows.slice(3)).toHaveLength(100);
  const reader = new CsvRows(",", { cell: 50 });
  let pushed = 0;
  for (; reader.push(pushed === 0 ? '"' : "x,y\n").length === 0; pushed++) expect(pushed).toBeLessThan(20);
});

test("a quoted field up to the bound, and many of them in a row beyond it, are read", () => {
  const long = `"${"x\n".repeat(20)}"`;
  expect(inPieces(`${long},${long},${long}\nb,c,d\n`, 5, { cell: 50 })).toMatchObject([
    { line: 1, fields: { length: 3 } },
    { line: 62, fields: ["b", "c", "d"] },
  ]);
});

test("a row without an end is told, and the next one is read", () => {
  expect(inPieces(`a,b\n${"x".repeat(100)}\nc,d\n`, 8, { row: 50 })).toEqual([
    { line: 1, fields: ["a", "b"] },
    { line: 2, problem: expect.stringContaining("a row of more than 50 characters") as string },
    { line: 3, fields: ["c", "d"] },
  ]);
});
