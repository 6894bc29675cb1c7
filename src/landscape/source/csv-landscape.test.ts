import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvOptions, loadCsvLandscape, parseCsvLandscape } from "./csv-landscape.ts";

const REAL_MODES = join(import.meta.dirname, "../../../../shared/data/tfbind8/modes_tfbind8.csv");
const options: CsvOptions = { alphabet: "AB", missing: "error" };
const complete = "sequence,score\nAA,1\nAB,2\nBA,3\nBB,4\n";

describe("parseCsvLandscape", () => {
  test("a complete list becomes a table", () => {
    const { landscape, rows } = parseCsvLandscape(complete, options);
    expect(landscape.enumerable && landscape.table).toEqual(Float64Array.of(1, 2, 3, 4));
    expect(rows).toBe(4);
  });

  test("columns are found by name, in any order and case, with others ignored", () => {
    const text = '"Score",note,SEQUENCE\r\n1e-2,"a, b",AB\r\n-.5,,BA\r\n';
    const { landscape } = parseCsvLandscape(text, { ...options, missing: 7 });
    expect(landscape.enumerable && landscape.table).toEqual(Float64Array.of(7, 0.01, -0.5, 7));
    const renamed = parseCsvLandscape("dna;y\nAA;1", {
      ...options,
      missing: "floor",
      sequenceColumn: "dna",
      scoreColumn: "y",
      delimiter: ";",
    });
    expect(renamed.landscape.enumerable && renamed.landscape.table).toEqual(Float64Array.of(1, 0, 0, 0));
  });

  test("generated rows come back by index", () => {
    // Text has one zero only.
    const score = fc
      .double({ noNaN: true, min: -1e150, max: 1e150 })
      .map((value) => (value === 0 ? 0 : value));
    fc.assert(
      fc.property(fc.array(score, { minLength: 8, maxLength: 8 }), fc.boolean(), (scores, reversed) => {
        const rows = scores.map((value, index) => `${index.toString(2).padStart(3, "0")},${value}`);
        const text = ["sequence,score", ...(reversed ? rows.toReversed() : rows)].join("\n");
        const { landscape } = parseCsvLandscape(text, { alphabet: "01", missing: "error" });
        expect(landscape.enumerable && [...landscape.table]).toEqual(scores);
      }),
    );
  });

  test('missing: "error" names what is missing at once', () => {
    expect(() => parseCsvLandscape("sequence,score\nAA,1\nAB,2", options, "s.csv")).toThrow(
      "s.csv: 2 of 4 sequences have no score (BA, BB); add them, or choose what they score with --missing floor or a number (in code, missing); to order new sequences after measuring some, use windage design",
    );
  });

  test("sequences of several lengths, or of a large space, make an oracle", async () => {
    const several = parseCsvLandscape("sequence,score\nA,1\nABBA,2", options).landscape;
    expect(several.enumerable).toBe(false);
    expect(await several.score(["ABBA", "A"])).toEqual(Float64Array.of(2, 1));
    await expect(several.score(["A", "BB"])).rejects.toMatchObject({
      code: "landscape/unknown-sequence",
      message: expect.stringContaining('"BB" is not among the 2 listed sequences') as string,
      scores: Float64Array.of(1, Number.NaN),
    });
    const long = "AB".repeat(20);
    const large = parseCsvLandscape(`sequence,score\n${long},3`, { ...options, missing: "floor" }).landscape;
    expect(await large.score([long, "BA".repeat(20)])).toEqual(Float64Array.of(3, 0));
  });

  test("what could be read in two ways, or is too small or too long to be a number, is refused in few words", () => {
    const read = (text: string) => () => parseCsvLandscape(text, options, "s.csv");
    expect(read("sequence,score,Score\nAA,1,2\n")).toThrow(
      'got several columns that could be scores ("score", "Score"), expected one',
    );
    expect(read("sequence,score\nAA,1e-400\n")).toThrow('got "1e-400", expected a number between 1e-323');
    const long = "9".repeat(100_000);
    expect(read(`sequence,score\nAA,${long}\n`)).toThrow(/^.{0,400}$/s);
  });

  test("broken rows are named by line and column, the first five of them", () => {
    const text = ["sequence,score", "AA,1", "AX,2", "AB", "BB,Infinity", "BB,0x10", "BB,x", 'B"B,1'].join(
      "\n",
    );
    expect(() => parseCsvLandscape(text, options, "s.csv")).toThrow(
      [
        "s.csv: 6 of 7 rows cannot be read:",
        '  s.csv:3: column "sequence": "AX" has "X" at position 2, which is not in the alphabet',
        "  s.csv:4: got 1 column, expected 2 as in the first line",
        '  s.csv:5: column "score": got "Infinity", expected a number with a decimal point',
        '  s.csv:6: column "score": got "0x10", expected a number with a decimal point',
        '  s.csv:7: column "score": got "x", expected a number with a decimal point',
        "  … and 1 more",
      ].join("\n"),
    );
  });

  test("what was measured twice counts with its mean, and the reader says so", () => {
    const { landscape, rows, notes } = parseCsvLandscape(`${complete}AA,2\n`, options);
    expect(landscape.enumerable && landscape.table[0]).toBe(1.5);
    expect(rows).toBe(5);
    expect(notes.join("; ")).toContain("1 sequence measured more than once");
  });

  test("a policy for what is missing that is no policy is refused", () => {
    expect(() => parseCsvLandscape(complete, { ...options, missing: Number.NaN })).toThrow(
      'expected "error", "floor" or a finite number',
    );
  });
});

describe("loadCsvLandscape", () => {
  test("reads a file with a byte order mark and records where it came from", async () => {
    const folder = await mkdtemp(join(tmpdir(), "windage-csv-"));
    const path = join(folder, "mine.csv");
    await writeFile(path, `\uFEFF${complete}`);
    const { landscape, provenance } = await loadCsvLandscape(path, options);
    expect(landscape.name).toBe("mine.csv");
    expect(provenance).toMatchObject({ source: "mine.csv", rows: 4, published: false });
    await writeFile(path, Uint8Array.of(0x1f, 0x8b, 0xff));
    await expect(loadCsvLandscape(path, options)).rejects.toMatchObject({ code: "data/not-text" });
    await rm(folder, { recursive: true });
    await expect(loadCsvLandscape(path, options)).rejects.toMatchObject({ code: "data/not-readable" });
  });

  test.runIf(existsSync(REAL_MODES))("reads the literature's list of reference modes", async () => {
    const { landscape, provenance } = await loadCsvLandscape(REAL_MODES, {
      alphabet: "ACGT",
      scoreColumn: "normalized_score",
      missing: "floor",
    });
    expect(provenance.rows).toBe(328);
    expect(await landscape.score(["AGGTATCA", "AAAAAAAA"])).toEqual(Float64Array.of(1, 0));
  });
});
