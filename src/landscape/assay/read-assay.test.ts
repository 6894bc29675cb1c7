/** Files of measurements as laboratories write them: each blemish alone, all of them together, and what is refused. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAssay } from "./read-assay.ts";

const plain = "sequence,score\nACGT,0.5\nAAAA,0.25\nCCGG,1\n";
const scoresOf = (text: string, options = {}): Record<string, number> =>
  Object.fromEntries(readAssay(text, options).measurements.map(({ sequence, score }) => [sequence, score]));
const expected = { ACGT: 0.5, AAAA: 0.25, CCGG: 1 };

describe("what is read", () => {
  test.each([
    ["plain", plain],
    ["byte order mark", `\uFEFF${plain}`],
    ["Windows line ends", plain.replaceAll("\n", "\r\n")],
    ["tabs", plain.replaceAll(",", "\t")],
    ["semicolons", plain.replaceAll(",", ";")],
    ["decimal commas", plain.replaceAll(",", ";").replaceAll(".", ",")],
    ["quoted decimal commas", 'sequence,score\nACGT,"0,5"\nAAAA,"0,25"\nCCGG,1\n'],
    ["lower case", "sequence,score\nacgt,0.5\nAaaA,0.25\nCCGG,1\n"],
    ["other names", "id,oligo_seq,signal (a.u.)\nx1,ACGT,0.5\nx2,AAAA,0.25\nx3,CCGG,1\n"],
    ["no names that help", "name,what,result\nx1,ACGT,0.5\nx2,AAAA,0.25\nx3,CCGG,1\n"],
    ["a title above", "Plate 12\n\n,,\nMarch,,\nsequence,score,\nACGT,0.5,\nAAAA,0.25,\nCCGG,1,\n"],
    ["settings above", "Plate;7\nGain;1200;manual\nsequence;score\nACGT;0.5\nAAAA;0.25\nCCGG;1\n"],
    [
      "settings of fewer columns above",
      `${Array.from({ length: 30 }, (_, i) => `Setting ${i}: a, b\tc${i}`).join("\n")}\nwell\twhat\tresult\nA1\tACGT\t0.5\nA2\tAAAA\t0.25\nA3\tCCGG\t1\n${"A4\tCCGG\t1\n".repeat(50)}`,
    ],
    ["no header", "ACGT,0.5\nAAAA,0.25\nCCGG,1\n"],
    ["empty, NA and blank rows", "sequence,score\nACGT,0.5\nTTTT,NA\nTTTG,\n,0.7\n\n,\nAAAA,0.25\nCCGG,1\n"],
    ["empty cells at the end of rows", "sequence;score;;\nACGT;0.5;;\nAAAA;0.25\nCCGG;1;;\n"],
    ["repeats in rows", "sequence,score\nACGT,0.4\nAAAA,0.25\nacgt,0.6\nCCGG,1\n"],
    ["repeats in columns", "sequence,rep1,rep2\nACGT,0.4,0.6\nAAAA,0.25,NA\nCCGG,1,1\n"],
  ])("%s", (_, text) => {
    const scores = scoresOf(text);
    expect(Object.keys(scores).sort()).toEqual(Object.keys(expected).sort());
    for (const [sequence, score] of Object.entries(expected)) expect(scores[sequence]).toBeCloseTo(score, 12);
  });

  test("everything that was done to a file is said", () => {
    const text =
      "\uFEFFNr;Sequence;Kd (nM)\r\n1;acgtac;0,5\r\n2;ACGTAC;0,7\r\n3;GGGGGG;NA\r\n4;CCCCCC;12,25\r\n5;;3\r\n";
    const assay = readAssay(text);
    expect(assay).toMatchObject({ alphabet: "ACGT", rows: 5, dropped: 2 });
    expect(assay.layout).toEqual({
      delimiter: ";",
      decimal: "comma",
      header: true,
      sequenceColumn: "Sequence",
      scoreColumns: ["Kd (nM)"],
    });
    expect(assay.measurements).toEqual([
      { sequence: "ACGTAC", score: 0.6, count: 2, spread: expect.closeTo(Math.SQRT2 / 10, 12) as unknown },
      { sequence: "CCCCCC", score: 12.25, count: 1, spread: 0 },
    ]);
    expect(assay.noise).toBeCloseTo(Math.SQRT2 / 10, 12);
    expect(assay.notes).toEqual([
      'sequences from "Sequence", scores from "Kd (nM)"',
      "alphabet ACGT (DNA)",
      'decimal commas: "0,5" is read as 0.5',
      "1 sequence written in lower case, read as capitals",
      "1 row without a value left out",
      "1 row without a sequence left out",
      "1 sequence measured more than once: means taken; one measurement has a standard deviation of 0.141",
    ]);
  });

  test("minus signs as papers set them are minus signs, and ranges are none", () => {
    const text = "sequence;ΔG (kcal/mol)\nACGT;−7,5\nAAAA;–6,25\nCCGG;1,5e−3\nCCCC;–\n";
    expect(scoresOf(text)).toEqual({ ACGT: -7.5, AAAA: -6.25, CCGG: 0.0015 });
    expect(() => readAssay("sequence,score\nACGT,1\nAAAA,2\nCCGG,3\nCCCC,4\nTTTT,5–10\n")).toThrow(
      /assay:6: column "score": got "5–10"/,
    );
  });

  test("a title above the table is counted, and lines keep their numbers", () => {
    const text = "Binding assay\n\nsequence,score\nACGT,1\nACGA,2\n";
    expect(readAssay(text).notes[0]).toBe("1 line above the table passed over");
    expect(() => readAssay(`${text}ACGG,high\n`)).toThrow(/assay:6: column "score": got "high"/);
    expect(() => readAssay(`${text}ACGG,1,2\n`)).toThrow(
      /assay:6: got 3 .* as in the first line of the table/,
    );
    expect(() => readAssay("Plate\nsequence,a,b\nACGT,1,2\n")).toThrow(/^assay:2: got several/);
    // Names that were told are looked for as the usual ones are; cells of rows with numbers are no names.
    const told = readAssay("kind,of\nprobe,dg\nACGT,1\nACGA,2\n", {
      sequenceColumn: "Probe",
      scoreColumn: "dG",
    });
    expect(told).toMatchObject({ rows: 2, layout: { sequenceColumn: "probe", scoreColumns: ["dg"] } });
    expect(
      readAssay("what,result,of,by\nACGT,1,DNA,yield\nACGA,2,DNA,yield\n", { sequenceColumn: "what" }).rows,
    ).toBe(2);
  });

  test("remarks that are often missing do not hide the delimiter", () => {
    const rows = Array.from({ length: 12 }, (_, i) => {
      const sequence = `ACG${"ACGT"[i % 4]!}${"ACGT"[i >> 2]!}`;
      return `A${i};${sequence};-8,${i}1;-8,${i}3;${i % 3 === 0 ? "" : "ok"}`;
    });
    const text = `Well;Oligo sequence;log10 Kd rep1;log10 Kd rep2;Remark\n${rows.join("\n")}\n`;
    const { layout, measurements } = readAssay(text);
    expect(layout).toMatchObject({ delimiter: ";", decimal: "comma", sequenceColumn: "Oligo sequence" });
    expect(measurements).toHaveLength(12);
  });

  test("columns and alphabets that are given are not guessed", () => {
    const text = "a,b,c,d\nACGT,UUUU,1,4\nAAAA,GGGG,2,5\n";
    expect(scoresOf(text, { sequenceColumn: "B", scoreColumn: "3" })).toEqual({ UUUU: 1, GGGG: 2 });
    expect(scoresOf(text, { sequenceColumn: "a", scoreColumn: "c,d" })).toEqual({ ACGT: 2.5, AAAA: 3.5 });
    expect(
      scoresOf("s,y\n0110,1\n1111,2\n", { sequenceColumn: "s", scoreColumn: "y", alphabet: "01" }),
    ).toEqual({
      "0110": 1,
      "1111": 2,
    });
    expect(readAssay("sequence,score\nMKV,1\nWYL,2\n").alphabet).toBe("ACDEFGHIKLMNPQRSTVWY");
    expect(readAssay("sequence,score\nACGU,1\n").alphabet).toBe("ACGU");
  });

  test("whatever the delimiter, decimal mark and line ends, a table reads the same", () => {
    const row = fc.tuple(fc.stringMatching(/^[ACGT]{6}$/), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(";", "\t"),
        fc.boolean(),
        (rows, cut, windows) => {
          const lines = rows.map(
            ([sequence, score]) => `${sequence}${cut}${String(score + 0.5).replace(".", ",")}`,
          );
          const text = ["sequence" + cut + "score", ...lines, ""].join(windows ? "\r\n" : "\n");
          const simple = ["sequence,score", ...rows.map(([s, y]) => `${s},${y + 0.5}`)].join("\n");
          const decimal = "comma";
          expect(readAssay(text, { decimal }).measurements).toEqual(readAssay(simple).measurements);
        },
      ),
      { seed: 11, numRuns: 50 },
    );
  });
});

describe("what is refused", () => {
  const many = Array.from({ length: 30 }, (_, i) => `ACG${"ACGT"[i % 4]},0.${i}`).join("\n");
  test.each([
    ["an empty file", "", /an empty file, expected a table/],
    ["only a header", "sequence,score\n", /a header and no rows/],
    [
      "a letter outside the alphabet",
      `sequence,score\n${many}\nACNT,0.5\n`,
      /assay:32: column "sequence": "ACNT" has "N" at position 3/,
    ],
    [
      "unread letters in many sequences of DNA, which are amino acids too",
      `sequence,score\n${many}\n${many.replaceAll("ACG", "ANG")}\n`,
      /30 of 60 rows [^]*assay:32: column "sequence": "ANGA" has "N" at position 2[^]*over "ACGT"/,
    ],
    [
      "T and U side by side",
      `sequence,score\n${many}\nACGU,0.5\nACUU,1\nAUCG,2\nACUG,3\n`,
      /4 of 34 rows [^]*assay:32: column "sequence": "ACGU" has "U" at position 4[^]*over "ACGT"/,
    ],
    [
      "sequences written in groups",
      "sequence,score\nACG TTT,1\nAAA CCC,2\n",
      /assay:2: column "sequence": "ACG TTT" has " " at position 4/,
    ],
    [
      "a word for a number",
      `sequence,score\n${many}\nACGT,high\n`,
      /assay:32: column "score": got "high", expected a number/,
    ],
    ["a value with a sign", `sequence,score\n${many}\nACGT,~10\n`, /assay:32: column "score": got "~10"/],
    ["a shifted row", `sequence,score\n${many}\nACGT,x,0.5\n`, /assay:32: got 3 columns, expected 2/],
    [
      "a short row",
      `id,sequence,score\nx,ACGT,1\ny,ACGG,2\nz,AAAA,2\nACGT\n`,
      /assay:5: got 1 column, expected 3/,
    ],
    ["an open quote", `sequence,score\n${many}\n"ACGT,1\n`, /assay:32: a quoted field is never closed/],
    [
      "several score columns",
      "sequence,before,after\nACGT,1,2\n",
      /^assay:1: got several columns that could be scores \("before", "after"\).*--score-column/,
    ],
    [
      "score columns of one name",
      "sequence,score,Score\nACGT,1,2\n",
      /\("score", "Score"\), expected one; say which with --score-column <number>, since names alike cannot tell them apart: 2 or 3$/,
    ],
    ["no score column", "sequence,note\nACGT,good\n", /no column that looks like scores.*--score-column/],
    ["no sequence column", "a,score\n1,2\n", /no column that looks like sequences.*--sequence-column/],
    [
      "thousands or decimals",
      "sequence;score\nACGT;1,234\nAAAA;2,345\n",
      /assay:2: column "score": "1,234" and all others like it.*--decimal/,
    ],
    [
      "mixed decimal marks",
      `sequence;score\nACGT;0,5\nAAAA;0,7\nCCCC;0.5x\n`,
      /assay:4: column "score": got "0.5x"/,
    ],
  ])("%s", (_, text, message) => {
    expect(() => readAssay(text)).toThrow(message);
  });

  test("columns of one name can be told apart by their numbers, and not by the name", () => {
    const twice = "sequence,score,score\nACGT,1,2\nAAAA,3,4\n";
    const scoresOf = (scoreColumn: string): number[] =>
      readAssay(twice, { scoreColumn }).measurements.map(({ score }) => score);
    expect(scoresOf("2")).toEqual([1, 3]);
    expect(scoresOf("3")).toEqual([2, 4]);
    expect(() => scoresOf("score")).toThrow(
      'assay: --score-column: got "score", the name of columns 2 and 3, expected one; give its number',
    );
  });

  test("a column that does not exist, with those that do", () => {
    expect(() => readAssay(plain, { scoreColumn: "scroe" })).toThrow(
      'assay: --score-column: got "scroe", expected one of "sequence", "score", or a number from 1 to 2',
    );
  });

  test("the first five problems, and how many more there are", () => {
    const rows = Array.from({ length: 40 }, (_, i) => `ACGT,${i < 8 ? "bad" : i}`);
    expect(() => readAssay(["sequence,score", ...rows].join("\n"))).toThrow(
      /8 of 40 rows cannot be read:[^]*… and 3 more/,
    );
  });
});
