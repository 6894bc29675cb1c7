import { expect, test } from "vitest";
import { key } from "../../random/key.ts";
import { readAssay } from "../../landscape/assay/read-assay.ts";
import { layPlates, readControls } from "./lay-plates.ts";
import { type NamedOrder, withSequences } from "./name-results.ts";

const sequences = Array.from(
  { length: 20 },
  (_, i) => `ACGT${"ACGT"[i >> 4]!}${"ACGT"[(i >> 2) % 4]!}${"ACGT"[i % 4]!}`,
);
const wells = layPlates(20, { size: 24, controls: readControls("WT=2,blank") }, key(2));
const order: NamedOrder = { round: 1, sequences, wells };
const parent = "TTTTTTT";
const read = (text: string, orders: readonly NamedOrder[] = [order]) => {
  const spelled = withSequences(text, orders, { parent }, "results.csv");
  if (spelled === undefined) return undefined;
  const { measurements } = readAssay(
    spelled,
    { delimiter: "\t", sequenceColumn: "1", alphabet: "ACGT" },
    "results.csv",
  );
  return measurements.map(({ sequence, score }) => [sequence, score] as const);
};

test("designs are told by their names, in any number of digits, with controls beside them", () => {
  const rows = ["name;Kd (nM)", "r1-001;1,5", "R1-2;2,5", "WT;7,25", "blank;0,1", "r1-0020;3,5"];
  expect(read(["Reader 7, 2026-11-02", "", ...rows, ""].join("\n"))).toEqual([
    [sequences[0], 1.5],
    [sequences[1], 2.5],
    [parent, 7.25],
    [sequences[19], 3.5],
  ]);
  expect(() => read("name,score\nr1-001,1\nr1-099,2\n")).toThrow("results.csv:3");
  expect(() => read("name,score\nr2-001,1\n")).toThrow("a design of order 1");
  // What spells sequences too is read as it is, and so is what names nothing.
  expect(read("name,sequence,score\nr1-001,ACGTACG,1\n")).toBeUndefined();
  expect(read("sequence,score\nACGTACG,1\n")).toBeUndefined();
});

test("wells are those of the last order that was laid out, with a plate where there are several", () => {
  const of = (well: string): string => {
    const { holds } = wells.find((one) => one.well === well)!;
    return typeof holds === "number" ? sequences[holds]! : holds === "WT" ? parent : "";
  };
  const names = wells.map(({ well }) => well);
  const told = read(["Well,OD450", ...names.map((well, i) => `${well.replace("0", "")},${i}`)].join("\n"))!;
  const sums = new Map<string, number[]>();
  for (const [i, well] of names.entries())
    if (of(well) !== "") sums.set(of(well), [...(sums.get(of(well)) ?? []), i]);
  expect(new Map(told)).toEqual(
    new Map(
      Array.from(sums, ([one, scores]) => [
        one,
        scores.reduce((sum, score) => sum + score, 0) / scores.length,
      ]),
    ),
  );
  const several = { ...order, wells: layPlates(20, { size: 24, replicates: 2 }, key(2)) };
  expect(() => read("well,score\nA1,1\nA2,2\n", [several])).toThrow("without a plate");
  expect(read("plate,well,score\nPlate 2,A1,1\n", [several])).toHaveLength(1);
  expect(() => read("plate,well,score\n3,A1,1\n", [several])).toThrow("numbers from 1 to 2");
});

test("grids of plate readers are read, one plate after the other", () => {
  const grid = ["A", "B", "C", "D"].map((row, r) =>
    [row, ...Array.from({ length: 6 }, (_, c) => 10 * r + c)].join("\t"),
  );
  const text = ["Software 3.1", "", ["", 1, 2, 3, 4, 5, 6].join("\t"), ...grid, ""].join("\n");
  const told = new Map(read(text));
  const { well, holds } = wells.find((one) => typeof one.holds === "number")!;
  const value = 10 * (well.codePointAt(0)! - 65) + Number(well.slice(1)) - 1;
  expect(told.get(sequences[holds as number]!)).toBe(value);
  expect(told.size).toBe(21);
});
