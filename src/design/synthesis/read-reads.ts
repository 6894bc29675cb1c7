/** Reads a CSV file of reads: what was intended and what was observed, and how often where a column `count` says. */
import { WindageError } from "../../error.ts";
import { parseDecimal } from "../../landscape/text/parse-decimal.ts";
import { headerDelimiter, parseCsv } from "../../landscape/text/parse-csv.ts";
import type { Read } from "./fit-errors.ts";

/** More reads than any machine gives; sums of counts stay exact well beyond. */
const mostReads = 1e12;

/**
 * Reads pairs of intended and observed sequences, for `fitErrors`, from the text of a file; `file` is only for
 * messages.
 */
export function readReads(text: string, alphabet: string, file = "reads"): readonly Read[] {
  if (text.trim() === "")
    throw new WindageError(
      "design/bad-reads",
      `${file}: got an empty file, expected a table with the columns "intended" and "observed"`,
    );
  const [header, ...rows] = parseCsv(text, headerDelimiter(text));
  const names =
    header !== undefined && "fields" in header ? header.fields.map((name) => name.trim().toLowerCase()) : [];
  const columns = {
    intended: names.indexOf("intended"),
    observed: names.indexOf("observed"),
    count: names.indexOf("count"),
  };
  if (columns.intended < 0 || columns.observed < 0) {
    throw new WindageError(
      "design/bad-reads",
      `${file}:1: got the columns ${JSON.stringify(names.join(", "))}, expected "intended" and "observed" (and "count", where rows stand for several reads); rename yours`,
    );
  }
  const letters = new Set(alphabet);
  const sequence = (cell: string, name: string, line: number): string => {
    const text = cell.trim().toUpperCase();
    const at = Array.from(text).findIndex((letter) => !letters.has(letter));
    if (at < 0 && text !== "") return text;
    throw new WindageError(
      "design/bad-reads",
      `${file}:${line}: column "${name}": got ${text === "" ? "nothing" : `${JSON.stringify(text[at])} at position ${at + 1}`}, expected letters of ${alphabet}; leave such reads out, or give --alphabet`,
    );
  };
  const reads = rows.map((row) => {
    if ("problem" in row) throw new WindageError("design/bad-reads", `${file}:${row.line}: ${row.problem}`);
    const count = columns.count < 0 ? 1 : (parseDecimal(row.fields[columns.count] ?? "") ?? NaN);
    if (!(count >= 0 && count <= mostReads)) {
      throw new WindageError(
        "design/bad-reads",
        `${file}:${row.line}: column "count": got ${JSON.stringify(row.fields[columns.count] ?? "")}, expected a number of reads from 0 to ${mostReads}`,
      );
    }
    return {
      intended: sequence(row.fields[columns.intended] ?? "", "intended", row.line),
      observed: sequence(row.fields[columns.observed] ?? "", "observed", row.line),
      count,
    };
  });
  if (reads.length === 0)
    throw new WindageError(
      "design/bad-reads",
      `${file}: got no reads below the header, expected at least one`,
    );
  return reads;
}
