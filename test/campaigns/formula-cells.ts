/**
 * Orders of sequences over letters that spreadsheets compute with: no cell of a file for spreadsheets is a formula, and
 * every file that is written reads back as what was ordered.
 */
import Papa from "papaparse";
import { WindageError } from "../../src/error.ts";
import { writeOrder } from "../../src/design/batch/write-order.ts";
import type { Design } from "../../src/design/propose.ts";
import { createAlphabet } from "../../src/environment/sequence/alphabet.ts";
import type { Generator } from "../../src/random/generator.ts";
import { outcomeOf, pick, type Campaign } from "./campaign.ts";

const beginnings = ["=cmd|'/C", "+1", "-2", "@SUM(", "=1+1", "ACGT", "'=", "|", ";A", "\t=", " =", "\uFF1D1"];
const letters = Array.from("ACGT=+-@|'/!();:\t\r \uFF1D");

/** A sequence that some alphabet has. */
function sequence(random: Generator): string {
  const rest = Array.from({ length: random.integer(5) }, () => pick(random, letters)).join("");
  return pick(random, [pick(random, beginnings) + rest, `A${rest}`]);
}

function design(random: Generator): Design {
  const middle = random.integer(400) / 100 - 2;
  const spread = { middle, low: middle - 1, high: middle + 1 };
  const nearest = { sequence: sequence(random), score: -middle, distance: 1 };
  return { order: sequence(random), predicted: spread, afterErrors: spread, worth: 1, nearest };
}

/** Whether letters may be in an alphabet at all. */
function isPossible(text: string): boolean {
  try {
    createAlphabet([...new Set(text)].join(""));
    return true;
  } catch (error) {
    if (error instanceof WindageError) return false;
    throw error;
  }
}

export const formulaCells: Campaign = {
  name: "formula-cells",
  promise: "no cell of an order for spreadsheets is a formula, and every order reads back",
  short: 500,
  long: 20_000,
  begin: () =>
    Promise.resolve(async (random) => {
      const designs = Array.from({ length: 1 + random.integer(3) }, () => design(random)).filter(
        ({ order, nearest }) => isPossible(order) && isPossible(nearest.sequence),
      );
      const format = pick(random, ["csv", "excel"] as const);
      const decimal = pick(random, ["point", "comma"] as const);
      const written = await outcomeOf(() => writeOrder(designs, format, 1, decimal));
      if ("error" in written)
        return written.error.code === "design/formula-cell" ? undefined : written.error.code;
      const delimiter = decimal === "comma" ? ";" : ",";
      const text = written.value.replace(/^\uFEFF/, "");
      const [header = [], ...rows] = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data;
      const orders = designs.map(({ order }) => order);
      const said = JSON.stringify([format, decimal, orders, text]);
      const at = header.indexOf("sequence");
      if (JSON.stringify(rows.map((row) => row[at])) !== JSON.stringify(orders))
        return `other orders: ${said}`;
      const formula = rows
        .flat()
        .find((cell) => /^[=+\-@\t\r\uFF1D]/.test(cell) && !/^-[\d.,e-]+$/.test(cell));
      return format === "csv" || formula === undefined ? undefined : `the cell ${formula} in ${said}`;
    }),
};
