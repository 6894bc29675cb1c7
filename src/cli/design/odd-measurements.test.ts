import { expect, test } from "vitest";
import type { Measurement } from "../../landscape/assay/assay.ts";
import { outlierHint, sharedEndsHint } from "./odd-measurements.ts";

const letters = "ACGT";
const row = (i: number, before = "", after = ""): Measurement => ({
  sequence: `${before}${letters[i % 4]}${letters[(i >> 2) % 4]}${letters[(i * 7 + 1) % 4]}${after}`,
  score: 1 + ((i * 37) % 25) / 10,
  count: 1,
  spread: 0,
});
const rows = Array.from({ length: 40 }, (_, i) => row(i));

test("one score far from all others is named, and a wide law of scores is not", () => {
  expect(outlierHint(rows, false)).toBeUndefined();
  const odd = { ...rows[0]!, sequence: "TTT", score: 1e6 };
  expect(outlierHint([...rows, odd], false)).toMatch(
    /^TTT scores 1000000, far from all others, half of which/,
  );
  const wide = rows.map((one, i) => ({ ...one, score: 10 ** (i / 8) }));
  expect(outlierHint(wide, true)).toBeUndefined();
});

test("ends that all share are named, those of one letter or of few rows are not", () => {
  expect(sharedEndsHint(rows)).toBeUndefined();
  const flanked = Array.from({ length: 40 }, (_, i) => row(i, "GGGTAA", "AGATC"));
  expect(sharedEndsHint(flanked)).toContain("every sequence begins with GGGTAA and ends with AGATC");
  expect(sharedEndsHint(flanked.slice(0, 9))).toBeUndefined();
  expect(sharedEndsHint(Array.from({ length: 40 }, (_, i) => row(i, "G")))).toBeUndefined();
  expect(sharedEndsHint(Array.from({ length: 40 }, () => row(3)))).toContain("begins with");
});
