import { expect, test } from "vitest";
import { readAssay } from "../../landscape/assay/read-assay.ts";
import type { Design } from "../propose.ts";
import { writeOrder } from "./write-order.ts";

const spread = (middle: number) => ({ middle, low: middle - 0.25, high: middle + 0.25 });
const design = {
  order: "ACGT",
  predicted: spread(1.5),
  afterErrors: spread(1),
  worth: 1,
  nearest: { sequence: "ACGA", score: 1.25, distance: 1 },
} satisfies Design;

test("a spreadsheet gets the decimal mark of the measurements, and reads it back", () => {
  const comma = writeOrder([design], "excel", 1, "comma");
  expect(comma).toContain("\r\nr1-001;ACGT;1,5;1,25;1,75;1;0,75;1,25;ACGA;1,25;1\r\n");
  const options = { sequenceColumn: "sequence", scoreColumn: "predicted" };
  const read = readAssay(comma, options);
  expect(read.layout).toMatchObject({ delimiter: ";", decimal: "comma" });
  expect(read.measurements).toMatchObject([{ sequence: "ACGT", score: 1.5 }]);
});

test("a design is called the same in a batch of any size", () => {
  const names = (size: number): string[] =>
    writeOrder(
      Array.from({ length: size }, () => design),
      "csv",
      2,
    )
      .split("\n")
      .slice(1, -1)
      .map((row) => row.slice(0, row.indexOf(",")));
  expect(names(2)).toEqual(["r2-001", "r2-002"]);
  expect(names(1200)).toEqual(expect.arrayContaining([...names(9), "r2-099", "r2-999", "r2-1200"]));
});

test("numbers have the decimal mark of the measurements, in csv too", () => {
  for (const text of [writeOrder([design], "excel"), writeOrder([design], "csv")])
    expect(text).toContain("r1-001,ACGT,1.5,1.25,1.75,1,0.75,1.25,ACGA,1.25,1");
  expect(writeOrder([design], "csv", 1, "comma")).toContain("r1-001;ACGT;1,5;1,25;");
});

test("a letter that separates columns stays a letter", () => {
  const text = writeOrder([{ ...design, order: "A;;" }], "excel", 1, "comma");
  const read = readAssay(text, { sequenceColumn: "sequence", scoreColumn: "predicted", alphabet: "A;" });
  expect(read.measurements).toMatchObject([{ sequence: "A;;", score: 1.5 }]);
});

test.each(["=A", "+A", "-A", "@A", "＝A"])(
  "a spreadsheet is not given %s, which it takes for a formula",
  (order) => {
    const begins = { ...design, order };
    const near = { ...design, nearest: { ...design.nearest, sequence: order } };
    for (const one of [begins, near])
      expect(() => writeOrder([design, one], "excel")).toThrow(
        expect.objectContaining({ code: "design/formula-cell" }),
      );
    expect(writeOrder([begins], "csv")).toContain(`\nr1-001,${order},`);
  },
);
