/** An order as files that laboratories and suppliers take: CSV, CSV for spreadsheets, FASTA. */
import type { DecimalMark } from "../../landscape/index.ts";
import type { Design } from "../propose.ts";

const columns = [
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
] as const;

/** Of a number in a name: the same in batches of any size, so that a design keeps its name where more are ordered. */
const digits = 3;

/**
 * The text of a file with a batch, with its final line end; names begin with the number of the round. `decimal` is how
 * the measurements write numbers, and so the spreadsheet that `excel` is for.
 */
export function writeOrder(
  designs: readonly Design[],
  format: "csv" | "excel" | "fasta",
  round = 1,
  decimal: DecimalMark = "point",
): string {
  const name = (i: number): string => `r${round}-${String(i + 1).padStart(digits, "0")}`;
  if (format === "fasta") {
    return designs
      .map(
        ({ order, predicted, afterErrors, nearest }, i) =>
          `>${name(i)} predicted=${exact(predicted.middle)} low=${exact(predicted.low)} high=${exact(predicted.high)} after_errors=${exact(afterErrors.middle)} nearest=${nearest.sequence} apart=${nearest.distance}\n${order}\n`,
      )
      .join("");
  }
  // Where numbers have commas, spreadsheets take semicolons for what separates columns.
  const commas = format === "excel" && decimal === "comma";
  const mark = commas ? ";" : ",";
  const number = (value: number): string => (commas ? exact(value).replace(".", ",") : exact(value));
  const rows = designs.map(({ order, predicted, afterErrors, nearest }, i) =>
    [
      name(i),
      order,
      ...[predicted, afterErrors].flatMap(({ middle, low, high }) => [middle, low, high].map(number)),
      nearest.sequence,
      number(nearest.score),
      String(nearest.distance),
    ].join(mark),
  );
  const end = format === "excel" ? "\r\n" : "\n";
  // Spreadsheets take a file with this mark for UTF-8.
  return `${format === "excel" ? "\uFEFF" : ""}${[columns.join(mark), ...rows].join(end)}${end}`;
}

/** Six digits: no measurement has more. */
function exact(value: number): string {
  return String(Number(value.toPrecision(6)));
}
