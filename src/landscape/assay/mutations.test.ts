/** Variants of a parent as laboratories and data bases write them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssayOptions } from "./assay.ts";
import { mutationsOf, readVariant } from "./mutation-text.ts";
import { readPlaces, writePlaces } from "./places.ts";
import { readAssay } from "./read-assay.ts";

// Protein G, domain B1.
const gb1 = "MQYKLILNGKTLKGETTTEAVDAATAEKVFKQYANDNGVDGEWTYDDATKTFTVTE";
const changed = (...mutations: readonly string[]): string =>
  mutations.reduce((letters, one) => {
    const at = Number(one.slice(1, -1)) - 1;
    return letters.slice(0, at) + one.at(-1)! + letters.slice(at + 1);
  }, gb1);

const read = (lines: readonly string[], options: AssayOptions = {}) =>
  readAssay(`${lines.join("\n")}\n`, options);
const sequencesOf = (lines: readonly string[], options: AssayOptions = {}): readonly string[] =>
  read(lines, options).measurements.map(({ sequence }) => sequence);

test.each([
  ["V39A", "V39A"],
  ["V39A:D40W", "V39A:D40W"],
  ["V39A;D40W", "V39A:D40W"],
  ["v39a/D40W", "V39A:D40W"],
  ["V39A + D40W", "V39A:D40W"],
  ["A1P,D2N", "A1P:D2N"],
  ["Val39Ala", "V39A"],
  ["p.Val39Ala", "V39A"],
  ["p.(Val39Ala)", "V39A"],
  ["NP_000001.1:p.[Val39Ala;Asp40Trp]", "V39A:D40W"],
  ["p.[Val39Ala;Asp40=]", "V39A"],
  ["c.76A>T", "A76T"],
  ["c.[76A>T;78G>C]", "A76T:G78C"],
  ["WT", ""],
  ["_wt", ""],
  ["wild-type", ""],
  ["p.=", ""],
  ["p.(=)", ""],
  ["p.Gly41=", ""],
])("%s", (cell, expected) => {
  const variant = readVariant(cell);
  const mutations = variant?.kind === "letters" ? variant.mutations : undefined;
  expect(mutations?.map(({ from, place, to }) => `${from}${place}${to}`).join(":")).toBe(expected);
});

test("stops, changes of length, and what is no variant", () => {
  expect(["p.Trp43Ter", "W43*", "p.[Val39Ala;Trp43*]"].map((cell) => readVariant(cell)?.kind)).toEqual(
    Array.from({ length: 3 }, () => "stop"),
  );
  for (const cell of ["p.Val39del", "p.Val39_Asp40insGly", "p.Val39fs", "p.Val39GlyfsTer5", "c.76_77del"])
    expect([cell, readVariant(cell)?.kind]).toEqual([cell, "lengths"]);
  for (const cell of ["", "VDGV", "A12", "12", "p53", "B12C", "V39Abc", "sample 3", "x".repeat(20_000)])
    expect([cell, readVariant(cell)]).toEqual([cell, undefined]);
});

test("tables of data bases are read as they come", () => {
  const mavedb = [
    "accession,hgvs_nt,hgvs_splice,hgvs_pro,score",
    "urn:1#1,NA,NA,p.Val39Ala,0.5",
    "urn:1#2,NA,NA,p.[Val39Ala;Asp40Trp],0.7",
    "urn:1#3,NA,NA,_wt,1",
    "urn:1#4,NA,NA,p.Gly41=,2",
    "urn:1#5,NA,NA,p.Val54Ter,0",
    "urn:1#6,NA,NA,p.Val54del,0",
  ];
  const { measurements, notes, dropped, alphabet } = read(mavedb, { parent: gb1 });
  expect(measurements).toMatchObject([
    { sequence: changed("V39A"), score: 0.5 },
    { sequence: changed("V39A", "D40W"), score: 0.7 },
    { sequence: gb1, score: 1.5, count: 2 },
  ]);
  expect([dropped, alphabet]).toEqual([2, "ACDEFGHIKLMNPQRSTVWY"]);
  expect(notes).toContain("2 rows of the parent itself (wild type, synonymous)");
  expect(notes).toContain("1 row with a stop left out");
  const gym = read([
    "mutant,mutated_sequence,DMS_score,DMS_score_bin",
    `V39A,${changed("V39A")},0.5,0`,
    `V39A:D40W,${changed("V39A", "D40W")},0.9,1`,
  ]);
  expect(gym.parent?.sequence).toBe(gb1);
  expect(gym.layout.scoreColumns).toEqual(["DMS_score"]);
  const target = read(["target_seq,mutant,DMS_score", `${gb1},V39A,0.5`, `${gb1},D40W,1`]);
  expect(target.measurements[1]!.sequence).toBe(changed("D40W"));
  expect(target.notes).toContain('parent from "target_seq"');
});

test("letters of sites are put into their parent, or named by their places", () => {
  const four = ["Variants,HD,Count input,Count selected,Fitness", "VDGV,0,9,9,1", "ADGC,2,3,4,0.06"];
  expect(sequencesOf(four, { sites: "39-41,54", parent: gb1 })).toEqual([gb1, changed("V39A", "V54C")]);
  const { parent, measurements, notes } = read(four, { sites: "39,40,41,54" });
  expect(parent).toEqual({ sequence: "VDGV", numbers: [39, 40, 41, 54] });
  expect(mutationsOf(measurements[1]!.sequence, parent!)).toBe("V39A:V54C");
  expect(notes).toContain('parent "VDGV", the row that says so in "HD"');
  expect(() => read(four, { sites: "39,40" })).toThrow("got 2 places for sequences of 4 letters");
  expect(() => read(four, { parent: gb1 })).toThrow("name these with --sites");
  expect(() => read(["seq,score", "VDGV,1", "ADGV,2"], { sites: "39-41,54" })).toThrow("no row says");
});

test("mutations alone tell the parent where they are, and a row that is called so all of it", () => {
  const { parent, measurements } = read(["mutant,fitness", "V39A,1", "WT,2", "V39A:V54G,3"]);
  expect(parent).toEqual({ sequence: "VV", numbers: [39, 54] });
  expect(measurements.map(({ sequence }) => sequence)).toEqual(["AV", "VV", "AG"]);
  const named = read(["name,sequence,Kd (nM)", `WT,${gb1},4`, `m1,${changed("V39A")},5`]);
  expect(named.parent?.sequence).toBe(gb1);
});

test("numbers that do not begin with 1 are found and said, and those that fit nowhere refused", () => {
  const shifted = ["mutant,fitness", "V265A,1", "V265A:D266W,2", "V280G,3", "G267C,4"];
  const { parent, measurements, notes } = read(shifted, { parent: gb1 });
  expect(measurements[1]!.sequence).toBe(changed("V39A", "D40W"));
  expect(parent!.numbers[0]).toBe(227);
  expect(notes.join("\n")).toContain("numbered from 227 on: 226 more than places of the parent");
  const wrong = ["mutant,fitness", "V65A,1", "K266W,2", "V280G,3"];
  expect(() => read(wrong, { parent: gb1 })).toThrow("no constant shift of their numbers fits");
  // A single wrong row among many is that row's mistake.
  const rows = Array.from({ length: 12 }, (_, i) => `V39${"ACEFGIKLMNPQ"[i]},${i}`);
  expect(() => read(["mutant,fitness", ...rows, "K40A,1"], { parent: gb1 })).toThrow(
    "got K40A, and the parent has D there",
  );
});

test("semicolons between mutations are no delimiters, and decimal commas stay what they are", () => {
  expect(sequencesOf(["mutant,fitness", "V39A;D40W,1", "V39C;D40W,2"], { parent: gb1 })).toEqual([
    changed("V39A", "D40W"),
    changed("V39C", "D40W"),
  ]);
  const spreadsheet = ["mutant;fitness", '"V39A;D40W";0,25', "V39C;1,5", "WT;1"];
  expect(read(spreadsheet, { parent: gb1 }).measurements.map(({ score }) => score)).toEqual([0.25, 1.5, 1]);
});

test("what is changed reads back as the same sequence", () => {
  const letters = Array.from("ACDEFGHIKLMNPQRSTVWY");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(55), fc.constantFrom(...letters)), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -20, max: 500 }),
      fc.constantFrom(":", ";", ",", "/", " ", "+"),
      (changes, shift, mark) => {
        const sequence = changes.reduce((text, [at, to]) => text.slice(0, at) + to + text.slice(at + 1), gb1);
        const numbers = Array.from(gb1, (_, i) => i + 1 + Math.max(0, shift));
        const written = mutationsOf(sequence, { sequence: gb1, numbers });
        const cell = written.replaceAll(":", mark);
        const options = { parent: gb1, sites: writePlaces(numbers), alphabet: letters.join("") };
        const rows = ["mutant\tfitness", `${cell}\t1`, `M${numbers[0]}W\t3`];
        expect(sequencesOf(rows, { ...options, delimiter: "\t" })[0]).toBe(sequence);
      },
    ),
    { numRuns: 100 },
  );
});

test("lists of places are read and written", () => {
  expect(readPlaces("39-41, 54", "--sites")).toEqual([39, 40, 41, 54]);
  expect(writePlaces([1, 2, 3, 5, 6, 9])).toBe("1-3,5,6,9");
  for (const text of ["", "a", "3-1", "1-999999999", "2,2"])
    expect(() => readPlaces(text, "--sites")).toThrow("--sites: got");
});

test("columns of plates, counts and standard errors beside scores are none, and a line of units is no row", () => {
  const units = readAssay(
    "Assay;GB1;;;\n;;;;\nPlate;Well;Variant;Kd rep1;Kd rep2\n;;;(nM);(nM)\n1;A1;V3A;1,5;2,5\n1;A2;D4W;>100;n.d.\n2;A1;V3A:D4K;7,5;8,5\n2;A2;K2A;1;1\n2;A3;K2C;1;1\n",
    { parent: "MKVDE" },
  );
  expect(units.layout.scoreColumns).toEqual(["Kd rep1", "Kd rep2"]);
  expect(units.measurements.map(({ sequence, score, bound }) => [sequence, score, bound])).toEqual([
    ["MKADE", 2, undefined],
    ["MKVWE", 100, "above"],
    ["MKAKE", 8, undefined],
    ["MAVDE", 1, undefined],
    ["MCVDE", 1, undefined],
  ]);
  const statistics = readAssay(
    "aa_substitutions,n_aa_substitutions,fitness_mean,fitness_sd,n\nV3A,1,0.5,0.1,3\nV3A D4W,2,1.5,0.2,3\n",
    { parent: "MKVDE" },
  );
  expect(statistics.layout.scoreColumns).toEqual(["fitness_mean"]);
});
