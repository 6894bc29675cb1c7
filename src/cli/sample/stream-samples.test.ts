/** Samples in pieces: the same text as in one, whatever their number, and a file that is whole or not there. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { WindageError } from "../../error.ts";
import { countText, stoppably, streamSamples, type AskedSamples } from "./stream-samples.ts";
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
const asked: AskedSamples = { beginnings: [undefined], count: 65_538, seed: 7, format: "fasta" };
const nowhere = { print: () => undefined, onPhase: () => undefined };

test("pieces follow each other, each from a seed of its own, and are numbered on", async () => {
  seeds.length = 0;
  const printed: string[] = [];
  const target = { ...nowhere, out: undefined, print: (text: string) => void printed.push(text) };
  expect(await streamSamples(sampler, asked, target)).toBe(65_538);
  expect(printed).toHaveLength(2);
  expect(seeds).toEqual([7, 1_000_010]);
  expect(printed[1]).toBe(
    ">sample65537 score=0 intended=ACGA\nACGT\n>sample65538 score=1 intended=ACGA\nACGT\n",
  );
});

test("a table has one header", async () => {
  const out = join(folder, "samples.csv");
  await streamSamples(sampler, { ...asked, format: "csv" }, { ...nowhere, out });
  const lines = readFileSync(out, "utf8").split("\n");
  expect(lines.filter((line) => line.startsWith("sequence"))).toHaveLength(1);
  expect(lines).toHaveLength(1 + 65_538 + 1);
});

test("what goes wrong while drawing is told as it is, and leaves nothing behind", async () => {
  const out = join(folder, "broken.csv");
  const broken = {
    draw: () => Promise.reject(new WindageError("landscape/bad-score", "no score", { kind: "failure" })),
  };
  await expect(streamSamples(broken, asked, { ...nowhere, out })).rejects.toThrow("no score");
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(folder)).toEqual(["samples.csv"]);
});

test("Ctrl-C ends samples that are all held, in words", async () => {
  const before = process.listenerCount("SIGINT");
  const slow = stoppably(async (heed) => {
    heed(10);
    process.emit("SIGINT");
    heed(20);
  });
  await expect(slow).rejects.toThrow("sample: stopped after 20 samples.");
  expect(await stoppably((heed) => Promise.resolve(heed(100)))).toBeUndefined();
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
});

test("whoever waits hears how many were drawn, and how many of them were kept so far", () => {
  expect(countText({ drawn: 4, kept: null, wanted: 4 })).toBe("4 samples drawn");
  expect(countText({ drawn: 1260, kept: 1, wanted: 4 })).toBe("1,260 samples drawn, 1 of 4 kept so far");
});

test("a place that cannot be written to is told with its option", async () => {
  const out = join(folder, "none", "samples.csv");
  await expect(streamSamples(sampler, asked, { ...nowhere, out })).rejects.toMatchObject({
    code: "run/not-writable",
  });
});
