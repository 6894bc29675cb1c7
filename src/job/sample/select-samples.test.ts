import { expect, test } from "vitest";
import { type SampleRules, selectSamples } from "./select-samples.ts";

const rows = [
  ["AAAA", 1],
  ["AAAC", 3],
  ["AAAA", 1],
  ["CCCC", 2],
  ["GGGG", 5],
].map(([sequence, score]) => ({ sequence: String(sequence), intended: "", score: Number(score) }));
const anything: SampleRules = {
  unique: false,
  minDistance: undefined,
  minScore: undefined,
  excluded: new Set(),
  count: 10,
  best: false,
};
const picked = (rules: Partial<SampleRules>): string[] =>
  selectSamples(rows, { ...anything, ...rules }).map(({ sequence }) => sequence);

test("each rule, and all of them", () => {
  expect(picked({})).toEqual(["AAAA", "AAAC", "AAAA", "CCCC", "GGGG"]);
  expect(picked({ unique: true })).toEqual(["AAAA", "AAAC", "CCCC", "GGGG"]);
  expect(picked({ minDistance: 2 })).toEqual(["AAAA", "CCCC", "GGGG"]);
  expect(picked({ minScore: 2 })).toEqual(["AAAC", "CCCC", "GGGG"]);
  expect(picked({ excluded: new Set(["GGGG"]) })).toEqual(["AAAA", "AAAC", "AAAA", "CCCC"]);
  expect(picked({ best: true, count: 2 })).toEqual(["GGGG", "AAAC"]);
  expect(picked({ best: true, minDistance: 2, excluded: new Set(["GGGG"]), count: 2 })).toEqual([
    "AAAC",
    "CCCC",
  ]);
});

test("where lengths vary, a letter more at the beginning is one letter apart", () => {
  const varied = ["ACGTACGT", "TACGTACGT", "GGGGGG"].map((sequence) => ({
    sequence,
    intended: "",
    score: 1,
  }));
  const kept = selectSamples(varied, { ...anything, minDistance: 3 });
  expect(kept.map(({ sequence }) => sequence)).toEqual(["ACGTACGT", "GGGGGG"]);
});
