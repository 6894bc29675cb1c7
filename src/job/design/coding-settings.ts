/** The DNA that codes for designs, as settings tell it: tables and genes are read, and their texts kept by projects. */
import {
  codonHosts,
  type CodonUsage,
  mostUsual,
  readCodonUsage,
  usageOfHost,
} from "../../design/coding/codon-usage.ts";
import { type Coding, readCodingRules } from "../../design/coding/reverse-translation.ts";
import { WindageError } from "../../error.ts";
import { decodeText, readUserFile } from "../../file/read-user-file.ts";
import { isNucleic } from "../../design/rules/letter-sets.ts";
import { protein } from "../../landscape/assay/guess-alphabet.ts";
import type { CodingValues } from "../../run/project/coding-options.ts";
import { readSequence } from "./read-parent.ts";

/** The same with the texts of files in place of their names. */
export async function withCodingFiles<V extends CodingValues>(values: V): Promise<V> {
  const { codons, gene } = values;
  if (codons !== undefined && /^[\w ]*$/.test(codons) && usageOfHost(codons) === undefined) {
    throw new WindageError(
      "design/bad-codons",
      (say) =>
        `${say("codons")}: got ${JSON.stringify(codons)}, expected ${codonHosts.join(", ")}, a degenerate codon such as NNK, or a CSV file of codons and how often they are used.`,
    );
  }
  return {
    ...values,
    codons:
      codons === undefined || usageOfHost(codons) !== undefined
        ? codons
        : decodeText(await readUserFile(codons), codons),
    gene: gene === undefined ? undefined : await readSequence(gene, "gene"),
  };
}

/** Which codons are made, for errors of them; undefined where nothing was told. */
export function codonsMade({
  codons,
  codonChoice,
}: Pick<CodingValues, "codons" | "codonChoice">): CodonUsage | undefined {
  if (codons === undefined) return undefined;
  const usage = usageOf(codons);
  return codonChoice === "drawn" || /^[A-Z]{3}$/i.test(codons) ? usage : mostUsual(usage);
}

function usageOf(codons: string): CodonUsage {
  return usageOfHost(codons) ?? readCodonUsage(codons, "codons");
}

/** How designs are coded; undefined where no DNA is wanted. */
export function codingOf(values: CodingValues, alphabet: string): Coding | undefined {
  const { codons, gene, dnaAvoid: avoid, dnaMaxRun: maxRun, dnaGc: gc, dnaFlanks: flanks } = values;
  if (codons === undefined) return undefined;
  const isProtein =
    !isNucleic(alphabet) && Array.from(alphabet).every((letter) => protein.letters.includes(letter));
  if (!isProtein) {
    throw new WindageError(
      "design/not-protein",
      (say) =>
        `${say("codons")}: got sequences over ${alphabet}, expected proteins, which DNA codes for; leave it out.`,
    );
  }
  const letters = gene?.toUpperCase().replaceAll("U", "T");
  if (letters !== undefined && (letters.length % 3 !== 0 || /[^ACGT]/.test(letters))) {
    throw new WindageError(
      "design/bad-codons",
      (say) =>
        `${say("gene")}: got ${letters.length} letters${/[^ACGT]/.test(letters) ? " with others than A, C, G and T" : ""}, expected codons of three letters, from the first one of the parent on.`,
    );
  }
  const coding: Coding = {
    usage: usageOf(codons),
    choice: values.codonChoice,
    rules: { avoid, maxRun, gc, flanks },
    ...(letters === undefined ? {} : { gene: letters }),
  };
  try {
    // Rules that cannot be read are refused before anything is fitted.
    readCodingRules(coding, 1);
  } catch (error) {
    if (!(error instanceof WindageError)) throw error;
    throw new WindageError(error.code, error.message.replace(/^--/, "--dna-"), { cause: error });
  }
  return coding;
}
