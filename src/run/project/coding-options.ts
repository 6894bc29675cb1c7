/** The options about the DNA that codes for designs of proteins. */
import type { SpecTable, ValueOfOption } from "../../settings/value-spec.ts";

const coded = {
  words: "with --codons",
  holds: ({ codons }: { readonly codons?: unknown }) => codons !== undefined,
};
const needs = [coded];

export const codingOptions = {
  codons: {
    kind: "text",
    valueName: "host",
    description:
      "Add the DNA to order to designs of proteins, with codons as ecoli, yeast or human uses them, of a degenerate codon such as NNK, or as a CSV file of codons and how often they are used says.",
  },
  codonChoice: {
    kind: "choice",
    choices: ["usual", "drawn"],
    default: "usual",
    needs,
    description:
      "usual: of all DNA that obeys, the one with the most usual codons; drawn: one by how usual they are.",
  },
  gene: {
    kind: "text",
    valueName: "letters",
    needs,
    description:
      "The DNA of the parent: letters, or a FASTA file. Its codons stay where a design has its amino acids.",
  },
  dnaAvoid: {
    kind: "text",
    joins: true,
    valueName: "words",
    needs,
    description:
      "Words that may stand nowhere in the DNA, as --avoid has them for designs, such as BsaI,AAAAAA.",
  },
  dnaMaxRun: {
    kind: "integer",
    min: 1,
    max: 1000,
    needs,
    description: "At most so many of one base in a row.",
  },
  dnaGc: { kind: "text", valueName: "range", needs, description: "Share of G and C of the DNA in percent." },
  dnaFlanks: {
    kind: "text",
    valueName: "letters",
    needs,
    description: "What stands around the DNA, such as GGTCTCA...TGAGACC; rules read across its borders.",
  },
} as const satisfies SpecTable;

/** What was told of coding. */
export type CodingValues = {
  readonly [K in keyof typeof codingOptions]: ValueOfOption<(typeof codingOptions)[K]>;
};
