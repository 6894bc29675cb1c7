import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readNpy, writeNpy } from "./npy.ts";
import { reverseComplement } from "../exact/reverse-complement.ts";
import { DNA, SequenceSpace } from "../exact/sequence-space.ts";
import { createSim8 } from "../exact/sim8.ts";
import { importTfbind8 } from "./tfbind8.ts";

const REAL = join(import.meta.dirname, "../../../../shared/data/tfbind8");
const HEADER = "8-mer\t8-mer\tE-score\tMedian\tZ-score";
const space = new SequenceSpace(DNA, 8);
const sim8 = createSim8();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-tfbind8-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Equality without the cost of describing 65,536 differences. */
function sameBits(a: Float64Array, b: Float64Array): boolean {
  return Buffer.compare(Buffer.from(a.buffer), Buffer.from(b.buffer)) === 0;
}

/** The rows of a made-up factor in the raw format: E-scores from −0.5 to 0.5 with five digits. */
function rawRows(): string[] {
  const rows: string[] = [];
  for (let index = 0; index < space.size; index++) {
    const sequence = space.sequenceAt(index);
    const partner = reverseComplement(sequence);
    if (partner < sequence) continue;
    rows.push(`${sequence}\t${partner}\t${(sim8.scoreAt(index) - 0.5).toFixed(5)}\t1000.5\t0.1`);
  }
  return rows;
}

async function importText(text: string): ReturnType<typeof importTfbind8> {
  const path = join(folder, "FACTOR_8mers.txt");
  await writeFile(path, text);
  return importTfbind8([path]);
}

async function importPair(
  x: Int32Array | BigInt64Array,
  y: Float32Array | Float64Array,
): ReturnType<typeof importTfbind8> {
  const [xPath, yPath] = [join(folder, "f-x-0.npy"), join(folder, "f-y-0.npy")];
  await writeFile(xPath, writeNpy({ shape: [x.length / 8, 8], data: x }));
  await writeFile(yPath, writeNpy({ shape: [y.length, 1], data: y }));
  return importTfbind8([yPath, xPath]);
}

describe("a raw table", () => {
  const rows = rawRows();

  test("of any factor is read, completed by reverse complements and normalised", async () => {
    const { landscape, provenance, warnings } = await importText([HEADER, ...rows, ""].join("\n"));
    expect(provenance).toMatchObject({ source: "FACTOR_8mers.txt", published: false, rows: 32_896 });
    expect(warnings).toEqual([]);
    expect(landscape.summary()).toMatchObject({ min: 0, max: 1 });
    for (const index of [0, 1, 777, 65_535])
      expect(landscape.scoreAt(index)).toBeCloseTo(sim8.scoreAt(index), 4);
  });

  test("may have no header, CRLF line ends and a byte order mark", async () => {
    const plain = await importText([HEADER, ...rows].join("\n"));
    const windows = await importText(`\uFEFF${rows.join("\r\n")}\r\n`);
    expect(sameBits(windows.landscape.table, plain.landscape.table)).toBe(true);
  });

  test("finds the E-score by name", async () => {
    const moved = rows.map((row) => row.split("\t")).map(([a, b, e, median]) => [a, b, median, e].join("\t"));
    const { landscape } = await importText(["8-mer\t8-mer\tMedian\tE-score", ...moved].join("\n"));
    expect(landscape.summary()).toMatchObject({ min: 0, max: 1 });
    await expect(importText("8-mer,8-mer,E-score\nAAAAAAAA,TTTTTTTT,0.1")).rejects.toThrow(
      "FACTOR_8mers.txt:1: got the columns",
    );
  });

  test("with broken rows names the first five lines and counts the rest", async () => {
    const broken = rows.with(0, "AAAAAAAA\tTTTTTTTT\tNA\t1\t1").with(1, "AAAAAAAC\tGTTTTTTA\t0.1\t1\t1");
    broken.splice(2, 1, "AAAAANAG\tCTTTTTTT\t0.1\t1\t1");
    const text = [HEADER, ...broken.slice(0, 3), "short", "short", "short", "short", ...broken.slice(3)].join(
      "\n",
    );
    await expect(importText(text)).rejects.toMatchObject({ code: "data/invalid-table" });
    await expect(importText(text)).rejects.toThrow(
      [
        "FACTOR_8mers.txt: 7 of 32900 rows cannot be read:",
        '  FACTOR_8mers.txt:2: the E-score of AAAAAAAA is "NA", expected a finite number',
        "  FACTOR_8mers.txt:3: GTTTTTTA is not the reverse complement of AAAAAAAC, expected GTTTTTTT",
        '  FACTOR_8mers.txt:4: "AAAAANAG" has "N" at position 6, expected letters of "ACGT"',
        "  FACTOR_8mers.txt:5: got 1 column, expected at least 3",
        "  FACTOR_8mers.txt:6: got 1 column, expected at least 3",
        "  … and 2 more",
      ].join("\n"),
    );
  });

  test("that is cut short names missing sequences", async () => {
    await expect(importText([HEADER, ...rows.slice(2)].join("\n"))).rejects.toMatchObject({
      code: "data/incomplete",
      message: expect.stringContaining(
        "4 of 65536 sequences have no value (AAAAAAAA, AAAAAAAC, GTTTTTTT, TTTTTTTT)",
      ) as string,
    });
  });

  test("may repeat a row but not contradict itself", async () => {
    const repeated = await importText([HEADER, ...rows, rows[7]!].join("\n"));
    expect(repeated.provenance.rows).toBe(32_897);
    const contradiction = importText([HEADER, ...rows, "AAAAAAAA\tTTTTTTTT\t0.49999\t1\t1"].join("\n"));
    await expect(contradiction).rejects.toMatchObject({
      code: "data/contradictory",
      message: expect.stringMatching(
        /FACTOR_8mers\.txt:32898: AAAAAAAA is 0\.49999 here and .* at FACTOR_8mers\.txt:2/,
      ) as string,
    });
  });

  test("with one value everywhere is refused", async () => {
    const flat = rows.map((row) => row.split("\t").with(2, "0.2").join("\t"));
    await expect(importText(flat.join("\n"))).rejects.toMatchObject({ code: "data/constant" });
  });

  test("bears the published name but other content: a warning", async () => {
    const path = join(folder, "SIX6_REF_R1_8mers.txt");
    await writeFile(path, rows.join("\n"));
    const { provenance, warnings } = await importTfbind8([path]);
    expect(provenance.published).toBe(false);
    expect(warnings).toEqual([
      expect.stringContaining("has the name of the published file but another checksum"),
    ]);
  });
});

describe("a pair of arrays", () => {
  const letters = (order: readonly number[]): Int32Array =>
    Int32Array.from(
      order.flatMap((index) =>
        space
          .sequenceAt(index)
          .split("")
          .map((base) => DNA.indexOf(base)),
      ),
    );
  const all = Array.from({ length: space.size }, (_, index) => index);

  test("is read in either order, in any row order and integer width", async () => {
    const order = all.toReversed();
    const x = BigInt64Array.from(letters(order), BigInt);
    const { landscape } = await importPair(
      x,
      Float64Array.from(order, (index) => sim8.scoreAt(index)),
    );
    expect(sameBits(landscape.table, Float64Array.from(sim8.table, Math.fround))).toBe(true);
    const alone = await importTfbind8([join(folder, "f-x-0.npy")]);
    expect(sameBits(alone.landscape.table, landscape.table)).toBe(true);
  });

  test("that is not symmetric names the pair of sequences", async () => {
    const y = Float32Array.from(sim8.table);
    y[1] = 0.25;
    await expect(importPair(letters(all), y)).rejects.toMatchObject({
      code: "data/not-symmetric",
      message: expect.stringContaining("AAAAAAAC is 0.25, its reverse complement GTTTTTTT is 0.") as string,
    });
  });

  test("with letters or scores out of range names the rows", async () => {
    const x = letters(all);
    x[8] = 4;
    const y = Float32Array.from(sim8.table);
    y[2] = Number.NaN;
    await expect(importPair(x, y)).rejects.toThrow(
      /f-x-0\.npy, row 1: got the letters 4 0 .*\n.*f-y-0\.npy, row 2: got the score NaN/,
    );
  });

  test("of which only one is there, or of other shapes, is refused", async () => {
    const path = join(folder, "lonely.npy");
    await writeFile(path, writeNpy({ shape: [3], data: Int32Array.of(1, 2, 3) }));
    await expect(importTfbind8([path])).rejects.toThrow("got one .npy file, expected the pair");
    await expect(importTfbind8([path, path])).rejects.toThrow(
      "lonely.npy with shape (3) and lonely.npy with shape (3)",
    );
    await expect(importTfbind8([])).rejects.toThrow("got 0 files");
    await expect(importTfbind8([join(folder, "absent.txt")])).rejects.toMatchObject({
      code: "data/not-readable",
    });
  });
});

describe.runIf(existsSync(REAL))("the real table", () => {
  const raw = join(REAL, "SIX6_REF_R1_8mers.txt");

  test("facts of the published data", async () => {
    const { landscape, provenance } = await importTfbind8([raw]);
    const { table } = landscape;
    expect(provenance).toMatchObject({
      published: true,
      rows: 32_896,
      source: expect.stringContaining("Barrera") as string,
    });
    // The figures of the data's description: counts, mean, best sequence and the mean of the top 100.
    expect(landscape.summary()).toEqual({ min: 0, mean: expect.closeTo(0.46377, 5) as number, max: 1 });
    expect([0.9, 0.95].map((least) => table.filter((score) => score >= least).length)).toEqual([934, 294]);
    expect([landscape.scoreOf("AGGTATCA"), landscape.scoreOf("TGATACCT")]).toEqual([1, 1]);
    const top = table.toSorted((a, b) => b - a).subarray(0, 100);
    expect(top.reduce((sum, score) => sum + score, 0) / 100).toBeCloseTo(0.98366, 5);
  });

  test("raw text and Design-Bench's arrays agree bit for bit", async () => {
    const fromText = await importTfbind8([raw]);
    const fromArrays = await importTfbind8([
      join(REAL, "tf_bind_8-y-0.npy"),
      join(REAL, "tf_bind_8-x-0.npy"),
    ]);
    expect(fromArrays.provenance).toMatchObject({ published: true, rows: 65_792 });
    expect(sameBits(fromArrays.landscape.table, fromText.landscape.table)).toBe(true);
  });

  test("our writer reproduces the published array byte for byte", async () => {
    for (const name of ["tf_bind_8-x-0.npy", "tf_bind_8-y-0.npy"]) {
      const bytes = new Uint8Array(await readFile(join(REAL, name)));
      expect(Buffer.compare(writeNpy(readNpy(bytes)), bytes)).toBe(0);
    }
  });
});
