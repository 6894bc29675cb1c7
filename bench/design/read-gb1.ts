/** The four-site variants of GB1 (Wu et al. 2016): those that were measured, and with `filled` those that were imputed too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Truth } from "./campaign.ts";
import { aminoAcids } from "./simulated-proteins.ts";

export function readGb1(folder: string, filled: boolean): Truth {
  const read = (file: string, column: number): [string, number][] =>
    readFileSync(join(folder, file), "utf8")
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(","))
      .map((cells) => [cells[0]!, Number(cells[column])]);
  const measured = read("elife-16965-supp1-v4.csv", 4);
  const imputed = read("elife-16965-supp2-v4.csv", 1);
  const rows = filled ? [...measured, ...imputed] : measured;
  return {
    alphabet: aminoAcids,
    sequences: rows.map(([variant]) => variant),
    scores: rows.map(([, score]) => score),
    unknown: filled ? [] : imputed.map(([variant]) => variant),
  };
}
