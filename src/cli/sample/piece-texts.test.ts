/** Samples in pieces: the same text as in one, whatever their number, and a file that is whole or not there. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { WindageError } from "../../error.ts";
import { writeOutput } from "../../file/output-file.ts";
import { drawPieces, type AskedPieces } from "../../job/sample/draw-pieces.ts";
import type { Sampler } from "../../job/sample/sampler.ts";
import { countText, pieceTexts } from "./piece-texts.ts";
import type { TextFormat } from "./write-samples.ts";
import type { SampleRow } from "../../job/sample/select-samples.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-stream-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seeds: number[] = [];
const rowOf = (i: number): SampleRow => ({ sequence: "ACGT", intended: "ACGA", score: i });
const sampler = {
  draw(count: number, seed: number): Promise<readonly SampleRow[]> {
    seeds.push(seed);
    return Promise.resolve(Array.from({ length: count }, (_, i) => rowOf(i)));
  },
};
const asked: AskedPieces = { beginnings: [undefined], count: 65_538, seed: 7 };

function textsOf(format: TextFormat, from: Pick<Sampler, "draw"> = sampler): AsyncGenerator<string> {
  return pieceTexts(drawPieces(from, asked), format, false);
}

test("pieces follow each other, each from a seed of its own, and are numbered on", async () => {
  seeds.length = 0;
  const printed: string[] = [];
  for await (const text of textsOf("fasta")) printed.push(text);
  expect(printed).toHaveLength(2);
  expect(seeds).toEqual([7, 1_000_010]);
  expect(printed[1]).toBe(
    ">sample65537 score=0 intended=ACGA\nACGT\n>sample65538 score=1 intended=ACGA\nACGT\n",
  );
});

test("a table has one header", async () => {
  const out = join(folder, "samples.csv");
  await writeOutput(out, textsOf("csv"));
  const lines = readFileSync(out, "utf8").split("\n");
  expect(lines.filter((line) => line.startsWith("sequence"))).toHaveLength(1);
  expect(lines).toHaveLength(1 + 65_538 + 1);
});

test("what goes wrong while drawing is told as it is, and leaves nothing behind", async () => {
  const out = join(folder, "broken.csv");
  const broken = {
    draw: () => Promise.reject(new WindageError("landscape/bad-score", "no score", { kind: "failure" })),
  };
  await expect(writeOutput(out, textsOf("fasta", broken))).rejects.toThrow("no score");
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(folder)).toEqual(["samples.csv"]);
});

test("whoever waits hears how many were drawn, and how many of them were kept so far", () => {
  expect(countText({ drawn: 4, kept: null, wanted: 4 })).toBe("4 samples drawn");
  expect(countText({ drawn: 1260, kept: 1, wanted: 4 })).toBe("1,260 samples drawn, 1 of 4 kept so far");
});

test("a place that cannot be written to is told with its option", async () => {
  const out = join(folder, "none", "samples.csv");
  await expect(writeOutput(out, textsOf("fasta"))).rejects.toMatchObject({
    code: "run/not-writable",
  });
});
