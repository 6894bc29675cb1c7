import { expect, test } from "vitest";
import { orderFormat } from "./design/design-options.ts";
import { outputFormat } from "./output-format.ts";

const choices = ["csv", "jsonl", "fasta", "parquet"] as const;

test.each([
  ["samples.parquet", "parquet"],
  ["SAMPLES.FA", "fasta"],
  ["a.b/samples.ndjson", "jsonl"],
  // These say nothing.
  ["samples", undefined],
  ["samples.txt", undefined],
  ["samples.constructor", undefined],
  ["a.csv/samples", undefined],
])("the ending of %s says %s", (out, format) => {
  expect(outputFormat(undefined, out, choices)).toBe(format);
  // Whoever says it as well is not contradicted.
  expect(outputFormat(format, out, choices)).toBe(format);
});

test("a format without a file, or beside an ending that says nothing, is what was told", () => {
  expect(outputFormat("fasta", undefined, choices)).toBe("fasta");
  expect(outputFormat("fasta", "samples.txt", choices)).toBe("fasta");
});

test("what the two say has to be one thing, and something that is written", () => {
  expect(() => outputFormat("csv", "y.parquet", choices)).toThrow(/--format: got csv beside --out y.parquet/);
  expect(() => outputFormat(undefined, "y.json", choices)).toThrow(
    /does not write json, expected csv, jsonl/,
  );
  expect(() => outputFormat("jsonl", "y.json", choices)).toThrow(/whose ending says json/);
});

test("an order is shown as a table beside whatever is written; spreadsheets are given CSV", () => {
  expect(orderFormat(undefined, undefined)).toBe("table");
  expect(orderFormat(undefined, "order.fasta")).toBe("fasta");
  expect(orderFormat("table", "order.fasta")).toBe("fasta");
  expect(orderFormat("excel", "order.csv")).toBe("excel");
  expect(() => orderFormat("excel", "order.xlsx")).toThrow(/whose ending says xlsx/);
});
