/** An order as files that laboratories and suppliers take: CSV, CSV for spreadsheets, FASTA. */
import { WindageError } from "../../error.ts";
import type { DecimalMark } from "../../landscape/assay/assay.ts";
import { quoteSequence } from "../../landscape/text/quote-sequence.ts";
import type { Design } from "../propose.ts";

const columns: readonly string[] = [
  "name",
  "sequence",
  "predicted",
  "predicted_low",
  "predicted_high",
  "after_errors",
  "after_errors_low",
  "after_errors_high",
  "nearest_measured",
  "nearest_score",
  "letters_apart",
];

/** Of a number in a name: the same in batches of any size, so that a design keeps its name where more are ordered. */
const digits = 3;

/**
 * The text of a file with a batch, with its final line end; names begin with the number of the round. `decimal` is how
 * the measurements write numbers, and so the programs that will open the order.
 */
export function writeOrder(
  designs: readonly Design[],
  format: "csv" | "excel" | "fasta",
  round = 1,
  decimal: DecimalMark = "point",
): string {
  // Beside whole sequences, where there is a parent that they change.
  const isCoded = designs.some(({ dna }) => dna !== undefined);
  const isNamed = designs.some(({ mutations }) => mutations !== undefined);
  const name = (i: number): string => `r${round}-${String(i + 1).padStart(digits, "0")}`;
  if (format === "fasta") {
    return designs
      .map(
        ({ order, mutations, dna, predicted, afterErrors, nearest }, i) =>
          `>${name(i)}${mutations === undefined ? "" : ` ${mutations}`} predicted=${exact(predicted.middle)} low=${exact(predicted.low)} high=${exact(predicted.high)} after_errors=${exact(afterErrors.middle)} nearest=${nearest.sequence} apart=${nearest.distance}${dna === undefined ? "" : ` protein=${order}`}\n${dna ?? order}\n`,
      )
      .join("");
  }
  if (format === "excel") refuseFormulas(designs.flatMap(({ order, nearest }) => [order, nearest.sequence]));
  // Where numbers have commas, spreadsheets take semicolons for what separates columns.
  const commas = decimal === "comma";
  const mark = commas ? ";" : ",";
  // Letters may be anything but quotes and commas, and so this mark.
  const cell = (text: string): string => (text.includes(mark) ? `"${text}"` : text);
  const number = (value: number): string => (commas ? exact(value).replace(".", ",") : exact(value));
  const rows = designs.map(({ order, mutations, dna, predicted, afterErrors, nearest }, i) =>
    [
      name(i),
      ...(isNamed ? [mutations ?? ""] : []),
      cell(order),
      ...(isCoded ? [dna ?? ""] : []),
      ...[predicted, afterErrors].flatMap(({ middle, low, high }) => [middle, low, high].map(number)),
      cell(nearest.sequence),
      number(nearest.score),
      String(nearest.distance),
    ].join(mark),
  );
  const known = isCoded ? columns.toSpliced(2, 0, "dna") : columns;
  const header = isNamed ? known.toSpliced(1, 0, "mutations") : known;
  const end = format === "excel" ? "\r\n" : "\n";
  // Spreadsheets take a file with this mark for UTF-8.
  return `${format === "excel" ? "\uFEFF" : ""}${[header.join(mark), ...rows].join(end)}${end}`;
}

/**
 * Throws for a sequence, or a letter that one may begin with, which a spreadsheet computes instead of showing it, and may
 * start programs with; the wide signs where such are written. A sign in front of it would make another sequence, for the supplier and when results come back.
 */
export function refuseFormulas(texts: readonly string[]): void {
  const found = texts.find((text) => /^[=+\-@＝＋－＠]/.test(text));
  if (found === undefined) return;
  throw new WindageError(
    "design/formula-cell",
    `--format excel: got ${quoteSequence(found)}, and a spreadsheet takes what begins with =, +, - or @ for a formula, expected other letters; write csv or fasta, or replace these letters in the measurements`,
  );
}

/** Six digits: no measurement has more. */
function exact(value: number): string {
  return String(Number(value.toPrecision(6)));
}
