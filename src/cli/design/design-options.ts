/** The options of `windage design` and its rounds, and what a round is given of them. */
import type { ErrorModel, ProposeOptions } from "../../design/index.ts";
import {
  directionOptions,
  layoutOptions,
  utilityWidthOption,
} from "../../experiment/options/assay-options.ts";
import type { SpecTable, ValuesOf } from "../option-table.ts";

/** How the file is laid out; as everywhere, but under no heading of its own. */
export const assayOptions = {
  sequenceColumn: ungrouped(layoutOptions.sequenceColumn),
  scoreColumn: ungrouped(layoutOptions.scoreColumn),
  delimiter: ungrouped(layoutOptions.delimiter),
  decimal: ungrouped(layoutOptions.decimal),
} as const satisfies SpecTable;

/** Which scores are good. */
export const directionOfScores = {
  minimize: ungrouped(directionOptions.minimize),
  log: ungrouped(directionOptions.log),
} as const satisfies SpecTable;

function ungrouped<Spec extends { readonly group: string }>({ group: _group, ...spec }: Spec) {
  return spec;
}

/** What is wanted of the batch, and how it is looked for. */
export const roundOptions = {
  batch: { kind: "integer", min: 1, max: 100_000, default: 100, description: "How many sequences to order." },
  minDistance: {
    kind: "integer",
    min: 1,
    max: 1000,
    default: 3,
    description: "Letters by which any two designs of the batch differ at least.",
  },
  minNovelty: {
    kind: "integer",
    min: 1,
    max: 1000,
    default: 1,
    description: "Letters by which a design differs from everything measured at least.",
  },
  doubleStranded: {
    kind: "boolean",
    description: "A DNA sequence and its reverse complement are the same thing.",
  },
  alpha: {
    kind: "number",
    min: 0,
    max: 1,
    default: 0,
    description: "Synthesis errors: how often a letter is replaced by a random one.",
  },
  noiseMatrix: {
    kind: "text",
    valueName: "file",
    description:
      "Synthesis errors as a CSV of probabilities, intended × real (docs/noise.md), instead of --alpha.",
  },
  utility: {
    kind: "choice",
    choices: ["rank", "sigmoid", "exp", "given"],
    default: "rank",
    description: "What a score is worth; the picture shows it.",
  },
  utilityWidth: ungrouped(utilityWidthOption),
  aim: {
    kind: "choice",
    choices: ["mean", "explore", "safe", "improvement", "exceed"],
    default: "mean",
    description:
      "What counts of a prediction. mean: itself; explore, safe: more or less of its standard error (--kappa); improvement: over the best measured; exceed: its chance to pass --threshold.",
  },
  kappa: { kind: "number", min: 0, default: 1, description: "Standard errors for --aim explore and safe." },
  threshold: { kind: "number", description: "The score --aim exceed has to pass." },
  search: {
    kind: "choice",
    choices: ["gflownet", "evolution", "thompson", "all"],
    default: "gflownet",
    description: "How candidates are found; all looks at every sequence of a space of at most 2^20.",
  },
  steps: {
    kind: "integer",
    min: 1,
    description: "Length of the search; 800 for gflownet, 100 for evolution.",
  },
  seed: {
    kind: "integer",
    min: 0,
    default: 0,
    description: "The same seed and measurements give the same batch.",
  },
} as const satisfies SpecTable;

/** How the batch is written. */
export const outputOptions = {
  format: {
    kind: "choice",
    choices: ["table", "csv", "excel", "fasta"],
    default: "table",
    description: "table for reading; csv; excel: csv that spreadsheets open without questions; fasta.",
  },
  out: {
    kind: "text",
    valueName: "file",
    description:
      "Write the batch to this file, as csv unless --format says fasta or excel, and show the table.",
  },
  exclude: {
    kind: "text",
    valueName: "file",
    description: "Sequences never to propose: FASTA, one per line, or a table.",
  },
} as const satisfies SpecTable;

const noArguments = {} as const satisfies SpecTable;
type NoArguments = typeof noArguments;

export type RoundValues = ValuesOf<NoArguments, typeof roundOptions>;

/** What a round is told; the matrix is read, and its text kept, by whoever calls. */
export function proposeOptionsOf(values: RoundValues, errors: ErrorModel): ProposeOptions {
  const { utilityWidth, threshold, steps, batch, minDistance, minNovelty, doubleStranded } = values;
  const { utility, aim, kappa, search, seed } = values;
  return {
    batch,
    minDistance,
    minNovelty,
    doubleStranded,
    utility,
    aim,
    kappa,
    search,
    seed,
    errors,
    ...(utilityWidth === undefined ? {} : { utilityWidth }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(steps === undefined ? {} : { steps }),
  };
}
