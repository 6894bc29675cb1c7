/** Numbers with points and commas: what is read, what is unclear, and what a column is taken for. */
import { describe, expect, test } from "vitest";
import { guessDecimal, measuredValue } from "./measured-value.ts";
import { readAssay } from "./read-assay.ts";

const table = (values: readonly string[]): string =>
  ["sequence;signal", ...values.map((value, i) => `ACG${"ACGT"[i % 4]!};${value}`)].join("\n");

test("a point is a decimal mark, a comma is one, and not both", () => {
  expect(measuredValue("1.204", "point")).toBe(1.204);
  expect(measuredValue("1,204", "comma")).toBe(1.204);
  expect(measuredValue("972", "comma")).toBe(972);
  expect(measuredValue("−2,5e3", "comma")).toBe(-2500);
  for (const text of ["1.204", "0.5", "1.204,5", "1e.5"])
    expect(measuredValue(text, "comma")).toBeUndefined();
  expect(measuredValue("0,5", "point")).toBeUndefined();
});

test("points that may separate thousands say nothing beside a comma that cannot", () => {
  expect(guessDecimal(["875,5", "1.204", "932,25"])).toBe("comma");
  expect(guessDecimal(["875,5", "1.204", "1.350"])).toBe("comma");
  expect(guessDecimal(["1.027,5", "972"])).toBe("comma");
  expect(guessDecimal(["875.5", "0.25", "1,5"])).toBe("point");
  expect(guessDecimal(["1.204", "1.350"])).toBe("point");
  expect(guessDecimal(["1,204", "1,350"])).toBe("unclear");
});

describe("beside decimal commas points are refused, with line and column", () => {
  test.each([
    [
      "three digits after a point",
      ["875,5", "1.204", "932,25"],
      /^assay: 1 of 3 rows [^]*assay:3: column "signal": got "1\.204", expected a number without thousands marks[^]*write 1204, or 1,204 if a fraction is meant/,
    ],
    [
      "more of them than commas",
      ["875,5", "1.204", "1.350"],
      /2 of 3 rows[^]*assay:3: column "signal": got "1\.204"/,
    ],
    ["millions", ["875,5", "1.204.500", "1,5"], /got "1\.204\.500".*write 1204500\n/],
    [
      "both marks",
      ["1.027,5", "972", "854,5"],
      /1 of 3 rows[^]*assay:2: column "signal": got "1\.027,5".*write 1027,5/,
    ],
    [
      "a fraction",
      ["875,5", "0.5", "932,25"],
      /got "0\.5", expected a number with a decimal comma; write 0,5/,
    ],
  ])("%s", (_, values, message) => {
    expect(() => readAssay(table(values))).toThrow(message);
  });

  test("where they were told", () => {
    expect(() => readAssay(table(["1.028", "972", "854"]), { decimal: "comma" })).toThrow(
      /1 of 3 rows[^]*assay:2: column "signal": got "1\.028"/,
    );
    expect(readAssay(table(["1028", "972", "854,5"]), { decimal: "comma" }).measurements[0]!.score).toBe(
      1028,
    );
  });
});
