/**
 * Errors of DNA synthesis as errors of the protein that is made of it: how often a codon comes out as another, from a
 * matrix over bases or over codons, summed over the codons that code for what was wanted and for what came. Products with
 * a stop, or out of frame, are no variants; they are taken for lost, and the rest is scaled to one.
 */
import { WindageError } from "../../error.ts";
import { measuredValue } from "../../landscape/assay/measured-value.ts";
import { headerDelimiter, parseCsv } from "../../landscape/text/parse-csv.ts";
import type { CodonUsage } from "../coding/codon-usage.ts";
import { codons, translate } from "../coding/genetic-code.ts";
import { isNucleic } from "../rules/letter-sets.ts";
import { type ErrorModel, matrixAt, readErrorModel } from "./error-model.ts";

/** How far a row may be from summing to one before it is refused; within it, rows are scaled. */
const rowTolerance = 0.01;

/** How often each codon comes of one that was wanted; those that no row names come out as they are. */
type CodonErrors = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Errors of amino acids from a file about bases or codons; undefined where it is about neither. */
export function readCodonErrors(
  text: string,
  alphabet: string,
  usage: CodonUsage | undefined,
  file = "noise matrix",
): ErrorModel | undefined {
  const table = tableOf(text);
  const names = (table[0]?.cells ?? []).filter(
    (name) => !/^(?:intended|position|deleted|inserted|)$/i.test(name),
  );
  const written = names.map(inDna);
  if (isNucleic(alphabet) || names.length === 0) return undefined;
  if (names.length === 4 && new Set(written).size === 4 && written.every((name) => /^[ACGT]$/.test(name))) {
    const bases = names.some((name) => /^u$/i.test(name)) ? "ACGU" : "ACGT";
    const errors = readErrorModel(text, bases, file);
    return acidErrors(ofBases(errors), alphabet, usage);
  }
  if (!written.every((name) => /^[ACGT]{3}$/.test(name))) return undefined;
  return acidErrors(ofCodons(table, file), alphabet, usage);
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

function tableOf(text: string): readonly Line[] {
  return parseCsv(text, headerDelimiter(text))
    .flatMap((row) =>
      "fields" in row ? [{ line: row.line, cells: row.fields.map((cell) => cell.trim()) }] : [],
    )
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
}

const inDna = (text: string): string => text.toUpperCase().replaceAll("U", "T");

/** Three bases are made one by one, with the errors of their places in the codon where these differ. */
function ofBases(errors: ErrorModel): CodonErrors {
  const chance = (wanted: string, came: string): number =>
    Array.from(wanted).reduce(
      (product, letter, place) =>
        product * matrixAt(errors, place)["ACGT".indexOf(letter) * 4 + "ACGT".indexOf(came[place]!)]!,
      1,
    );
  return new Map(
    codons.map((wanted) => [wanted, new Map(codons.map((came) => [came, chance(wanted, came)]))]),
  );
}

function ofCodons(table: readonly Line[], file: string): CodonErrors {
  const [header, ...rows] = table as [Line, ...Line[]];
  const intended = header.cells.findIndex((name) => /^intended$/i.test(name));
  if (intended < 0)
    throw refused(
      `${file}:${header.line}: got no column "intended", expected the codon that was wanted there`,
    );
  const errors = new Map<string, ReadonlyMap<string, number>>();
  for (const { line, cells } of rows) {
    const wanted = inDna(cells[intended] ?? "");
    const came = new Map<string, number>();
    for (const [i, name] of header.cells.entries()) {
      if (i === intended || name === "") continue;
      const share = measuredValue(cells[i] ?? "", "point") ?? measuredValue(cells[i] ?? "", "comma") ?? NaN;
      came.set(inDna(name), share);
    }
    const sum = [...came.values()].reduce((total, share) => total + share, 0);
    if (!codons.includes(wanted) || errors.has(wanted) || !(Math.abs(sum - 1) <= rowTolerance)) {
      throw refused(
        `${file}:${line}: got ${codons.includes(wanted) && !errors.has(wanted) ? `a row that sums to ${Number(sum.toPrecision(6))}` : `${errors.has(wanted) ? "a second row for " : ""}${JSON.stringify(cells[intended] ?? "")} as what was intended`}, expected a codon once, with probabilities that sum to 1`,
      );
    }
    errors.set(wanted, new Map(Array.from(came, ([codon, share]) => [codon, share / sum])));
  }
  return errors;
}

function acidErrors(errors: CodonErrors, alphabet: string, usage: CodonUsage | undefined): ErrorModel {
  const letters = alphabet.length;
  const matrix = new Float64Array(letters * letters);
  for (const [a, acid] of Array.from(alphabet).entries()) {
    const own = codons.filter((codon) => translate(codon) === acid);
    // Where a file tells of some codons alone, these are the ones that are made.
    const told = own.filter((codon) => errors.has(codon));
    const made = told.length > 0 ? told : own;
    let total = 0;
    for (const codon of made) {
      const share = usage === undefined ? 1 : (usage.get(codon) ?? 0);
      for (const [came, chance] of errors.get(codon) ?? [[codon, 1] as const]) {
        const b = alphabet.indexOf(translate(came));
        if (b < 0) continue;
        matrix[a * letters + b]! += share * chance;
        total += share * chance;
      }
    }
    if (total > 0) for (let b = 0; b < letters; b++) matrix[a * letters + b]! /= total;
    // No codon makes it: rules leave it out, and nothing can go wrong with what is not made.
    else matrix[a * letters + a] = 1;
  }
  return { letters, matrices: [matrix] };
}

function refused(message: string): WindageError {
  return new WindageError("design/bad-noise-matrix", message);
}
