/**
 * The real TFBind8 table, read where a copy lies beside the repository. It may not be redistributed, so tests
 * that use it run only where it is present.
 */
import { existsSync, readFileSync } from "node:fs";

const folder = new URL("../../../shared/data/tfbind8/", import.meta.url);
const rawTable = new URL("SIX6_REF_R1_8mers.txt", folder);
const modeTable = new URL("modes_tfbind8.csv", folder);

export const hasRealTable = existsSync(rawTable);
export const hasReferenceModes = hasRealTable && existsSync(modeTable);

if (!hasRealTable) console.warn("The real TFBind8 table is absent: the tests that need it do not run.");

/** All 8-mers in lexicographic order. */
export function allEightMers(): string[] {
  let words = [""];
  for (let t = 0; t < 8; t++)
    words = words.flatMap((word) => ["A", "C", "G", "T"].map((letter) => word + letter));
  return words;
}

/** Scores of all 8-mers in lexicographic order: E-scores scaled to 0…1. */
export function realScores(): Float64Array {
  const byWord = new Map<string, number>();
  for (const line of readFileSync(rawTable, "utf8").trim().split("\n").slice(1)) {
    const [word, complement, score] = line.split("\t");
    byWord.set(word!, Number(score));
    byWord.set(complement!, Number(score));
  }
  const raw = Float64Array.from(allEightMers(), (word) => byWord.get(word) ?? NaN);
  const sorted = raw.slice().sort();
  const low = sorted[0]!;
  const range = sorted.at(-1)! - low;
  return raw.map((score) => (score - low) / range);
}

/** The literature's 328 reference modes, best first. */
export function publishedModes(): { readonly sequence: string; readonly score: number }[] {
  return readFileSync(modeTable, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [, sequence, score] = line.split(",");
      return { sequence: sequence!, score: Number(score) };
    });
}
