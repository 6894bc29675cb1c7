/** Samples in pieces: the same text as in one, whatever their number, and a file that is whole or not there. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { WindageError } from "../../error.ts";
import { drawStoppably, streamSamples, type AskedSamples } from "./stream-samples.ts";
import type { SampleRow } from "./select-samples.ts";

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
  const some = { some: 100, seed: 0, beginning: undefined, onDrawn: () => undefined };
  const before = process.listenerCount("SIGINT");
  const slow = {
    draw: async (count: number, _seed: number, _beginning: unknown, onDrawn: (drawn: number) => void) => {
      onDrawn(10);
      process.emit("SIGINT");
      onDrawn(20);
      return sampler.draw(count, 0);
    },
  };
  await expect(drawStoppably(slow as never, some)).rejects.toThrow("sample: stopped after 20 samples.");
  expect(await drawStoppably(sampler, some)).toHaveLength(100);
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
});

test("a place that cannot be written to is told with its option", async () => {
  const out = join(folder, "none", "samples.csv");
  await expect(streamSamples(sampler, asked, { ...nowhere, out })).rejects.toMatchObject({
    code: "run/not-writable",
  });
});
