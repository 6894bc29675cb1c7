/** Which columns count: repeats, names that say little, headers with numbers; where several would do, none is taken. */
import { describe, expect, test } from "vitest";
import { readAssay } from "./read-assay.ts";

const sequences = ["GGATCACAGT", "CTACACTGCT", "CACTCCAACC", "CCGGCCCCTG"];
/** A table with sequences in the column of that number, and row + column/10 elsewhere. */
const table = (header: string, at: number): string =>
  [
    header,
    ...sequences.map((sequence, i) =>
      header
        .split(",")
        .map((_, column) => (column === at ? sequence : String(i + 1 + column / 10)))
        .join(","),
    ),
  ].join("\n");
const scoreColumns = (text: string, options = {}): readonly string[] =>
  readAssay(text, options).layout.scoreColumns;

describe("repeats side by side", () => {
  test.each([
    ["sequence,rep1,rep2"],
    ["sequence,Kd rep2,Kd rep5"],
    ["sequence,Replicate 3,Replicate 4"],
    ["sequence,r1,r2,r3"],
    ["sequence,run_7,run_8"],
    ["sequence,OD1,OD2,OD3"],
    ["sequence,signal_02,signal_01"],
  ])("%s are averaged, and that is said", (header) => {
    const names = header.split(",").slice(1);
    const { layout, notes } = readAssay(table(header, 0));
    expect(layout.scoreColumns).toEqual(names);
    expect(notes).toContain(
      `${names.length} columns read as repeats of one measurement; --score-column names those that count`,
    );
  });

  test.each([
    ["Sequence,OD450,OD620"],
    ["seq,t0,t30,t60"],
    ["seq,t1,t2,t3"],
    ["seq,round 1,round 2"],
    ["seq,OD2,OD3"],
    ["seq,OD1,OD3"],
    ["seq,OD1,OD01"],
    ["seq,var5,var9"],
  ])("%s are not, and nothing is guessed", (header) => {
    expect(() => readAssay(table(header, 0))).toThrow(
      /got several columns that could be scores .*--score-column/,
    );
    expect(scoreColumns(table(header, 0), { scoreColumn: "2" })).toHaveLength(1);
  });

  test("columns without names are not", () => {
    const rows = sequences.map((sequence, i) => `${i}.5,${i}.7,${sequence}`).join("\n");
    expect(() => readAssay(rows)).toThrow(/several columns that could be scores \("column 1", "column 2"\)/);
  });
});

describe("names that say little", () => {
  test.each([
    ["sequence,y", 0, "y"],
    ["id,sequence,y", 1, "y"],
    ["sequence,label", 0, "label"],
    ["Row,Column,sequence,target", 2, "target"],
    ["Row,Column,Y,sequence,Signal", 3, "Signal"],
  ])("%s", (header, at, name) => {
    expect(scoreColumns(table(header, at))).toEqual([name]);
  });

  test.each([
    ["Column,Row,X,Y,Sequence,F635 Median", 4],
    ["Row,Column,Y,Sequence", 3],
    ["X,Y,Sequence", 2],
    ["sequence,y,F635 Median", 0],
    ["sequence,label,dwell", 0],
  ])("%s is not guessed at", (header, at) => {
    expect(() => readAssay(table(header, at))).toThrow(/several columns that could be scores/);
  });

  test("words in a column called target hide no numbers", () => {
    const text = "Target,Sequence,CT\n" + sequences.map((s, i) => `GAPDH,${s},2${i}.5`).join("\n");
    expect(scoreColumns(text)).toEqual(["CT"]);
  });

  test("the name of a sequence is not the sequence", () => {
    const text = "Sequence Name,Sequence,score\n" + sequences.map((s, i) => `CAT,${s},${i}`).join("\n");
    expect(readAssay(text).layout.sequenceColumn).toBe("Sequence");
  });
});

describe("headers with numbers", () => {
  const peptides = ["LGTQEVIRECIE", "LGTQVVINECYE", "LNHEVVIRECYE"];
  const below = (header: string, cells: string): string =>
    [header, ...peptides.map((peptide) => cells.replace("P", peptide))].join("\n");

  test.each([
    ["peptide,1,2,3", "P,8,16,32"],
    ["PEPTIDE,1,2", "P,8,16"],
    ["Well,Peptide,1,2,3", "A1,P,8,16,32"],
  ])("%s names columns of repeats", (header, cells) => {
    const { layout, measurements } = readAssay(below(header, cells));
    expect(layout.header).toBe(true);
    expect(measurements.map(({ sequence }) => sequence)).toEqual(peptides);
    expect(layout.scoreColumns).toEqual(header.split(",").filter((name) => /^\d$/.test(name)));
  });

  test("a name in small letters above capitals is a name, whatever the numbers", () => {
    expect(() => readAssay(below("peptide,0,30,60", "P,8,16,32"))).toThrow(/\("0", "30", "60"\)/);
  });

  test("rows without a header stay rows", () => {
    const kinds = sequences.map((sequence, i) => `${sequence},DNA,${i + 1}`).join("\n");
    expect(readAssay(kinds, { sequenceColumn: "1" }).measurements).toHaveLength(4);
    expect(readAssay("PEPTIDE,0.5\nLGTQEVI,0.7\n").measurements).toHaveLength(2);
  });
});
