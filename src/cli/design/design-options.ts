/** The options of `windage design` about its files, and what there is to say of those of a round. */
import type { ProposeOptions } from "../../design/propose.ts";
import {
  directionOptions,
  layoutOptions,
  parentOptions,
  sheetOption,
  ungrouped,
} from "../../world/settings/assay-settings.ts";
import { WindageError } from "../../error.ts";
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
  ...sheetOption,
  ...parentOptions,
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
    choices: ["table", "csv", "excel", "xlsx", "fasta"],
    description:
      "table for reading, unless told; csv; excel: csv that spreadsheets open without questions; both with semicolons and decimal commas where the measurements have those; xlsx: a workbook, with --out alone; fasta. With --out it is the format of the file, by its ending unless told, else csv.",
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
  if (format === "xlsx" && out === undefined) {
    throw new WindageError(
      "cli/missing-option",
      "--format xlsx: got no file, and a terminal cannot show a workbook, expected one; add --out order.xlsx.",
    );
  }
  return outputFormat(format === "table" ? undefined : format, out, ofFiles) ?? "table";
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
