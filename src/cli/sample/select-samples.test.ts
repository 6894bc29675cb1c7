import { expect, test } from "vitest";
import { idleRules, type SampleRules, selectSamples } from "./select-samples.ts";

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

test("rules that change nothing beside others are told", () => {
  const rules = { unique: true, top: undefined, minDistance: undefined };
  expect(idleRules(rules, 5)).toEqual([]);
  expect(idleRules({ ...rules, minDistance: 2 }, 5)).toEqual([
    "--unique adds nothing: --min-distance keeps each sequence once.",
  ]);
  expect(idleRules({ ...rules, top: 5, minDistance: 2 }, 99)).toEqual([
    "--unique adds nothing: --top and --min-distance keep each sequence once.",
    "--count 99 adds nothing: --top 5 chooses from at least 100.",
  ]);
  expect(idleRules({ ...rules, unique: false, top: 5 }, 100)).toEqual([]);
  expect(idleRules(rules, 1)).toEqual(["--unique adds nothing: a single sequence has no other beside it."]);
  expect(idleRules({ ...rules, unique: false, top: 1, minDistance: 3 }, undefined)).toEqual([
    "--min-distance adds nothing: a single sequence has no other beside it.",
  ]);
  expect(idleRules({ ...rules, unique: false, top: 5 }, undefined)).toEqual([]);
  expect(idleRules({ ...rules, unique: false, top: 3, minDistance: 1 }, undefined)).toEqual([
    "--min-distance 1 adds nothing: --top keeps each sequence once.",
  ]);
  expect(idleRules({ ...rules, unique: false, minDistance: 1 }, 5)).toEqual([]);
});
