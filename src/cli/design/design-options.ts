/** The options of `windage design` about its files, and what a round is given of its values. */
import { WindageError } from "../../error.ts";
import type { ErrorModel, ProposeOptions } from "../../design/index.ts";
import { directionOptions, layoutOptions, ungrouped } from "../../world/settings/assay-settings.ts";
import type { RoundValues } from "../../experiment/options/round-options.ts";
import type { SpecTable } from "../option-table.ts";
import { outputFormat } from "../output-format.ts";

/** The project that a command goes on with. */
export const projectArgument = {
  kind: "text",
  valueName: "folder",
  description: "The folder of the project.",
} as const;

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
  log: {
    ...ungrouped(directionOptions.log),
    description:
      "Work with log10 of the scores, for scores that span powers of ten; what is shown stays in the unit of the file.",
  },
} as const satisfies SpecTable;

/** How the batch is written. */
export const outputOptions = {
  format: {
    kind: "choice",
    choices: ["table", "csv", "excel", "fasta"],
    description:
      "table for reading, unless told; csv; excel: csv that spreadsheets open without questions, with semicolons and decimal commas where the measurements have those; fasta. With --out it is the format of the file, by its ending unless told, else csv.",
  },
  out: {
    kind: "text",
    valueName: "file",
    description:
      "Write the batch to this file, as csv unless its ending or --format says otherwise, and show the table. - is standard output.",
  },
  exclude: {
    kind: "text",
    valueName: "file",
    description:
      "Sequences never to propose, in later rounds of the project either: FASTA, one per line, or a table.",
  },
} as const satisfies SpecTable;

type OrderFormat = (typeof outputOptions.format.choices)[number];

/** What is printed without a file, or written into one; a table is shown beside a file anyway. */
export function orderFormat(format: OrderFormat | undefined, out: string | undefined): OrderFormat {
  const [, ...ofFiles] = outputOptions.format.choices;
  return outputFormat(format === "table" ? undefined : format, out, ofFiles) ?? "table";
}

/** What a round is told; the matrix is read, and its text kept, by whoever calls. */
export function proposeOptionsOf(values: RoundValues, errors: ErrorModel): ProposeOptions {
  const { utilityWidth, threshold, steps, batch, minDistance, minNovelty, doubleStranded } = values;
  const { utility, aim, kappa, search, decideAhead, seed } = values;
  return {
    batch,
    minDistance,
    minNovelty,
    doubleStranded,
    utility,
    aim,
    kappa,
    search,
    decideAhead,
    seed,
    errors,
    ...(utilityWidth === undefined ? {} : { utilityWidth }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(steps === undefined ? {} : { steps }),
  };
}

/** Refuses an aim without what it needs, before anything is read, fitted or kept. */
export function requireThreshold({ aim, threshold }: Pick<RoundValues, "aim" | "threshold">): void {
  if (aim !== "exceed" || threshold !== undefined) return;
  throw new WindageError(
    "cli/missing-option",
    "--aim exceed: got no --threshold, expected the score that designs have to pass; add --threshold.",
  );
}

/** What to say of a utility that was chosen and changes no design. */
export function idleUtility(
  { utility, search = "gflownet", aim = "mean" }: Pick<ProposeOptions, "utility" | "search" | "aim">,
  isFaultless: boolean,
): string | undefined {
  if (utility === undefined || utility === "rank") return undefined;
  // An improvement or a probability is a worth of its own, and Thompson sampling has no other aim.
  if (search !== "thompson" && (aim === "improvement" || aim === "exceed")) {
    return `--utility ${utility}: changes nothing with --aim ${aim}, which says itself what a prediction is worth.`;
  }
  return search === "gflownet" || !isFaultless
    ? undefined
    : `--utility ${utility}: changes nothing with --search ${search} and no synthesis errors, because the best stay the best whatever a score is worth.`;
}

/** A threshold in the unit of the file, as a round takes it. */
export function workedThreshold(threshold: number, log: boolean): number {
  if (!log) return threshold;
  if (threshold > 0) return Math.log10(threshold);
  throw new WindageError(
    "cli/invalid-value",
    `--threshold: got ${threshold}, expected a score above 0, in the unit of the file: --log takes its logarithm.`,
  );
}
