/** In which format a file is written: the ending of its name decides unless `--format` does, and the two must agree. */
import { WindageError } from "../error.ts";
import type { CommandContext } from "./option-table.ts";

/** What endings say; a spreadsheet is given CSV. Endings that are not here say nothing. */
const formatsOfEndings: Readonly<Record<string, readonly string[]>> = {
  csv: ["csv", "excel"],
  xlsx: ["xlsx"],
  json: ["json"],
  jsonl: ["jsonl"],
  ndjson: ["jsonl"],
  parquet: ["parquet"],
  fasta: ["fasta"],
  fa: ["fasta"],
  fas: ["fasta"],
  fna: ["fasta"],
  faa: ["fasta"],
};

/** The format of what is written to `out`; undefined where neither it nor `--format` says one. */
export function outputFormat<Format extends string>(
  format: Format | undefined,
  out: string | undefined,
  choices: readonly Format[],
): Format | undefined {
  const ending = /\.([^./\\]+)$/.exec(out ?? "")?.[1]?.toLowerCase() ?? "";
  const says = Object.hasOwn(formatsOfEndings, ending) ? formatsOfEndings[ending]! : undefined;
  if (says === undefined || (format !== undefined && says.includes(format))) return format;
  if (format !== undefined) {
    throw new WindageError(
      "cli/conflict",
      `--format: got ${format} beside --out ${out!}, whose ending says ${says[0]!}, expected one of the two; leave --format out, or change the ending.`,
    );
  }
  const meant = choices.find((choice) => says.includes(choice));
  if (meant !== undefined) return meant;
  throw new WindageError(
    "cli/conflict",
    `--out: got ${out!}, but this command does not write ${says[0]!}, expected ${choices.join(", ")}; change the ending.`,
  );
}

/** Refuses a format that was asked for and that nothing would be written in: `--json` prints one document. */
export function refuseUnusedFormat(
  { json, given }: Pick<CommandContext, "json" | "given">,
  out: string | undefined,
): void {
  if (!json || !given.has("format") || out !== undefined) return;
  throw new WindageError(
    "cli/no-effect",
    "--format: got it with --json, which prints one document and nothing else; leave one of them out, or add --out.",
  );
}
