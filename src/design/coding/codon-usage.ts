/**
 * How often an organism uses each of the codons of an amino acid: tables of three hosts as counted by the Codon Usage
 * Database (Nakamura, Gojobori and Ikemura 2000, kazusa.or.jp/codon), or a file of one's own.
 */
import { WindageError } from "../../error.ts";
import { measuredValue } from "../../landscape/assay/measured-value.ts";
import { headerDelimiter, parseCsv } from "../../landscape/text/parse-csv.ts";
import { lettersOfCode } from "../rules/letter-sets.ts";
import { codons, translate } from "./genetic-code.ts";

/** Shares in percent among the codons of one amino acid, TTT, TTC, TTA, TTG, TCT, … as in the genetic code. */
const hosts: Readonly<Record<string, readonly number[]>> = {
  // Escherichia coli K-12 W3110 (316407).
  ecoli: [
    57, 43, 13, 13, 15, 15, 12, 15, 57, 43, 64, 7, 44, 56, 29, 100, 10, 10, 4, 50, 16, 12, 19, 53, 57, 43, 35,
    65, 38, 40, 6, 10, 51, 42, 7, 100, 16, 44, 13, 27, 45, 55, 76, 24, 15, 28, 4, 2, 26, 22, 15, 37, 16, 27,
    21, 36, 63, 37, 69, 31, 34, 41, 11, 15,
  ],
  // Saccharomyces cerevisiae (4932).
  yeast: [
    59, 41, 28, 29, 26, 16, 21, 10, 56, 44, 47, 23, 63, 37, 30, 100, 13, 6, 14, 11, 31, 15, 42, 12, 64, 36,
    69, 31, 14, 6, 7, 4, 46, 26, 27, 100, 35, 22, 30, 14, 59, 41, 58, 42, 16, 11, 48, 21, 39, 21, 21, 19, 38,
    22, 29, 11, 65, 35, 70, 30, 47, 19, 22, 12,
  ],
  // Homo sapiens (9606).
  human: [
    46, 54, 8, 13, 19, 22, 15, 5, 44, 56, 30, 24, 46, 54, 47, 100, 13, 20, 7, 40, 29, 32, 28, 11, 42, 58, 27,
    73, 8, 18, 11, 20, 36, 47, 17, 100, 25, 36, 28, 11, 47, 53, 43, 57, 15, 24, 21, 21, 18, 24, 12, 46, 27,
    40, 23, 11, 46, 54, 42, 58, 16, 34, 25, 25,
  ],
};

/** The hosts there are tables of. */
export const codonHosts: readonly string[] = Object.keys(hosts);

/** The share of each codon among those of its amino acid. */
export type CodonUsage = ReadonlyMap<string, number>;

/** The table of a host by name, or the codons of a degenerate one such as NNK, each as often; undefined where there is none. */
export function usageOfHost(name: string): CodonUsage | undefined {
  if (/^[ACGTRYSWKMBDHVN]{3}$/i.test(name)) {
    const sets = Array.from(name, (code) => lettersOfCode(code, "ACGT")!);
    const isMade = (codon: string): boolean =>
      sets.every((letters, place) => letters.includes(codon[place]!));
    return asShares(new Map(codons.map((codon) => [codon, isMade(codon) ? 1 : 0])));
  }
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
  const shares = Object.hasOwn(hosts, plain) ? hosts[plain]! : undefined;
  return shares === undefined ? undefined : asShares(new Map(codons.map((codon, i) => [codon, shares[i]!])));
}

/** The same with the most usual codon of each amino acid alone, the first of several. */
export function mostUsual(usage: CodonUsage): CodonUsage {
  const best = new Map<string, string>();
  for (const [codon, share] of usage) {
    const known = best.get(translate(codon));
    if (share > 0 && (known === undefined || share > usage.get(known)!)) best.set(translate(codon), codon);
  }
  return new Map(Array.from(usage, ([codon]) => [codon, best.get(translate(codon)) === codon ? 1 : 0]));
}

function asShares(counts: ReadonlyMap<string, number>): CodonUsage {
  const sums = new Map<string, number>();
  for (const [codon, count] of counts) sums.set(translate(codon), (sums.get(translate(codon)) ?? 0) + count);
  return new Map(
    Array.from(counts, ([codon, count]) => [codon, count / Math.max(sums.get(translate(codon))!, 1e-300)]),
  );
}

/** A table of one's own: a codon and how often it is used in each row, in any unit; codons that are not there are not used. */
export function readCodonUsage(text: string, file: string): CodonUsage {
  const counts = new Map<string, number>(codons.map((codon) => [codon, 0]));
  let read = 0;
  for (const row of parseCsv(text, headerDelimiter(text))) {
    if (!("fields" in row)) continue;
    const cells = row.fields.map((cell) => cell.trim().toUpperCase().replaceAll("U", "T"));
    const codon = cells.find((cell) => counts.has(cell));
    // The header, and rows of amino acids alone.
    if (codon === undefined) continue;
    const numbers = row.fields.flatMap(
      (cell) => measuredValue(cell, "point") ?? measuredValue(cell, "comma") ?? [],
    );
    if (numbers.length === 0 || !numbers.every((number) => number >= 0)) {
      throw refused(
        `${file}:${row.line}: got ${codon} without a number of 0 or more, expected how often it is used`,
      );
    }
    counts.set(codon, numbers[0]!);
    read++;
  }
  const acids = new Set(codons.map(translate));
  acids.delete("*");
  const missing = [...acids].filter((acid) =>
    codons.every((codon) => translate(codon) !== acid || counts.get(codon) === 0),
  );
  if (read === 0 || missing.length > 0) {
    throw refused(
      `${file}: got ${read === 0 ? "no codon" : `no codon for ${missing.join(", ")}`}, expected rows such as "GCG,0.36" for the codons of all amino acids, or one of ${codonHosts.join(", ")}`,
    );
  }
  return asShares(counts);
}

function refused(message: string): WindageError {
  return new WindageError("design/bad-codons", `--codons: ${message}`);
}
