import { expect, test } from "vitest";
import { parseCsv } from "../landscape/text/parse-csv.ts";
import { figureCsv } from "./figure-csv.ts";

test("names with commas, quotes and line ends come back, and unknown numbers are empty", () => {
  const rows = [
    ['a,"b"', 1.5, null],
    ["two\nlines", Number.NaN, -0.25],
    [" kept ", 1e-300, Number.POSITIVE_INFINITY],
  ];
  const data = { columns: ["name", "x", "y"], rows };
  const csv = figureCsv({ kind: "test", title: "", help: "", svg: "", data });
  expect(parseCsv(csv).map((row) => ("fields" in row ? row.fields : row))).toEqual([
    ["name", "x", "y"],
    ['a,"b"', "1.5", ""],
    ["two\nlines", "", "-0.25"],
    [" kept ", "1e-300", "Infinity"],
  ]);
});
