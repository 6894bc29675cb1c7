import { expect, test } from "vitest";
import { drawSelected, type DrawProgress } from "./draw-selected.ts";

test("more rows than a call takes arguments, of a space too small for what is wanted, end with what there is", async () => {
  const letters = ["A", "C", "G", "T"];
  const rows = letters.map((letter) => ({ sequence: letter, intended: letter, score: 1 }));
  const rules = { unique: true, minDistance: undefined, minScore: undefined, top: undefined, excluded: "" };
  let asked = 0;
  const result = await drawSelected({ ...rules, count: 150_000 }, async (some) => {
    asked += some;
    return Array.from({ length: some }, (_, i) => rows[i % 4]!);
  });
  expect(result.rows.map(({ sequence }) => sequence)).toEqual(letters);
  expect(result.drawn).toBe(asked);
  expect(asked).toBeLessThan(4_000_000);
});

test("what is on the list stays out also where the first samples have not all of its letters", async () => {
  const row = (sequence: string): { sequence: string; intended: string; score: number } => ({
    sequence,
    intended: sequence,
    score: 1,
  });
  const rules = { unique: true, minDistance: undefined, minScore: undefined, top: undefined };
  const { rows } = await drawSelected({ ...rules, excluded: "AAAA\nACGT\n", count: 1 }, async (some, chunk) =>
    Array.from({ length: some }, (_, i) => row(chunk === 0 ? "AAAA" : i === 0 ? "ACGT" : "CCCC")),
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(["CCCC"]);
});

test("whoever waits hears how many were drawn, and how many of them were kept so far", async () => {
  const rules = { unique: true, minDistance: undefined, minScore: undefined, top: undefined, excluded: "" };
  const told: DrawProgress[] = [];
  const letters = ["A", "C", "G", "T"];
  await drawSelected(
    { ...rules, count: 4 },
    async (some, chunk, onDrawn) => {
      onDrawn(some);
      const sequence = letters[chunk]!;
      return Array.from({ length: some }, () => ({ sequence, intended: sequence, score: 1 }));
    },
    (progress) => told.push(progress),
  );
  expect(told.slice(0, 3)).toEqual([
    { drawn: 4, kept: null, wanted: 4 },
    { drawn: 260, kept: 1, wanted: 4 },
    { drawn: 520, kept: 2, wanted: 4 },
  ]);
});

test("a list in a table is read for what can be drawn, whatever was drawn first", async () => {
  const rules = { unique: true, minDistance: undefined, minScore: undefined, top: undefined };
  const made = { alphabet: "ACGT", minLength: 4, maxLength: 4 };
  const excluded = "tag,construct\nAAA,ACGT\nAAA,AATT\n";
  const { rows } = await drawSelected({ ...rules, excluded, made, count: 1 }, async (some, chunk) =>
    Array.from({ length: some }, (_, i) => {
      const sequence = chunk === 0 ? "AATT" : i === 0 ? "ACGT" : "AAAA";
      return { sequence, intended: sequence, score: 1 };
    }),
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(["AAAA"]);
});
