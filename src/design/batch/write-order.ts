/** An order as files that laboratories and suppliers take: CSV, CSV for spreadsheets, FASTA, and rows for workbooks. */
import { WindageError } from "../../error.ts";
import type { DecimalMark } from "../../landscape/assay/assay.ts";
import { quoteSequence } from "../../landscape/text/quote-sequence.ts";
import type { Well } from "../plate/lay-plates.ts";
import type { Design } from "../propose.ts";

/** Of a number in a name: the same in batches of any size, so that a design keeps its name where more are ordered. */
const digits = 3;

/** What a design is called: the order it belongs to, and its number there. */
export function designName(round: number, i: number): string {
  return `r${round}-${String(i + 1).padStart(digits, "0")}`;
}

type Cell = string | number | null;

/** What every design has in a table, with the name of its column. */
const facts: readonly (readonly [name: string, of: (design: Design) => Cell])[] = [
  ["predicted", ({ predicted }) => predicted.middle],
  ["predicted_low", ({ predicted }) => predicted.low],
  ["predicted_high", ({ predicted }) => predicted.high],
  ["after_errors", ({ afterErrors }) => afterErrors.middle],
  ["after_errors_low", ({ afterErrors }) => afterErrors.low],
  ["after_errors_high", ({ afterErrors }) => afterErrors.high],
  ["nearest_measured", ({ nearest }) => nearest.sequence],
  [
    "nearest_score",
    ({ nearest: { score, bound } }) =>
      bound === undefined ? score : `${bound === "above" ? ">" : "<"}${rounded(score)}`,
  ],
  ["letters_apart", ({ nearest }) => nearest.distance],
];

/** The rows of an order, names of columns first: a row a design, or where there are plates a row a well. */
export function orderRows(
  designs: readonly Design[],
  round: number,
  wells: readonly Well[] = [],
): readonly (readonly Cell[])[] {
  // Beside whole sequences, where there is a parent that they change.
  const isNamed = designs.some(({ mutations }) => mutations !== undefined);
  const isCoded = designs.some(({ dna }) => dna !== undefined);
  const of = (design: Design, i: number): readonly Cell[] => [
    designName(round, i),
    ...(isNamed ? [design.mutations ?? ""] : []),
    design.order,
    ...(isCoded ? [design.dna ?? ""] : []),
    ...facts.map(([, fact]) => fact(design)).map((cell) => (typeof cell === "number" ? rounded(cell) : cell)),
  ];
  const header = [
    "name",
    ...(isNamed ? ["mutations"] : []),
    "sequence",
    ...(isCoded ? ["dna"] : []),
    ...facts.map(([name]) => name),
  ];
  if (wells.length === 0) return [header, ...designs.map(of)];
  const empty = header.slice(1).map(() => null);
  return [
    ["plate", "well", ...header],
    ...wells.map(({ plate, well, holds }) => [
      plate,
      well,
      ...(typeof holds === "number" ? of(designs[holds]!, holds) : [holds, ...empty]),
    ]),
  ];
}

/**
 * The text of a file with a batch to order (FASTA, CSV, for Excel), with its final line end; names begin with the
 * number of the round. `decimal` is how the measurements write numbers, and so the programs that will open the order.
 */
export function writeOrder(
  designs: readonly Design[],
  format: "csv" | "excel" | "fasta",
  round = 1,
  decimal: DecimalMark = "point",
  wells: readonly Well[] = [],
): string {
  if (format === "fasta") {
    return designs
      .map(
        ({ order, mutations, dna, predicted, afterErrors, nearest }, i) =>
          `>${designName(round, i)}${mutations === undefined ? "" : ` ${mutations}`} predicted=${rounded(predicted.middle)} low=${rounded(predicted.low)} high=${rounded(predicted.high)} after_errors=${rounded(afterErrors.middle)} nearest=${nearest.sequence} apart=${nearest.distance}${dna === undefined ? "" : ` protein=${order}`}\n${dna ?? order}\n`,
      )
      .join("");
  }
  if (format === "excel") refuseFormulas(designs.flatMap(({ order, nearest }) => [order, nearest.sequence]));
  // Where numbers have commas, spreadsheets take semicolons for what separates columns.
  const commas = decimal === "comma";
  const mark = commas ? ";" : ",";
  const cell = (value: Cell): string => {
    if (typeof value === "number") return commas ? String(value).replace(".", ",") : String(value);
    const text = value ?? "";
    return /[",;\n]/.test(text) && (text.includes(mark) || text.includes('"'))
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  const lines = orderRows(designs, round, wells).map((row) => row.map(cell).join(mark));
  const end = format === "excel" ? "\r\n" : "\n";
  // Spreadsheets take a file with this mark for UTF-8.
  return `${format === "excel" ? "\uFEFF" : ""}${lines.join(end)}${end}`;
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
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
